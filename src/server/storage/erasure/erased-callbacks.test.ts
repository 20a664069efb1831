import { describe, expect, onTestFinished, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { DETAILS, SUBMISSION } from '../../../../tests/support/samples.ts'
import { temporaryDirectory } from '../../../../tests/support/temporary-directory.ts'
import type { Outcome } from '../../../callback-request/calling/outcomes.ts'
import type { CallbackDetails } from '../../../callback-request/stored-request.ts'
import { Callbacks } from '../callbacks/callbacks.ts'
import { isPostgres, openDatabase } from '../database/open-database.ts'
import { CallbackRequests } from '../requests/callback-requests.ts'
import { ErasureList } from './erasure-list.ts'
import { Erasures } from './erasures.ts'

const ZONE = 'Asia/Kolkata'
const MINUTE_MS = 60_000
const later = (minutes: number) => new Date(SUBMISSION.receivedAt.getTime() + minutes * MINUTE_MS)

/** A store, and what a test does with it. */
async function storeAt(location: string) {
  const database = await openDatabase(location)
  onTestFinished(() => database.destroy())
  const requests = new CallbackRequests(database)
  const calls = new Callbacks(database, ZONE, () => later(10))
  const caller = { by: 'ravi', client: null }
  const list = isPostgres(database) ? undefined : new ErasureList(`${location}/erasures.list`)
  return {
    database,
    requests,
    erasures: new Erasures(database, list),
    /** Stores a request so many minutes after the sample. */
    ask: async (minutes: number, details: Partial<CallbackDetails> = {}) => {
      const context = { ...SUBMISSION, receivedAt: later(minutes) }
      const result = await requests.receive({ ...DETAILS, ...details } as CallbackDetails, context)
      return result.ok ? result.reference : ''
    },
    call: async (id: string, outcome: Outcome = 'no_answer') => {
      await calls.claim(id, caller, true)
      await calls.report(id, caller, { outcome, later: undefined, note: 'Rang for a minute' })
    },
    callbacks: () => database.selectFrom('callbacks').selectAll().orderBy('phone_key').execute(),
    attempts: () => database.selectFrom('attempts').selectAll().orderBy('revision').execute(),
    notes: () => database.selectFrom('notes').selectAll().execute(),
  }
}

describe('Erasing requests of callbacks', () => {
  test('One that nobody has tried gets the window of a request that remains; its erased reference is in no table', async () => {
    const { ask, callbacks, database, requests, erasures } = await storeAt(await temporaryDirectory())
    const first = await ask(0, { timeSlot: '02:00pm-04:00pm' })
    const second = await ask(1, { timeSlot: 'Anytime' })
    const third = await ask(2, { timeSlot: '06:00pm-08:00pm' })
    const [before] = await callbacks()
    expect(before).toMatchObject({ first_reference: first, asked: 3, slot: '02:00pm-04:00pm' })
    await erasures.erase({ reference: first })
    const window = { due_from: '2026-11-20T12:30:00.000Z', due_until: '2026-11-20T14:30:00.000Z' }
    const remaining = { id: before?.id, first_reference: second, asked: 2, slot: '06:00pm-08:00pm', ...window }
    expect(await callbacks()).toMatchObject([remaining])
    const stored = await database.selectFrom('callback_requests').selectAll().orderBy('received_at').execute()
    expect(stored).toMatchObject([
      { reference: second, callback: before?.id },
      { reference: third, callback: before?.id },
    ])
    expect(JSON.stringify([stored, await callbacks()])).not.toContain(first)

    // The reference may be drawn again.
    const again = new CallbackRequests(database, { newReference: () => first })
    await again.receive({ ...DETAILS, phone: '9876543212' }, { ...SUBMISSION, receivedAt: later(3) })
    expect((await callbacks()).map(({ first_reference }) => first_reference)).toEqual([second, first])
    expect(await Array.fromAsync(requests.all())).toHaveLength(3)
  })

  test('One that was tried keeps its calls and notes, and the window that the call chose for a request that remains', async () => {
    const { ask, call, callbacks, attempts, notes, erasures } = await storeAt(await temporaryDirectory())
    const first = await ask(0, { timeSlot: '02:00pm-04:00pm' })
    const second = await ask(1, { timeSlot: 'Anytime' })
    await call(first)
    const [before] = await callbacks()
    const history = [await attempts(), await notes()]
    await erasures.erase({ reference: first })
    const window = { first_from: later(1).toISOString(), first_until: later(1 + 24 * 60).toISOString() }
    // Anytime is due again two hours after the call, for 24 hours.
    const requeued = {
      slot: 'Anytime',
      due_from: later(130).toISOString(),
      due_until: later(26 * 60 + 10).toISOString(),
    }
    const opening = { ...window, first_reference: second, first_slot: 'Anytime', opened_at: later(1).toISOString() }
    const revision = Number(before?.revision) + 1
    expect(await callbacks()).toEqual([{ ...before, ...opening, ...requeued, asked: 1, revision }])
    expect([await attempts(), await notes()]).toEqual(history)
  })
})

describeOnEachDatabase('Erasing requests of callbacks', (newStore) => {
  test('A callback goes with its last request, and its calls and notes with it', async () => {
    const { ask, call, callbacks, attempts, notes, erasures } = await storeAt(await newStore())
    const gone = await ask(0)
    const other = await ask(1, { phone: '9876543211' })
    await call(gone)
    await call(other)
    expect([await callbacks(), await attempts(), await notes()].map(({ length }) => length)).toEqual([2, 4, 2])
    await erasures.erase({ phone: DETAILS.phone })
    const [callback, ...more] = await callbacks()
    expect([callback, more]).toMatchObject([{ first_reference: other, phone_key: '9876543211', asked: 1 }, []])
    const history = [...(await attempts()), ...(await notes())]
    expect(history.map((row) => row.callback)).toEqual([callback?.id, callback?.id, callback?.id])
  })

  test('Erasing while calls are saved and requests join never ends in a deadlock', async () => {
    const { ask, call, erasures } = await storeAt(await newStore())
    // With many more, some would wait too long for one of the ten connections.
    const phones = Array.from({ length: 12 }, (_, index) => `98765432${10 + index}`)
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
