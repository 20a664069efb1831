import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { describeOnEachDatabase, testOnPostgres } from '../../../tests/support/database/each-database.ts'
import { openedDatabase } from '../../../tests/support/database/opened-database.ts'
import { receiverIn } from '../../../tests/support/receive.ts'
import { APPOINTMENT, DETAILS, SUBMISSION } from '../../../tests/support/samples.ts'
import { CallbackRequests } from './callback-requests.ts'
import { Callbacks } from './callbacks.ts'
import { openDatabase } from './database/open-database.ts'
import { lockNumbers } from './people-at-a-number.ts'

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

testOnPostgres(
  'While others use a number, who waits for it leaves connections for the visitors of other numbers, and waits 2.5 s at most',
  async (location) => {
    const database = await openedDatabase(location)
    const callbacks = new Callbacks(database, SUBMISSION.calendar, () => SUBMISSION.receivedAt)
    const receive = receiverIn(database)
    const ask = (phone: string) => receive({ phone })
    const held = await ask('0000000001')
    const whileUsed = <Result>(work: () => Promise<Result>) =>
      database.transaction().execute(async (transaction) => {
        await lockNumbers(transaction, sql`(values ('0000000001')) as held (number)`)
        return work()
      })
    await whileUsed(() => expect(ask('0000000001')).rejects.toThrow('The store is unavailable'))
    // Shorter, since PostgreSQL ends a statement that waits for 3 s.
    const { again, claims } = await whileUsed(async () => {
      const claims = Array.from({ length: 12 }, (_, number) =>
        callbacks.claim(held, { by: `${number}`, client: null }, { early: true }),
      )
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await vi.waitFor(async () => expect((await waiting.execute(database)).rows).toHaveLength(4))
      const again = ask('0000000001')
      // Some of them are in a group with that one.
      const posts = Array.from({ length: 30 }, (_, number) => ask(String(10 + number).padStart(10, '0')))
      expect(new Set(await Promise.all(posts)).size).toBe(30)
      return { again, claims }
    })
    await again
    expect((await Promise.all(claims)).filter(({ ok }) => ok)).toHaveLength(1)
    expect(await database.selectFrom('callbacks').select('id').execute()).toHaveLength(31)
  },
)
