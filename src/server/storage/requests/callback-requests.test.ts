import { expect, onTestFinished, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { hasPostgres } from '../../../../tests/support/database/postgres-binaries.ts'
import { newPostgresDatabase, openInstances } from '../../../../tests/support/database/postgres-database.ts'
import { DETAILS, SUBMISSION } from '../../../../tests/support/samples.ts'
import { testRequiring } from '../../../../tests/support/test-requirements.ts'
import { openDatabase } from '../database/open-database.ts'
import { CallbackRequests } from './callback-requests.ts'

const CONTACT = { ...DETAILS, form: 'contact', service: null, message: 'Line one\nline two' } as const

describeOnEachDatabase('The store', (newStore) => {
  async function store() {
    const location = await newStore()
    const database = await openDatabase(location)
    onTestFinished(() => database.destroy())
    return { location, database, requests: new CallbackRequests(database) }
  }

  const all = (requests: CallbackRequests) => Array.fromAsync(requests.all())

  test('A stored appointment is read back with exactly the fields of an export, in their order', async () => {
    const { requests } = await store()
    const campaign = { source: 'letter', medium: null, campaign: 'autumn', term: null, content: null }
    const result = await requests.receive(DETAILS, { ...SUBMISSION, campaign, idempotencyKey: 'key-1' })

    const [stored, ...others] = await all(requests)
    expect(others).toEqual([])
    expect(Object.entries(stored ?? {})).toEqual([
      ['reference', result.ok && result.reference],
      ['form', 'appointment'],
      ['name', 'Asha Invented'],
      ['phone', '9876543210'],
      ['email', 'asha@visitor.example'],
      ['service', 'Rhinoplasty'],
      ['message', null],
      ['time_slot', '10:00am-12:00pm'],
      ['start_time', '10:00am'],
      ['end_time', '12:00pm'],
      ['received_at', '2026-11-20T09:30:00.000Z'],
      ['status', 'new'],
      ['suspected', false],
      ['campaign', campaign],
      ['notice_version', '2026-11-01'],
      ['language', null],
    ])
  })

  test('A stored contact request has its message and name unchanged, no service, and no times for Anytime', async () => {
    const { requests } = await store()
    const name = 'आशा 𝒜́ O’Neil'
    await requests.receive({ ...CONTACT, name, timeSlot: 'Anytime' }, { ...SUBMISSION, suspected: true })
    const { message } = CONTACT
    const anytime = { time_slot: 'Anytime', start_time: null, end_time: null }
    expect(await all(requests)).toMatchObject([
      { form: 'contact', name, service: null, message, ...anytime, suspected: true },
    ])
  })

  test('The same key and details are stored once within a form, also at once; with other details they are refused', async () => {
    const { requests } = await store()
    const context = { ...SUBMISSION, idempotencyKey: 'key-1' }
    const copies = Array.from({ length: 20 }, () => requests.receive(DETAILS, context))
    const results = await Promise.all(copies)
    expect(new Set(results.map((result) => result.ok && result.reference)).size).toBe(1)
    const later = { ...context, receivedAt: new Date('2026-12-24T00:00:00Z') }
    expect(await requests.receive(DETAILS, later)).toEqual(results[0])
    for (const change of [
      { name: 'Other Invented' },
      { phone: '9876543211' },
      { email: 'other@visitor.example' },
      { service: 'Liposuction' },
      { timeSlot: 'Anytime' as const },
    ]) {
      const result = await requests.receive({ ...DETAILS, ...change } as typeof DETAILS, context)
      expect(result, JSON.stringify(change)).toEqual({ ok: false, refusal: 'key reused' })
    }
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

testRequiring(
  { PostgreSQL: hasPostgres() },
  'Copies that arrive at once at several instances are stored once',
  {},
  async () => {
    const instances = await openInstances(await newPostgresDatabase(), 3)
    const stores = instances.map((instance) => new CallbackRequests(instance))
    const copies = Array.from({ length: 10 }, () => stores).flat()
    const results = copies.map((store) => store.receive(DETAILS, { ...SUBMISSION, idempotencyKey: 'key-1' }))
    expect(new Set((await Promise.all(results)).map((result) => result.ok && result.reference)).size).toBe(1)
    for (const store of stores) expect(await Array.fromAsync(store.all())).toHaveLength(1)
  },
)
