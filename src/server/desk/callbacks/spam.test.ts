import { describe, expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { type Asked, startCalls } from '../../../../tests/support/desk/start-calls.ts'
import { statusOf } from '../../../../tests/support/start-desk-listener.ts'

/** The clock begins at 15:00 in Kolkata. */
async function start(store?: string) {
  const desk = await startCalls(store)
  const { coordinator } = desk
  const ask = (asked: Asked = {}) => desk.ask({ message: 'Please call.\nمرحبا', ...asked })
  return {
    ...desk,
    ask,
    suspect: (asked: Asked = {}) => ask({ ...asked, suspected: true }),
    spam: async () => (await coordinator.get('/api/spam')).json(),
    restore: (reference: string) => coordinator.post(`/api/spam/${reference}/restore`),
    worklist: async () => {
      const { buckets } = (await coordinator.get('/api/worklist')).json()
      return ['overdue', 'due', 'today', 'coming'].flatMap((bucket) => buckets[bucket].rows)
    },
    callbacks: () => desk.database.selectFrom('callbacks').selectAll().orderBy('opened_at').execute(),
    restorations: () => desk.database.selectFrom('attempts').selectAll().where('what', '=', 'restored').execute(),
  }
}

describe('Spam', () => {
  test('is listed with what was typed, and nothing else is', async () => {
    const { ask, suspect, spam } = await start()
    await ask({ phone: '0000000009' })
    const phone = '+91 00000 00001'
    const reference = await suspect({ phone, language: 'hi' })
    const person = { name: 'Asha Invented', phone, email: 'asha@visitor.example', language: 'hi' }
    const request = { form: 'contact', service: null, message: 'Please call.\nمرحبا', time_slot: 'Anytime' }
    const received_at = '2026-11-20T09:30:00.000Z'
    expect((await spam()).rows).toEqual([{ reference, received_at, ...person, ...request }])
  })

  test('that is restored is in the worklist, in the timeline and in the audit log, and no message is sent', async () => {
    const { suspect, spam, restore, worklist, coordinator, restorations, database, events } = await start()
    const reference = await suspect({ timeSlot: '06:00pm-08:00pm', minutesAgo: 10 })
    expect(await worklist()).toEqual([])
    const { callback } = (await restore(reference)).json()
    expect(await worklist()).toEqual([callback])
    expect(callback).toMatchObject({
      ...{ references: [reference], status: 'new', time_slot: '06:00pm-08:00pm' },
      ...{ due_from: '2026-11-20T12:30:00.000Z', due_until: '2026-11-20T14:30:00.000Z' },
      ...{ waiting_since: '2026-11-20T09:20:00.000Z', tries: 0, asked: 1, claim: null },
    })
    expect((await spam()).rows).toEqual([])
    expect(await restorations()).toMatchObject([{ callback: callback.id, by: coordinator.id }])
    const event = { by: coordinator.id, subject: reference, client: '127.0.0.1', detail: null }
    expect(await events('restored')).toMatchObject([event])
    expect(await database.selectFrom('outbox_messages').selectAll().execute()).toEqual([])
  })

  test('from before the first start, or whose window is over, gets the next window from now', async () => {
    const { suspect, restore, ask } = await start()
    const old = await suspect({ timeSlot: '02:00pm-04:00pm', minutesAgo: 30 * 24 * 60 })
    const next = { due_from: '2026-11-20T08:30:00.000Z', due_until: '2026-11-20T10:30:00.000Z' }
    expect((await restore(old)).json().callback).toMatchObject({ ...next, waiting_since: '2026-10-21T09:30:00.000Z' })
    const anytime = await suspect({ phone: '0000000002', minutesAgo: 24 * 60 })
    const fromNow = { due_from: '2026-11-20T09:30:00.000Z', due_until: '2026-11-21T09:30:00.000Z' }
    expect((await restore(anytime)).json().callback).toMatchObject(fromNow)
    // It is still joined by later requests.
    await ask({ phone: '0000000002', timeSlot: '06:00pm-08:00pm' })
    expect((await restore(await suspect({ phone: '0000000002' }))).json().callback).toMatchObject({
      references: [expect.anything(), expect.anything(), anytime],
      asked: 3,
      due_from: '2026-11-20T12:30:00.000Z',
    })
  })

  test('by an outcome is listed, and opens again as it was: new, or again when it was tried', async () => {
    const { ask, report, restore, spam, worklist, restorations } = await start()
    const untried = await ask({ timeSlot: '08:00pm-10:00pm', minutesAgo: 2 })
    const second = await ask({ timeSlot: '06:00pm-08:00pm', minutesAgo: 1 })
    const [before] = await worklist()
    await report(untried, 'spam')
    expect(await worklist()).toEqual([])
    expect((await spam()).rows.map(({ reference }: { reference: string }) => reference)).toEqual([second, untried])
    // Of any of its requests.
    const restored = (await restore(second)).json().callback
    expect(restored).toEqual({ ...before, last: { outcome: 'spam', at: '2026-11-20T09:30:00.000Z' } })
    expect((await spam()).rows).toEqual([])
    expect(await restorations()).toMatchObject([{ callback: restored.id }])

    const tried = await ask({ phone: '0000000002', timeSlot: '02:00pm-04:00pm' })
    await report(tried, 'no_answer')
    await report(tried, 'spam')
    expect((await restore(tried)).json().callback).toMatchObject({
      ...{ references: [tried], status: 'again', tries: 1, due_from: '2026-11-21T08:30:00.000Z' },
    })
  })

  test('that was restored cannot be undone as an outcome, also after another call or a join', async () => {
    const { ask, restore, coordinator, ...desk } = await start()
    const report = async (id: string, outcome: string) => (await desk.report(id, outcome)).json().attempt.id
    const undo = async (id: string, attempt: string) =>
      statusOf(await coordinator.post(`/api/callbacks/${id}/undo`, { attempt }))
    const id = await ask()
    const spam = await report(id, 'spam')
    await restore(id)
    expect(await undo(id, spam)).toBe('409 not-last')
    expect(await undo(id, await report(id, 'no_answer'))).toBe('200')
    expect(await undo(id, spam)).toBe('409 not-last')
    expect(await undo(id, await report(id, 'spam'))).toBe('200')

    const other = await ask({ phone: '0000000002' })
    const inherited = await report(other, 'spam')
    const since = await ask({ phone: '0000000002' })
    await restore(other)
    for (const reference of [since, other]) expect(await undo(reference, inherited)).toBe('409 not-last')
  })

  test('that joins the open callback of its number gives it its calls, and the latest call stays the latest', async () => {
    const { ask, report, restore, coordinator, clock } = await start()
    const spam = await ask()
    for (const outcome of ['no_answer', 'busy', 'spam']) await report(spam, outcome)
    clock.pass({ minutes: 5 })
    const since = await ask()
    await report(since, 'busy')
    clock.pass({ minutes: 5 })
    await restore(spam)
    const { context } = (await coordinator.claim(since, { early: true })).json()
    const outcomes = context.attempts.map(({ outcome }: { outcome: string }) => outcome)
    expect(outcomes).toEqual(['busy', 'spam', 'busy', 'no_answer'])
  })

  test('of a flood from one number is restored with all its requests', async () => {
    const { ask, report, restore, database } = await start()
    const references: string[] = []
    for (let number = 0; number < 120; number++) references.push(await ask())
    await report(references[0] ?? '', 'spam')
    await ask()
    const { callback } = (await restore(references[1] ?? '')).json()
    expect(callback).toMatchObject({ asked: 121 })
    const left = database.selectFrom('callback_requests').select('reference').where('callback', '!=', callback.id)
    expect(await left.execute()).toEqual([])
  })
})

describeOnEachDatabase('Spam', (newStore) => {
  test('that was restored already, is none or is unknown is refused, and of two at once one restores it', async () => {
    const { suspect, ask, restore, restorations, signedIn } = await start(await newStore())
    const reference = await suspect()
    const colleague = await signedIn('coordinator')
    const both = await Promise.all([restore(reference), colleague.post(`/api/spam/${reference}/restore`)])
    expect(both.map(statusOf).sort()).toEqual(['200', '404'])
    expect(await restorations()).toHaveLength(1)
    const wanted = await ask({ phone: '0000000002' })
    for (const other of [reference, wanted, 'XXXX-XXXX', '%00']) expect((await restore(other)).statusCode).toBe(404)
  })

  test('by an outcome joins what the number has asked since, with all its requests, calls and notes', async () => {
    const { ask, report, restore, callbacks, database, worklist, restorations, spam } = await start(await newStore())
    const first = await ask({ timeSlot: '06:00pm-08:00pm', minutesAgo: 20 })
    const second = await ask({ timeSlot: '04:00pm-06:00pm', minutesAgo: 10 })
    await report(first, 'spam', { note: 'Invented' })
    const since = await ask({ timeSlot: '08:00pm-10:00pm' })
    const [{ id }] = await worklist()
    const { callback } = (await restore(first)).json()
    expect(callback).toMatchObject({
      ...{ id, status: 'new', asked: 3, references: [second, first, since], time_slot: '04:00pm-06:00pm' },
      ...{ due_from: '2026-11-20T10:30:00.000Z', waiting_since: '2026-11-20T09:10:00.000Z' },
    })
    expect(await worklist()).toEqual([callback])
    expect(await callbacks()).toHaveLength(1)
    expect((await spam()).rows).toEqual([])
    for (const table of ['attempts', 'notes'] as const) {
      expect(await database.selectFrom(table).select('callback').distinct().execute()).toEqual([{ callback: id }])
    }
    expect(await restorations()).toHaveLength(1)
  })
})
