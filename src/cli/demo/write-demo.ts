import { sql } from 'kysely'
import { CallbackRequests } from '../../server/storage/callback-requests.ts'
import { Callbacks } from '../../server/storage/callbacks.ts'
import { type Database, isPostgres } from '../../server/storage/database/open-database.ts'
import { newMessage } from '../../server/storage/outbox.ts'
import { startDesk } from '../../server/storage/overdue.ts'
import { DAY_MS, type InventedCallback, inventCallbacks } from './invented-callbacks.ts'
import { CALLERS } from './people.ts'
import { calendarOf, type DemoSettings } from './settings.ts'

/** The key of the only request that is withdrawn. */
const KEY = 'invented'

/** An address that is kept for documentation (RFC 5737). */
const CLIENT = '192.0.2.10'

/** Few, so that on PostgreSQL all find a connection. */
const PEOPLE_AT_ONCE = 4

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
  const callbacks = inventCallbacks(settings).values()
  const live = async () => {
    for (const callback of callbacks) await take(database, callback, settings)
  }
  await Promise.all(Array.from({ length: PEOPLE_AT_ONCE }, live))
  await waitForDisk(database, 'full')
  await insertAbandoned(database, now)
  return true
}

/** Sends what somebody has sent, and makes the calls. */
async function take(
  database: Database,
  { sent, calls, withdrawnAt }: InventedCallback,
  settings: DemoSettings,
): Promise<void> {
  const requests = new CallbackRequests(database)
  const { noticeVersion } = settings
  const calendar = calendarOf(settings)
  let reference = ''
  for (const { details, ...context } of sent) {
    const keptFrom = context.receivedAt
    const received = await requests.receive(details, {
      ...{ ...context, keptFrom, calendar, noticeVersion },
      ...(withdrawnAt && { idempotencyKey: KEY }),
    })
    // Later ones may be held back.
    if (received.ok) reference ||= received.reference
    const { form } = details
    if (withdrawnAt && form !== 'desk') await requests.withdraw({ form, key: KEY }, withdrawnAt)
  }
  for (const { by, claimedAt, at, ...report } of calls) {
    const caller = { by, client: CLIENT }
    const callbacksAt = (clock: Date) => new Callbacks(database, calendar, () => clock)
    const claimed = await callbacksAt(claimedAt).claim(reference, caller, { early: true, instead: true })
    // It became unreachable before the last of its invented calls.
    if (!claimed.ok && claimed.refusal === 'closed') return
    const reported = await callbacksAt(at).report(reference, caller, report)
    if (!claimed.ok || !reported.ok) throw new Error('The desk refused what the demo invented.')
  }
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

/** A mail about the first request that was abandoned. It never waits, so that no server sends it. */
async function insertAbandoned(database: Database, now: Date): Promise<void> {
  const { reference, received_at } = await database
    .selectFrom('callback_requests')
    .select(['reference', 'received_at'])
    .orderBy('received_at')
    .executeTakeFirstOrThrow()
  const settled_at = new Date(Math.min(Date.parse(received_at) + TRIED_MS, now.getTime())).toISOString()
  const message = { ...newMessage(reference, 'staff-mail', new Date(received_at)), failed_attempts: ATTEMPTS }
  await database
    .insertInto('outbox_messages')
    .values({ ...message, settled_at, status: 'abandoned', failure: 'SMTP 451' })
    .execute()
}
