import { expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { receiverIn } from '../../../../tests/support/receive.ts'
import { startDeskListener } from '../../../../tests/support/start-desk-listener.ts'
import type { CallbackDetails } from '../../../callback-request/stored-request.ts'
import { Erasures } from '../../storage/erasure/erasures.ts'
import { wordsOf } from '../../storage/search/request-words.ts'

interface Asked {
  name?: string
  phone?: string
  email?: string
  form?: 'appointment' | 'contact'
  language?: string
  campaign?: string
  daysAgo?: number
  suspected?: boolean
}

const DAY_MS = 24 * 60 * 60_000

describeOnEachDatabase('Finding requests', (newStore) => {
  async function start() {
    const desk = await startDeskListener(await newStore())
    const { database, clock } = desk
    const receive = receiverIn(database, { now: () => clock.now })

    /** Stores a request. @returns its reference */
    function ask({ form = 'appointment', language, campaign, daysAgo = 0, suspected = false, ...visitor }: Asked = {}) {
      const ofForm = form === 'appointment' ? { form } : { form, service: null, message: 'Invented' }
      return receive({ phone: '0000000001', timeSlot: 'Anytime', ...visitor, ...ofForm } as CallbackDetails, {
        minutesAgo: daysAgo * 24 * 60,
        campaign: campaign === undefined ? null : { source: null, medium: null, campaign, term: null, content: null },
        language,
        suspected,
      })
    }

    const coordinator = await desk.signedIn('coordinator')
    const search = async (body: object) => (await coordinator.post('/api/requests/search', body)).json()
    const names = async (body: object) => (await search(body)).rows.map(({ name }: { name: string }) => name)
    return { ...desk, ask, coordinator, search, names }
  }

  test('by name takes the beginning of any word, without case and Latin accents, the newest first', async () => {
    const { ask, names } = await start()
    await ask({ name: 'Zoë Ashworth', daysAgo: 1 })
    await ask({ name: 'Asha Invented', daysAgo: 2 })
    await ask({ name: 'ÄSHA Müller', daysAgo: 3 })
    await ask({ name: 'Ashok Ashby', daysAgo: 4 })
    await ask({ name: 'आशा देवी', daysAgo: 5 })
    expect(await names({ text: 'ash' })).toEqual(['Zoë Ashworth', 'Asha Invented', 'ÄSHA Müller', 'Ashok Ashby'])
    expect(await names({ text: 'mul asha' })).toEqual(['ÄSHA Müller'])
    expect(await names({ text: 'ZOE ash x' })).toEqual(['Zoë Ashworth'])
    expect(await names({ text: 'आशा' })).toEqual(['आशा देवी'])
    expect(await names({ text: 'nobody' })).toEqual([])
    expect(await names({})).toEqual(['Zoë Ashworth', 'Asha Invented', 'ÄSHA Müller', 'Ashok Ashby', 'आशा देवी'])
  })

  test('by reference, address or number finds exactly those, also suspected ones and those older than the desk', async () => {
    const { ask, search, names } = await start()
    const reference = await ask({ name: 'Asha Invented', phone: '+91 98765-43210' })
    await ask({
      name: 'Ravi Invented',
      phone: '9876500000',
      email: 'RAVI@visitor.example',
      suspected: true,
      daysAgo: 9,
    })
    await ask({ name: 'Old Invented', phone: '1234567890', email: 'old@visitor.example', daysAgo: 300 })
    const { rows } = await search({ text: reference.toLowerCase().replace('-', '') })
    expect(rows).toEqual([
      {
        reference,
        received_at: '2026-11-20T09:30:00.000Z',
        name: 'Asha Invented',
        phone: '+91 98765-43210',
        email: 'asha@visitor.example',
        form: 'appointment',
        service: 'Rhinoplasty',
        time_slot: 'Anytime',
        status: 'new',
        language: null,
        campaign: null,
        suspected: false,
      },
    ])
    expect(await names({ text: 'ravi@VISITOR.example' })).toEqual(['Ravi Invented'])
    expect(await names({ text: '(98765) 43210' })).toEqual(['Asha Invented'])
    expect(await names({ text: '987654' })).toEqual(['Asha Invented'])
    expect(await names({ text: '98765 0' })).toEqual(['Ravi Invented'])
    expect(await names({ text: '123456789' })).toEqual(['Old Invented'])
    expect(await names({ text: '567890' })).toEqual(['Old Invented'])
    expect(await names({ text: '3456789' })).toEqual([])
  })

  test('by four digits finds the numbers that begin or end with them, each once', async () => {
    const { ask, search } = await start()
    for (const phone of ['5555000001', '5555005555', '0000015555', '0055550000', '+91 55550 00001'])
      await ask({ phone })
    const { rows, next } = await search({ text: '5555' })
    const found = rows.map(({ phone }: { phone: string }) => phone)
    expect(found.sort()).toEqual(['+91 55550 00001', '0000015555', '5555000001', '5555005555'])
    expect(next).toBeNull()
  })

  test('by service, status, form, language, campaign and local days, also together with a text', async () => {
    const { ask, names, coordinator } = await start()
    const id = await ask({ name: 'Asha Booked', phone: '0000000002', campaign: 'autumn' })
    await ask({ name: 'Asha Contact', phone: '0000000003', form: 'contact', language: 'hi', campaign: 'autumn' })
    await ask({ name: 'Asha Older', phone: '0000000004', daysAgo: 2 })
    await coordinator.post(`/api/callbacks/${id}/claim`)
    await coordinator.post(`/api/callbacks/${id}/outcomes`, { outcome: 'booked' })
    for (const text of [null, 'asha']) {
      expect(await names({ text, status: 'booked' })).toEqual(['Asha Booked'])
      expect(await names({ text, form: 'contact' })).toEqual(['Asha Contact'])
      expect(await names({ text, language: 'hi' })).toEqual(['Asha Contact'])
      expect(await names({ text, campaign: 'autumn', service: 'Rhinoplasty' })).toEqual(['Asha Booked'])
      expect(await names({ text, from: '2026-11-18', to: '2026-11-18' })).toEqual(['Asha Older'])
      expect(await names({ text, to: '2026-11-17' })).toEqual([])
    }
  })

  test('by days that begin and end at midnight in the department, both included', async () => {
    const { ask, names } = await start()
    // It is 20 November, 3 pm in the department. So many days before was the midnight that begins the 18th.
    const midnight = 2.625
    const second = 1_000 / DAY_MS
    await ask({ name: 'Last Of 17', daysAgo: midnight + second })
    await ask({ name: 'First Of 18', daysAgo: midnight })
    await ask({ name: 'Last Of 18', daysAgo: midnight - 1 + second })
    await ask({ name: 'First Of 19', daysAgo: midnight - 1 })
    expect(await names({ from: '2026-11-18', to: '2026-11-18' })).toEqual(['Last Of 18', 'First Of 18'])
    expect(await names({ text: 'of', to: '2026-11-17' })).toEqual(['Last Of 17'])
    expect(await names({ text: 'of', from: '2026-11-19' })).toEqual(['First Of 19'])
  })

  test('goes on page by page, and each request comes once', async () => {
    const { ask, search } = await start()
    for (let number = 0; number < 12; number++) {
      await ask({
        name: number % 2 ? 'Asha Ashby' : 'Ashok Invented',
        phone: `000000001${number % 10}`,
        daysAgo: number % 3,
      })
    }
    for (const filter of [{}, { text: 'ash' }, { text: '00000000' }, { text: 'asha@visitor.example' }]) {
      const references: string[] = []
      for (let after: string | null = null, page = 0; page === 0 || after !== null; page++) {
        const { rows, next, complete } = await search({ ...filter, after, limit: 5 })
        expect([rows.length, complete]).toEqual([page < 2 ? 5 : 2, true])
        references.push(...rows.map((row: { reference: string }) => row.reference))
        after = next
      }
      expect(new Set(references).size, JSON.stringify(filter)).toBe(12)
      expect(references).toHaveLength(12)
    }
  })

  test('ends a page after 5,000 examined rows, and goes on from there', async () => {
    const { ask, search, database } = await start()
    await ask({ name: 'Ashwin Contact', phone: '0000000009', form: 'contact', daysAgo: 400 })
    const template = await database.selectFrom('callback_requests').selectAll().executeTakeFirstOrThrow()
    for (let start = 0; start < 6_000; start += 500) {
      const rows = Array.from({ length: 500 }, (_, number) => ({
        ...template,
        reference: `X-${start + number}`,
        name: 'Asha Invented',
        form: 'appointment' as const,
        received_at: new Date(Date.parse('2026-01-01T00:00:00Z') + start + number).toISOString(),
        idempotency_key: null,
        callback: null,
        revision: null,
        suspected: 1,
      }))
      await database.insertInto('callback_requests').values(rows).execute()
      const words = rows.flatMap((row) =>
        wordsOf(row).map((word) => ({ word, received_at: row.received_at, reference: row.reference })),
      )
      await database.insertInto('request_words').values(words).execute()
    }
    for (const filter of [{ form: 'contact' }, { text: 'ash', form: 'contact' }]) {
      const { next: after, ...empty } = await search(filter)
      expect(empty).toMatchObject({ rows: [], complete: false, searched_back_to: '2026-01-01T00:00:01.000Z' })
      const last = await search({ ...filter, after })
      expect(last).toMatchObject({ rows: [{ name: 'Ashwin Contact' }], complete: true, next: null })
    }
  })

  test('refuses what it cannot look for, and says why', async () => {
    const { coordinator } = await start()
    for (const body of [
      ...['a', 7, 'x'.repeat(257), `a${'\u0301\u0323'.repeat(100)}`, 'e\u0301'.repeat(129), 'a\0@visitor.example'].map(
        (text) => ({ text }),
      ),
      ...[{ service: 'Haircut' }, { status: 'waiting' }, { form: 'letter' }, { campaign: 'a\0b' }],
      ...[{ from: '2026-02-30' }, { to: 'today' }, { limit: 0 }, { limit: 101 }],
      ...['nonsense', Buffer.from('["x","y",7]').toString('base64url')].map((after) => ({ after })),
    ]) {
      const answer = await coordinator.post('/api/requests/search', body)
      expect(answer.statusCode, JSON.stringify(body)).toBe(422)
      expect(Object.keys(answer.json().errors)).toEqual(Object.keys(body))
    }
  })

  test('finds, and erases, names of any length and any marks', async () => {
    const { ask, names, database } = await start()
    const words = Array.from({ length: 12_000 }, (_, number) => number.toString(36)).join(' ')
    const long = await ask({ name: `Asha ${words}`, phone: '0000000001' })
    await ask({ name: `Asha ${'a\u0301\u0323'.repeat(40)}${'\u0301\u0323'.repeat(15_000)}`, phone: '0000000001' })
    await ask({ name: 'x'.repeat(6_000), phone: '0000000001' })
    await ask({ name: 'Asha Invented', phone: '0000000002' })
    expect(await names({ text: 'asha' })).toHaveLength(3)
    expect(await names({ text: 'x'.repeat(30) })).toHaveLength(1)
    const ofLong = database.selectFrom('request_words').selectAll().where('reference', '=', long)
    expect((await ofLong.execute()).length).toBeLessThan(12)
    expect(await new Erasures(database, undefined).erase({ phone: '0000000001' })).toBe(3)
    expect(await names({ text: 'asha' })).toEqual(['Asha Invented'])
    expect(await ofLong.execute()).toEqual([])
  })
})
