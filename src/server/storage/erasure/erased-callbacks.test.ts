import { expect, onTestFinished, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { DETAILS, SUBMISSION } from '../../../../tests/support/samples.ts'
import type { Outcome } from '../../../callback-request/outcomes.ts'
import type { CallbackDetails } from '../../../callback-request/stored-request.ts'
import { Calls } from '../callbacks/calls.ts'
import { ingest, startIngestion } from '../callbacks/ingest.ts'
import { isPostgres, openDatabase } from '../database/open-database.ts'
import { CallbackRequests } from '../requests/callback-requests.ts'
import { ErasureList } from './erasure-list.ts'
import { Erasures } from './erasures.ts'

const ZONE = 'Asia/Kolkata'
const MINUTE_MS = 60_000
const later = (minutes: number) => new Date(SUBMISSION.receivedAt.getTime() + minutes * MINUTE_MS)

describeOnEachDatabase('Erasing requests of callbacks', (newStore) => {
  async function store() {
    const location = await newStore()
    const database = await openDatabase(location)
    onTestFinished(() => database.destroy())
    await startIngestion(database, later(0))
    const requests = new CallbackRequests(database)
    const calls = new Calls(database, ZONE, () => later(10))
    const caller = { by: 'ravi', client: null }
    const list = isPostgres(database) ? undefined : new ErasureList(`${location}/erasures.list`)
    return {
      database,
      requests,
      erasures: new Erasures(database, list),
      /** Stores a request so many minutes after the sample and ingests it. */
      ask: async (minutes: number, details: Partial<CallbackDetails> = {}) => {
        const context = { ...SUBMISSION, receivedAt: later(minutes) }
        const result = await requests.receive({ ...DETAILS, ...details } as CallbackDetails, context)
        await ingest(database, ZONE)
        return result.ok ? result.reference : ''
      },
      call: async (id: string, outcome: Outcome = 'no_answer') => {
        await calls.claim(id, caller, true)
        await calls.report(id, caller, { outcome, note: 'Rang for a minute' })
      },
      callbacks: () => database.selectFrom('callbacks').selectAll().orderBy('phone_key').execute(),
      history: () =>
        Promise.all(
          (['attempts', 'notes', 'callback_events'] as const).map(async (table) =>
            (await database.selectFrom(table).select('callback').execute()).map(({ callback }) => callback),
          ),
        ),
    }
  }

  test('A callback goes with its last request, and its calls, notes and events with it', async () => {
    const { ask, call, callbacks, history, erasures } = await store()
    const gone = await ask(0)
    const other = await ask(1, { phone: '9876543211' })
    await call(gone)
    await call(other)
    expect((await history()).flat()).toContain(gone)
    await erasures.erase({ phone: DETAILS.phone })
    expect(await callbacks()).toMatchObject([{ id: other, phone_key: '9876543211', asked: 1 }])
    expect(new Set((await history()).flat())).toEqual(new Set([other]))
  })

  test('The purge, too, takes callbacks with it', async () => {
    const { ask, callbacks, erasures } = await store()
    await ask(0)
    const kept = await ask(2, { phone: '9876543211' })
    await erasures.purge(later(1), later(3))
    expect(await callbacks()).toMatchObject([{ id: kept }])
  })

  test('One that nobody has tried gets the window of a request that remains; its erased reference is in no table', async () => {
    const { ask, callbacks, database, requests, erasures } = await store()
    const first = await ask(0, { timeSlot: '02:00pm-04:00pm' })
    const second = await ask(1, { timeSlot: 'Anytime' })
    const third = await ask(2, { timeSlot: '06:00pm-08:00pm' })
    expect(await callbacks()).toMatchObject([{ id: first, asked: 3, slot: '02:00pm-04:00pm' }])
    await erasures.erase({ reference: first })
    const window = { due_from: '2026-11-20T12:30:00.000Z', due_until: '2026-11-20T14:30:00.000Z' }
    expect(await callbacks()).toMatchObject([{ id: second, asked: 2, slot: '06:00pm-08:00pm', ...window }])
    const stored = await database.selectFrom('callback_requests').selectAll().orderBy('received_at').execute()
    expect(stored).toMatchObject([
      { reference: second, callback: second },
      { reference: third, callback: second },
    ])
    expect(JSON.stringify([stored, await callbacks()])).not.toContain(first)

    // The reference may be drawn again.
    const again = new CallbackRequests(database, { newReference: () => first })
    await again.receive({ ...DETAILS, phone: '9876543212' }, { ...SUBMISSION, receivedAt: later(3) })
    await ingest(database, ZONE)
    expect((await callbacks()).map(({ id }) => id)).toEqual([second, first])
    expect(await Array.fromAsync(requests.all())).toHaveLength(3)
  })

  test('One that was tried keeps its window, calls and notes', async () => {
    const { ask, call, callbacks, history, erasures } = await store()
    const first = await ask(0, { timeSlot: '02:00pm-04:00pm' })
    const second = await ask(1, { timeSlot: 'Anytime' })
    await call(first)
    const [before] = await callbacks()
    await erasures.erase({ reference: first })
    expect(await callbacks()).toEqual([{ ...before, id: second, asked: 1 }])
    expect(await history()).toEqual([[second], [second], [second, second]])
  })

  test('Erasing while calls are saved and requests are ingested never ends in a deadlock', async () => {
    const { ask, call, erasures } = await store()
    const phones = Array.from({ length: 30 }, (_, index) => `98765432${10 + index}`)
    const references = await Promise.all(phones.map((phone) => ask(0, { phone })))
    await Promise.all(
      references.flatMap((reference, index) => [
        call(reference, 'spam'),
        erasures.erase({ reference }),
        ask(1, { phone: phones[index] ?? '' }),
      ]),
    )
  })
})
