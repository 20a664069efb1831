import { expect, onTestFinished, test } from 'vitest'
import { hasPostgres } from '../../tests/support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../../tests/support/database/postgres-database.ts'
import { DETAILS, SUBMISSION } from '../../tests/support/samples.ts'
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts'
import { describeRequiring } from '../../tests/support/test-requirements.ts'
import type { Outcome } from '../callback-request/calling/outcomes.ts'
import type { CallbackDetails } from '../callback-request/stored-request.ts'
import { Calls } from '../server/storage/callbacks/calls.ts'
import { ingest, startIngestion } from '../server/storage/callbacks/ingest.ts'
import { SuspectedRequests } from '../server/storage/callbacks/suspected-requests.ts'
import { openDatabase } from '../server/storage/database/open-database.ts'
import { erasureListIn } from '../server/storage/erasure/erasure-list.ts'
import { Erasures } from '../server/storage/erasure/erasures.ts'
import { CallbackRequests } from '../server/storage/requests/callback-requests.ts'
import { copyStore } from '../server/storage/transfer/copy-store.ts'

const ZONE = 'Asia/Kolkata'
const CALLER = { by: 'ravi', client: null }
const later = (minutes: number) => new Date(SUBMISSION.receivedAt.getTime() + minutes * 60_000)

async function opened(location: string) {
  const database = await openDatabase(location)
  onTestFinished(() => database.destroy())
  const requests = new CallbackRequests(database)
  const callsAt = (minutes: number) => new Calls(database, ZONE, () => later(minutes))
  return {
    database,
    requests,
    ingest: () => ingest(database, ZONE),
    /** Stores a request so many minutes after the sample. */
    receive: async (minutes: number, details: Partial<CallbackDetails> = {}) => {
      const context = { ...SUBMISSION, receivedAt: later(minutes) }
      const result = await requests.receive({ ...DETAILS, ...details } as CallbackDetails, context)
      return result.ok ? result.reference : ''
    },
    call: async (id: string, minutes: number, outcome: Outcome) => {
      await callsAt(minutes).claim(id, CALLER, true)
      const result = await callsAt(minutes).report(id, CALLER, { outcome, note: `Called at ${minutes}` })
      expect(result).toMatchObject({ ok: true })
    },
    undo: async (id: string, minutes: number) =>
      expect(await callsAt(minutes).undo(id, CALLER)).toMatchObject({ ok: true }),
    release: (id: string, minutes: number) => callsAt(minutes).release(id, CALLER, false),
    restore: async (reference: string, minutes: number) =>
      expect(await new SuspectedRequests(database, ZONE, () => later(minutes)).restore(reference, CALLER)).toBe(
        reference,
      ),
    callbacks: () => database.selectFrom('callbacks').selectAll().orderBy('opened_at').orderBy('id').execute(),
    /** Each request's callback, in the order of receipt. */
    assigned: async () =>
      (
        await database
          .selectFrom('callback_requests')
          .select('callback')
          .orderBy('received_at')
          .orderBy('reference')
          .execute()
      ).map(({ callback }) => callback),
    rows: (table: 'attempts' | 'notes' | 'callback_events' | 'desk_state' | 'outbox_messages') =>
      database.selectFrom(table).selectAll().orderBy('id').execute(),
    notes: async () => (await database.selectFrom('notes').selectAll().orderBy('id').execute()).map(({ text }) => text),
  }
}

async function stores() {
  const directory = await temporaryDirectory()
  const from = await opened(directory)
  const to = await opened(await newPostgresDatabase())
  const list = erasureListIn(directory)
  await startIngestion(from.database, later(0))
  const copy = () => copyStore(from.database, list, to.database)
  return { from, to, list, copy }
}

