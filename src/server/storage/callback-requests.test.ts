import { expect, onTestFinished, test } from 'vitest'
import { describeOnEachDatabase } from '../../../tests/support/database/each-database.ts'
import { APPOINTMENT, DETAILS, SUBMISSION } from '../../../tests/support/samples.ts'
import { CallbackRequests } from './callback-requests.ts'
import { openDatabase } from './database/open-database.ts'

const CONTACT = { ...DETAILS, form: 'contact', service: null, message: 'Line one\nline two' } as const

describeOnEachDatabase('The store', (newStore) => {
  async function store() {
    const location = await newStore()
    const [database, other] = [await openDatabase(location), await openDatabase(location)]
    onTestFinished(async () => {
      for (const each of [database, other]) await each.destroy()
    })
    return { database, requests: new CallbackRequests(database), ofOther: new CallbackRequests(other) }
  }

  const all = (requests: CallbackRequests) => Array.fromAsync(requests.all())

  test('A stored request is read back with exactly the fields of an export, in their order, and with its texts unchanged', async () => {
    const { requests } = await store()
    const campaign = { source: 'letter', medium: null, campaign: 'autumn', term: null, content: null }
    const result = await requests.receive(DETAILS, { ...SUBMISSION, campaign, idempotencyKey: 'key-1' })
    const contact = { ...CONTACT, name: 'आशा 𝒜́ O’Neil', timeSlot: 'Anytime' } as const
    const receivedAt = new Date(SUBMISSION.receivedAt.getTime() + 1)
    await requests.receive(contact, { ...SUBMISSION, receivedAt, suspicion: 'links' })

    const [stored, ...others] = await all(requests)
    const expected = { ...APPOINTMENT, reference: result.ok && result.reference, campaign }
    expect(Object.entries(stored ?? {})).toEqual(Object.entries(expected))
    const { timeSlot: time_slot, ...typed } = contact
    expect(others).toMatchObject([{ ...typed, time_slot, start_time: null, end_time: null, suspected: true }])
  })

  test('The same key and details are stored once within a form, also at once on two instances; with other details they are refused', async () => {
    const { requests, ofOther } = await store()
    const context = { ...SUBMISSION, idempotencyKey: 'key-1' }
    const copies = Array.from({ length: 20 }, (_, copy) => (copy % 2 ? requests : ofOther).receive(DETAILS, context))
    const results = await Promise.all(copies)
    expect(new Set(results.map((result) => result.ok && result.reference)).size).toBe(1)
    const later = { ...context, receivedAt: new Date('2026-12-24T00:00:00Z') }
    expect(await requests.receive(DETAILS, later)).toEqual(results[0])
    const other = { ...DETAILS, timeSlot: 'Anytime' } as const
    expect(await requests.receive(other, context)).toEqual({ ok: false, refusal: 'key reused' })
    expect(await all(requests)).toMatchObject([{ received_at: '2026-11-20T09:30:00.000Z' }])
    const contact = await requests.receive(CONTACT, context)
    expect(contact.ok).toBe(true)
    expect(contact).not.toEqual(results[0])
  })

  test('A request that the database refuses does not affect others that arrive at the same time', async () => {
    const { requests } = await store()
    const bad = { ...DETAILS, name: null as unknown as string }
    const details = [DETAILS, bad, DETAILS]
    const results = await Promise.allSettled(details.map((each) => requests.receive(each, SUBMISSION)))

    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(results[1]).not.toMatchObject({ reason: { name: 'StoreUnavailable' } })
    expect(await all(requests)).toHaveLength(2)
  })

  test('When a reference is already used, another is drawn', async () => {
    const { database, requests } = await store()
    const taken = await requests.receive(DETAILS, SUBMISSION)
    const draws = [taken.ok ? taken.reference : '', 'XXXX-2222']
    const unlucky = new CallbackRequests(database, { newReference: () => draws.shift() ?? '' })

    expect(await unlucky.receive(DETAILS, SUBMISSION)).toEqual({ ok: true, reference: 'XXXX-2222' })
    expect(await all(requests)).toHaveLength(2)
  })
})
