import { expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { storeMany } from '../../../../tests/support/database/store-many.ts'
import { startCalls } from '../../../../tests/support/desk/start-calls.ts'
import { Erasures } from '../../storage/erasure/erasures.ts'

const DAY = 24 * 60

describeOnEachDatabase('Finding requests', (newStore) => {
  async function start() {
    const desk = await startCalls(await newStore())
    const search = async (body: object) => (await desk.coordinator.post('/api/requests/search', body)).json()
    const names = async (body: object) => (await search(body)).rows.map(({ name }: { name: string }) => name)
    return { ...desk, search, names }
  }

  test('by name takes the beginning of any word, without case and Latin accents, the newest first', async () => {
    const { ask, names } = await start()
    await ask({ name: 'Zoë Ashworth', minutesAgo: DAY })
    await ask({ name: 'Asha Invented', minutesAgo: 2 * DAY })
    await ask({ name: 'ÄSHA Müller', minutesAgo: 3 * DAY })
    await ask({ name: 'Ashok Ashby', minutesAgo: 4 * DAY })
    await ask({ name: 'आशा देवी', minutesAgo: 5 * DAY })
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
    const suspected = { suspected: true, minutesAgo: 9 * DAY }
    await ask({ name: 'Ravi Invented', phone: '9876500000', email: 'RAVI@visitor.example', ...suspected })
    await ask({ name: 'Old Invented', phone: '1234567890', minutesAgo: 300 * DAY })
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
    for (const [text, found] of [
      ['ravi@VISITOR.example', ['Ravi Invented']],
      ['(98765) 43210', ['Asha Invented']],
      ['987654', ['Asha Invented']],
      ['98765 0', ['Ravi Invented']],
      ['567890', ['Old Invented']],
      ['3456789', []],
    ]) {
      expect(await names({ text }), String(text)).toEqual(found)
    }
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
    const { ask, report, names } = await start()
    const id = await ask({ name: 'Asha Booked', phone: '0000000002', campaign: 'autumn' })
    await ask({ name: 'Asha Contact', phone: '0000000003', message: 'Invented', language: 'hi', campaign: 'autumn' })
    await ask({ name: 'Asha Older', phone: '0000000004', minutesAgo: 2 * DAY })
    await report(id, 'booked')
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
    // It is 20 November, 3 pm in the department. So long before was the midnight that begins the 18th.
    const midnight = 2 * DAY + 15 * 60
    const second = 1 / 60
    await ask({ name: 'Last Of 17', minutesAgo: midnight + second })
    await ask({ name: 'First Of 18', minutesAgo: midnight })
    await ask({ name: 'Last Of 18', minutesAgo: midnight - DAY + second })
    await ask({ name: 'First Of 19', minutesAgo: midnight - DAY })
    expect(await names({ from: '2026-11-18', to: '2026-11-18' })).toEqual(['Last Of 18', 'First Of 18'])
    expect(await names({ text: 'of', to: '2026-11-17' })).toEqual(['Last Of 17'])
    expect(await names({ text: 'of', from: '2026-11-19' })).toEqual(['First Of 19'])
  })

  test('goes on page by page, and each request comes once', async () => {
    const { ask, search } = await start()
    for (let number = 0; number < 12; number++) {
      const name = number % 2 ? 'Asha Ashby' : 'Ashok Invented'
      await ask({ name, phone: `000000001${number % 10}`, minutesAgo: (number % 3) * DAY })
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
    await ask({ name: 'Ashwin Contact', phone: '0000000009', message: 'Invented', minutesAgo: 400 * DAY })
    const received_at = '2026-01-01T00:00:00.000Z'
    await storeMany(database, 5_001, { received_at })
    for (const filter of [{ form: 'contact' }, { text: 'ash', form: 'contact' }]) {
      const { next: after, ...empty } = await search(filter)
      expect(empty).toMatchObject({ rows: [], complete: false, searched_back_to: received_at })
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
      ...[{ from: '2026-02-30' }, { to: 'today' }],
    ]) {
      const answer = await coordinator.post('/api/requests/search', body)
      expect(answer.statusCode, JSON.stringify(body)).toBe(422)
      expect(Object.keys(answer.json().errors)).toEqual(Object.keys(body))
    }
  })

  test('is recorded each time, without what was searched', async () => {
    const { search, coordinator, events, logLines } = await start()
    for (const body of [{ text: 'canary' }, {}]) await search(body)
    const searched = await events('searched')
    expect(searched).toMatchObject([0, 1].map(() => ({ by: coordinator.id, subject: null, detail: '{"rows":0}' })))
    expect(logLines.join('\n') + JSON.stringify(searched)).not.toMatch(/canary/i)
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