describeRequiring({ PostgreSQL: hasPostgres() }, 'Copying callbacks to PostgreSQL', () => {
  test('copies callbacks with their calls, notes and events, and nothing again when it is repeated', async () => {
    const { from, to, copy } = await stores()
    const first = await from.receive(0)
    await from.receive(1, { phone: '9876543211' })
    await from.ingest()
    await from.call(first, 5, 'booked')
    await from.receive(6)
    await from.ingest()
    await from.receive(7, { phone: '9876543212' })
    const everything = async (store: typeof from) => [
      await store.callbacks(),
      await store.assigned(),
      await Promise.all((['attempts', 'notes', 'callback_events', 'desk_state'] as const).map(store.rows)),
      await Array.fromAsync(store.requests.all()),
    ]
    const { tables } = await copy()
    expect(tables).toContainEqual(expect.objectContaining({ table: 'callbacks', copied: 3, already: 0, missed: 0 }))
    expect(await everything(to)).toEqual(await everything(from))
    const again = await copy()
    expect(again.tables.map(({ copied, updated, excluded, missed }) => copied + updated + excluded + missed)).toEqual(
      tables.map(() => 0),
    )
    expect(await everything(to)).toEqual(await everything(from))
  })

  test('carries on what was called here since', async () => {
    const { from, to, copy } = await stores()
    const reached = await from.receive(0)
    const undone = await from.receive(1, { phone: '9876543211' })
    const spam = await from.receive(2, { phone: '9876543212' })
    const wanted = await from.receive(3, { phone: '9876543213' })
    await from.ingest()
    await from.call(undone, 5, 'booked')
    await from.call(wanted, 5, 'spam')
    await copy()
    await from.call(reached, 6, 'reached')
    await from.undo(undone, 7)
    await from.release(undone, 8)
    await from.call(spam, 9, 'spam')
    await from.restore(wanted, 9)
    // Its new request comes before the settled callback in some orders of the references.
    for (let minute = 10; minute < 13; minute++) await from.receive(minute)
    await from.ingest()
    await copy()
    expect(await to.callbacks()).toEqual(await from.callbacks())
    expect(await to.assigned()).toEqual(await from.assigned())
    expect(await to.rows('attempts')).toEqual(await from.rows('attempts'))
    const suspected = await to.database
      .selectFrom('callback_requests')
      .select('reference')
      .where('suspected', '=', 1)
      .execute()
    expect(suspected).toEqual([{ reference: spam }])
  })

  test('keeps what was called in the target since, and leaves new requests of the number to the desk there', async () => {
    const { from, to, copy } = await stores()
    const settled = await from.receive(0)
    const tried = await from.receive(1, { phone: '9876543211' })
    await from.ingest()
    await copy()
    await to.call(settled, 5, 'reached')
    await to.call(tried, 6, 'no_answer')
    const before = await to.callbacks()
    const afterwards = await from.receive(7)
    await from.receive(8, { phone: '9876543211' })
    await from.ingest()
    await copy()
    expect(await to.callbacks()).toEqual(before)
    expect(await to.assigned()).toEqual([settled, tried, null, null])
    await to.ingest()
    expect(await to.assigned()).toEqual([settled, tried, afterwards, tried])
    await copy()
    expect(await to.assigned()).toEqual([settled, tried, afterwards, tried])
    expect(await to.notes()).toEqual(['Called at 5', 'Called at 6'])
  })

  test('takes the later of what was called in both stores, with all notes', async () => {
    const { from, to, copy } = await stores()
    const here = await from.receive(0)
    const there = await from.receive(1, { phone: '9876543211' })
    await from.ingest()
    await copy()
    await to.call(here, 5, 'no_answer')
    await from.call(here, 6, 'reached')
    await from.call(there, 5, 'no_answer')
    await to.call(there, 6, 'reached')
    await copy()
    expect((await to.callbacks()).map(({ id, status }) => [id, status])).toEqual([
      [here, 'reached'],
      [there, 'reached'],
    ])
    expect((await to.notes()).sort()).toEqual(['Called at 5', 'Called at 5', 'Called at 6', 'Called at 6'])
  })

  test('requests that only one of the stores has ingested are neither lost nor other rows', async () => {
    const { from, to, copy } = await stores()
    const first = await from.receive(0)
    await from.receive(1, { phone: '9876543211' })
    await copy()
    await to.ingest()
    expect(await to.assigned()).not.toContain(null)
    const ingestedThere = await to.callbacks()
    await copy()
    expect(await to.callbacks()).toEqual(ingestedThere)
    await from.receive(2, { phone: '9876543212' })
    await copy()
    await from.ingest()
    await from.call(first, 5, 'reached')
    await copy()
    expect(await to.callbacks()).toEqual(await from.callbacks())
    expect(await to.assigned()).toEqual(await from.assigned())
  })

  test('calls nobody again who has been reached here under another callback, and keeps the notes of both', async () => {
    const { from, to, copy } = await stores()
    const first = await from.receive(0)
    await from.ingest()
    await from.receive(2)
    await copy()
    // Here the second request has its own callback; there it has joined the first one.
    await to.ingest()
    await to.call(first, 3, 'no_answer')
    await from.call(first, 5, 'reached')
    await from.ingest()
    const second = (await from.assigned())[1] ?? ''
    await from.call(second, 6, 'reached')
    await copy()
    expect(await to.assigned()).toEqual([first, second])
    expect((await to.callbacks()).map(({ status, asked }) => [status, asked])).toEqual([
      ['reached', 1],
      ['reached', 1],
    ])
    expect(await to.notes()).toEqual(['Called at 3', 'Called at 5', 'Called at 6'])
  })

  test('joins open callbacks of one number', async () => {
    const { from, to, copy } = await stores()
    await from.ingest()
    await copy()
    const there = await to.receive(0)
    await to.ingest()
    await from.receive(1)
    await from.ingest()
    const here = (await from.assigned())[0] ?? ''
    await from.call(here, 5, 'no_answer')
    for (const _ of ['first', 'repeated']) {
      await copy()
      expect(await to.callbacks()).toMatchObject([
        { id: there, status: 'again', tries: 1, asked: 2, opened_at: later(0).toISOString() },
      ])
      expect(await to.assigned()).toEqual([there, there])
      expect(await to.rows('attempts')).toMatchObject([{ callback: there }])
    }
    await from.call(here, 60, 'reached')
    await copy()
    // Nobody has called about the request that only the target knows.
    expect(await to.callbacks()).toMatchObject([
      { id: there, status: 'again', asked: 1 },
      { id: here, status: 'reached', asked: 1 },
    ])
    expect(await to.assigned()).toEqual([there, here])
  })

  test('gives the history of a callback that has ended to the one that its requests went to', async () => {
    const { from, to, copy } = await stores()
    const first = await from.receive(0)
    await from.ingest()
    await copy()
    await to.call(first, 3, 'reached')
    const second = await from.receive(4)
    await copy()
    await to.ingest()
    await to.call(second, 6, 'no_answer')
    await from.ingest()
    await from.call(first, 9, 'reached')
    await copy()
    expect(await to.callbacks()).toMatchObject([{ id: first, status: 'reached', asked: 2 }])
    expect((await to.rows('attempts')).map(({ callback }) => callback)).toEqual([first, first, first])
    expect((await to.notes()).sort()).toEqual(['Called at 3', 'Called at 6', 'Called at 9'])
  })

  test('uses the earlier of two desk starts, and restores a request that was restored here', async () => {
    const { from, to, copy } = await stores()
    await startIngestion(to.database, later(60))
    const restored = await from.receive(0)
    await from.database.updateTable('callback_requests').set({ suspected: 1 }).execute()
    await copy()
    expect(await to.rows('desk_state')).toEqual(await from.rows('desk_state'))
    await from.database.updateTable('callback_requests').set({ suspected: 0 }).execute()
    await copy()
    await to.ingest()
    expect(await to.assigned()).toEqual([restored])
  })

  test('copies no callback whose requests were erased in the target', async () => {
    const { from, to, copy } = await stores()
    const gone = await from.receive(0)
    const first = await from.receive(1, { phone: '9876543211' })
    const second = await from.receive(2, { phone: '9876543211' })
    await from.ingest()
    await from.call(gone, 5, 'no_answer')
    await from.call(first, 5, 'no_answer')
    await copy()
    const erasures = new Erasures(to.database, undefined)
    for (const reference of [gone, first]) await erasures.erase({ reference })
    for (let round = 0; round < 2; round++) {
      const { tables } = await copy()
      expect(tables[0]).toMatchObject({ table: 'callbacks', copied: 0, already: 1, excluded: 1, missed: 0 })
      expect(await to.callbacks()).toMatchObject([{ id: second, asked: 1, status: 'again' }])
      expect(await to.assigned()).toEqual([second])
      expect(await to.rows('attempts')).toMatchObject([{ callback: second }])
    }
    await from.call(first, 60, 'reached')
    await copy()
    expect(await to.callbacks()).toMatchObject([{ id: second, asked: 1, status: 'reached' }])
    expect(await to.assigned()).toEqual([second])
  })
})
