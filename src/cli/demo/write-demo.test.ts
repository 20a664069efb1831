import { expect, onTestFinished, test } from 'vitest'
import { describeOnEachDatabase } from '../../../tests/support/database/each-database.ts'
import { DEPARTMENT } from '../../../tests/support/samples.ts'
import type { CallbackDetails } from '../../callback-request/stored-request.ts'
import { Calls } from '../../server/storage/callbacks/calls.ts'
import { ingest, startIngestion } from '../../server/storage/callbacks/ingest.ts'
import { Worklist } from '../../server/storage/callbacks/worklist.ts'
import { type Database, openDatabase } from '../../server/storage/database/open-database.ts'
import { CallbackRequests } from '../../server/storage/requests/callback-requests.ts'
import { writeWords } from '../../server/storage/search/request-words.ts'
import { CALLERS } from './callers.ts'
import { writeDemo } from './write-demo.ts'

const { timeZone } = DEPARTMENT
const NOW = new Date('2026-11-20T09:30:00.000Z')
const SETTINGS = { requests: 100, days: 10, seed: 3, now: NOW, timeZone, noticeVersion: '2026-11-01' }
const HOUR_MS = 3_600_000

async function open(location: string): Promise<Database> {
  const database = await openDatabase(location)
  onTestFinished(() => database.destroy())
  return database
}

/** All that a store has of its callbacks, without the ids that are drawn. */
async function contentOf(database: Database) {
  const from = (table: 'attempts' | 'notes' | 'callback_events' | 'audit_events') =>
    database.selectFrom(table).selectAll().orderBy('at').orderBy('id').execute()
  const without = (rows: object[]) => rows.map((row) => JSON.stringify({ ...row, id: '' })).sort()
  return {
    callbacks: await database.selectFrom('callbacks').selectAll().orderBy('id').execute(),
    requests: await database.selectFrom('callback_requests').selectAll().orderBy('reference').execute(),
    attempts: without(await from('attempts')),
    notes: without(await from('notes')),
    events: without(await from('callback_events')),
    audit: without(await from('audit_events')),
    words: await database.selectFrom('request_words').selectAll().orderBy('word').orderBy('reference').execute(),
  }
}

/** Does on another store what the demo says that people did: with the desk's own classes, and the clock of each instant. */
async function repeat(demo: Database, database: Database): Promise<void> {
  let now = NOW
  const references: string[] = []
  const requests = new CallbackRequests(database, { newReference: () => references.pop() ?? '' })
  const calls = new Calls(database, timeZone, () => now)
  // The first start looks 72 hours back.
  await startIngestion(database, new Date(NOW.getTime() - 24 * HOUR_MS * SETTINGS.days + 72 * HOUR_MS))

  const { requests: rows } = await contentOf(demo)
  const attempts = await demo.selectFrom('attempts').selectAll().orderBy('at').execute()
  const notes = await demo.selectFrom('notes').selectAll().execute()
  const events = await demo.selectFrom('callback_events').selectAll().execute()
  const steps = [
    ...rows.map((row) => ({
      at: row.received_at,
      step: async () => {
        references.push(row.reference)
        const { name, phone, email, time_slot: timeSlot, form, service, message } = row
        const details = { form, name, phone, email, service, message, timeSlot } as CallbackDetails
        // A callback that is settled as spam marks its requests later.
        const suspected = row.suspected === 1 && row.callback === null
        const context = { receivedAt: now, campaign: JSON.parse(row.campaign ?? 'null'), suspected }
        await requests.receive(details, { ...context, noticeVersion: row.notice_version })
        await ingest(database, timeZone)
      },
    })),
    ...events
      .filter(({ kind }) => kind === 'claimed')
      .map(({ at, callback, by }) => ({
        at,
        step: async () => expect(await calls.claim(callback, callerOf(by), true)).toMatchObject({ ok: true }),
      })),
    ...attempts.map(({ at, callback, by, outcome }) => ({
      at,
      step: async () => {
        const note = notes.find((one) => one.callback === callback && one.at === at)?.text ?? undefined
        const requeued = events.find((one) => one.callback === callback && one.at === at && one.kind === 'requeued')
        const { from, until, slot } = JSON.parse(requeued?.detail ?? '{}')
        const later =
          outcome === 'call_later' ? { slot, window: { from: new Date(from), until: new Date(until) } } : undefined
        expect(await calls.report(callback, callerOf(by), { outcome, note, later })).toMatchObject({ ok: true })
      },
    })),
  ]
  for (const { at, step } of steps.sort((a, b) => Date.parse(a.at) - Date.parse(b.at))) {
    now = new Date(at)
    await step()
  }
  while (await writeWords(database));
}

function callerOf(by: string | null) {
  return { by: by ?? '', client: '192.0.2.10' }
}

describeOnEachDatabase('A demo', (newStore, newDatabase) => {
  test('stores what the desk would have stored, had people asked and called like that', async () => {
    const demo = await open(await newStore())
    expect(await writeDemo(demo, SETTINGS)).toBe(true)
    const repeated = await open(await newDatabase())
    await repeat(demo, repeated)
    const [written, expected] = [await contentOf(demo), await contentOf(repeated)]
    expect(written.attempts.length).toBeGreaterThan(50)
    expect(written).toEqual(expected)
  })

  test('has rows for each part of the worklist, and notifies nobody', async () => {
    const database = await open(await newStore())
    await writeDemo(database, SETTINGS)
    expect(await new Worklist(database, timeZone).counts(NOW)).toEqual({ overdue: 4, due: 6, today: 6, coming: 12 })
    const messages = await database.selectFrom('outbox_messages').selectAll().execute()
    expect(messages).toMatchObject([{ status: 'abandoned', channel: 'staff-mail', failed_attempts: 26 }])
  })

  test('leaves accounts by whom the calls are named, with which nobody can sign in', async () => {
    const database = await open(await newStore())
    await writeDemo(database, SETTINGS)
    const staff = await database.selectFrom('staff').selectAll().orderBy('id').execute()
    expect(staff).toMatchObject(
      CALLERS.map(({ name }) => ({ name, role: 'coordinator', password_hash: null, disabled_at: NOW.toISOString() })),
    )
    const callers = await database.selectFrom('attempts').select('by').distinct().orderBy('by').execute()
    expect(callers).toEqual(CALLERS.map(({ id }) => ({ by: id })))
  })

  test('goes into no store with a request, and then leaves it as it is', async () => {
    const database = await open(await newStore())
    await writeDemo(database, SETTINGS)
    const before = await contentOf(database)
    expect(await writeDemo(database, { ...SETTINGS, seed: 4 })).toBe(false)
    expect(await contentOf(database)).toEqual(before)
  })

  test('is stored whole in several transactions', async () => {
    const database = await open(await newStore())
    await writeDemo(database, { ...SETTINGS, requests: 5_000 })
    const { count } = await database
      .selectFrom('callback_requests')
      .select((eb) => eb.fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(5_000)
  })
})
