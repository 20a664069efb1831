import { describe, expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { type Asked, startCalls } from '../../../../tests/support/desk/start-calls.ts'
import { statusOf } from '../../../../tests/support/start-desk-listener.ts'
import { BUCKETS } from '../../../callback-request/calling/buckets.ts'

/** The clock begins at 15:00 in Kolkata. */
async function start(store?: string) {
  const desk = await startCalls(store)
  const { coordinator } = desk
  return {
    ...desk,
    suspect: (asked: Asked = {}) => desk.ask({ ...asked, suspected: true }),
    spam: async (kind = 'held') => (await coordinator.get(`/api/spam?kind=${kind}`)).json().rows,
    restore: (reference: string, by = coordinator) => by.post(`/api/spam/${reference}/restore`),
    worklist: async () => {
      const { buckets } = await desk.worklist()
      return BUCKETS.flatMap((bucket) => buckets[bucket].rows)
    },
    restorations: () =>
      desk.database.selectFrom('attempts').selectAll().where('what', 'in', ['restored', 'joined']).execute(),
  }
}

describe('Spam', () => {
  test('is listed with what was typed; restored, it is in the worklist, the timeline and the audit log, and nobody is notified', async () => {
    const { ask, suspect, spam, restore, worklist, coordinator, restorations, database, events } = await start()
    const phone = '+91 00000 00001'
    const message = 'Please call.\nمرحبا'
    const slot = { time_slot: '06:00pm-08:00pm' } as const
    const reference = await suspect({ phone, message, language: 'hi', timeSlot: slot.time_slot, minutesAgo: 10 })
    const received_at = '2026-11-20T09:20:00.000Z'
    const person = { name: 'Asha Invented', phone, email: 'asha@visitor.example' }
    expect(await worklist()).toEqual([])
    expect(await spam()).toEqual([
      {
        reference,
        received_at,
        ...person,
        form: 'contact',
        service: null,
        message,
        ...slot,
        language: 'hi',
        reason: 'links',
        marked: null,
      },
    ])
    expect([await spam('marked'), (await coordinator.get('/api/spam?kind=other')).statusCode]).toEqual([[], 422])
    await ask({ phone: '0000000009' })
    const { callback } = (await restore(reference)).json()
    expect(await worklist()).toContainEqual(callback)
    expect(callback).toMatchObject({
      ...{ references: [reference], status: 'new', waiting_since: received_at, tries: 0, asked: 1, claim: null },
      ...{ ...slot, due_from: '2026-11-20T12:30:00.000Z', due_until: '2026-11-20T14:30:00.000Z' },
    })
    expect(await spam()).toEqual([])
    expect(await restorations()).toMatchObject([{ callback: callback.id, by: coordinator.id }])
    const event = { by: coordinator.id, subject: reference, client: '127.0.0.1', detail: null }
    expect(await events('restored')).toMatchObject([event])
    expect(await database.selectFrom('outbox_messages').selectAll().execute()).toEqual([])
  })
})

describeOnEachDatabase('Spam', (newStore) => {
  test('that was restored already, is none or is unknown is refused, and of two at once one restores it', async () => {
    const { suspect, ask, restore, restorations, signedIn } = await start(await newStore())
    const reference = (await suspect()).toLowerCase()
    const both = await Promise.all([restore(reference), restore(reference, await signedIn('coordinator'))])
    expect(both.map(statusOf).sort()).toEqual(['200', '404'])
    expect(await restorations()).toHaveLength(1)
    const wanted = await ask({ phone: '0000000002' })
    for (const other of [reference, wanted, 'XXXX-XXXX', '%00']) expect((await restore(other)).statusCode).toBe(404)
  })

  test('and “Do not call” are listed as marked, the last first, with who did it, when and why; restored, they wait again', async () => {
    const { ask, report, spam, restore, coordinator, clock, signedIn, worklist } = await start(await newStore())
    const other = await signedIn('coordinator', 'other')
    const references: string[] = []
    for (const [number, outcome] of ['spam', 'do_not_call', 'spam'].entries()) {
      const reference = await ask({ phone: `000000000${number}`, minutesAgo: number })
      references.push(reference)
      clock.pass({ minutes: 1 })
      await report(reference, outcome, number === 1 ? { by: other, note: 'Asked us to stop.' } : {})
    }
    const [first, unwilling, last] = references
    const rows = await spam('marked')
    expect(rows).toMatchObject([
      {
        reference: last,
        reason: 'marked',
        marked: { by: { id: coordinator.id }, at: '2026-11-20T09:33:00.000Z', note: null },
      },
      {
        ...{ reference: unwilling, reason: 'do_not_call' },
        marked: { by: { id: other.id, name: 'other' }, at: '2026-11-20T09:32:00.000Z', note: 'Asked us to stop.' },
      },
      { reference: first },
    ])
    const pages = await coordinator.pages('/api/spam?kind=marked&limit=2')
    expect(pages).toEqual([rows.slice(0, 2), rows.slice(2)])
    // Who asked not to be called and asks again is held back, until this is restored.
    const again = await ask({ phone: '0000000001' })
    expect(await spam()).toMatchObject([{ reference: again, reason: 'do_not_call', marked: null }])
    const { callback } = (await restore(unwilling ?? '')).json()
    expect(callback).toMatchObject({ references: [unwilling], status: 'again' })
    expect(await worklist()).toEqual([callback])
    expect((await restore(again)).json().callback).toMatchObject({ id: callback.id, asked: 2 })
    expect([(await spam()).length, (await spam('marked')).length]).toEqual([0, 2])
  })

  test('by an outcome joins what its person has asked since; calls and notes stay with the callback that they were made to', async () => {
    const { ask, report, restore, coordinator } = await start(await newStore())
    const first = await ask()
    await report(first, 'no_answer', { note: 'Invented' })
    await report(first, 'spam')
    const since = await ask()
    expect((await restore(first)).json().callback).toMatchObject({ references: [first, since], status: 'new' })
    const { context } = (await coordinator.claim(since)).json()
    expect([context.attempts, context.notes]).toEqual([[], []])
  })
})

test('Pages of spam and worklist beyond the first are in the audit log, with the number of rows', async () => {
  const { ask, coordinator, events } = await startCalls()
  for (const number of [1, 2, 3]) {
    await ask({ phone: `000000000${number}`, suspected: true })
    await ask({ phone: `000000001${number}` })
  }
  await coordinator.get('/api/worklist')
  expect((await coordinator.pages('/api/spam?limit=2')).map((rows) => rows.length)).toEqual([2, 1])
  const pages = (
    await Promise.all(BUCKETS.map((bucket) => coordinator.pages(`/api/worklist?bucket=${bucket}&limit=1`)))
  ).flat()
  const further = pages.length - BUCKETS.length
  expect(further).toBeGreaterThan(0)
  const recorded = { by: coordinator.id, subject: null, detail: '{"rows":1}' }
  expect(await events('listed')).toMatchObject(Array(1 + further).fill(recorded))
})
