import { sql } from 'kysely'
import { Callbacks } from '../../server/storage/callbacks/callbacks.ts'
import { startDesk } from '../../server/storage/callbacks/desk-start.ts'
import { type Database, isPostgres } from '../../server/storage/database/open-database.ts'
import { newMessage } from '../../server/storage/outbox/outbox-message.ts'
import { CallbackRequests } from '../../server/storage/requests/callback-requests.ts'
import { type DemoSettings, planDemo, type Step } from './demo-plan.ts'
import { CALLERS } from './people.ts'
import { DAY_MS, type Story } from './story.ts'

/** An address that is kept for documentation (RFC 5737). */
const CLIENT = '192.0.2.10'

/** How long a message is tried, and about how often in that time. Source: `settlement.ts`. */
const TRIED_MS = 3 * DAY_MS
const ATTEMPTS = 26

/**
 * Fills a store with invented requests, and notifies nobody. People ask and are called through the product's own code,
 * with the clock of that time.
 *
 * @returns false when there is a request already; then nothing is stored
 */
export async function writeDemo(database: Database, settings: DemoSettings): Promise<boolean> {
  const { now, days } = settings
  const stored = await database.selectFrom('callback_requests').select('reference').limit(1).execute()
  if (stored.length > 0) return false
  await insertCallers(database, now)
  // Before the first request, so that no callback counts as older than the desk.
  await startDesk(database, new Date(now.getTime() - days * DAY_MS))

  await waitForDisk(database, 'off')
  const references = new Map<Story, string>()
  // What one person does is in its order, and so are all requests and the calls of each caller. All else is at once.
  const latest = new Map<string, Promise<void>>()
  const steps = planDemo(settings).map((step) => {
    const keys = 'ask' in step ? [step.phone, 'requests'] : [step.phone, step.call.by]
    const done = Promise.all(keys.map((key) => latest.get(key))).then(() => take(database, step, settings, references))
    for (const key of keys) latest.set(key, done)
    return done
  })
  await Promise.all(steps)
  await waitForDisk(database, 'full')

  const [first] = references
  if (first) await insertAbandoned(database, first, now)
  return true
}

/** @param references of the latest request of each callback */
async function take(
  database: Database,
  step: Step,
  { timeZone, noticeVersion }: DemoSettings,
  references: Map<Story, string>,
): Promise<void> {
  if ('ask' in step) {
    const { details, ...context } = step.ask
    const requests = new CallbackRequests(database)
    const times = { receivedAt: step.at, keptFrom: step.at }
    const received = await requests.receive(details, { ...context, ...times, timeZone, noticeVersion })
    if (received.ok) references.set(step.story, received.reference)
    return
  }
  const { by, claimedAt, at, ...report } = step.call
  const caller = { by, client: CLIENT }
  const reference = references.get(step.story) ?? ''
  const callbacksAt = (clock: Date) => new Callbacks(database, timeZone, () => clock)
  const claimed = await callbacksAt(claimedAt).claim(reference, caller, true)
  const reported = await callbacksAt(at).report(reference, caller, report)
  if (!claimed.ok || !reported.ok) throw new Error('The desk refused what the demo invented.')
}

/** Whether each commit on SQLite waits for the disk. A power cut could only damage what is invented. */
async function waitForDisk(database: Database, mode: 'off' | 'full'): Promise<void> {
  if (!isPostgres(database)) await sql`pragma synchronous = ${sql.lit(mode)}`.execute(database)
}

async function insertCallers(database: Database, now: Date): Promise<void> {
  const disabled_at = now.toISOString()
  const accounts = CALLERS.map((caller) => ({ ...caller, role: 'coordinator' as const, disabled_at }))
  await database
    .insertInto('staff')
    .values(accounts)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A mail to the department that was abandoned. It never waits, so that no server sends it. */
async function insertAbandoned(database: Database, [story, reference]: [Story, string], now: Date): Promise<void> {
  const settled_at = new Date(Math.min(story.startsAt.getTime() + TRIED_MS, now.getTime())).toISOString()
  const message = { ...newMessage(reference, 'staff-mail', story.startsAt), failed_attempts: ATTEMPTS, settled_at }
  await database
    .insertInto('outbox_messages')
    .values({ ...message, status: 'abandoned', failure: 'SMTP 451' })
    .execute()
}
