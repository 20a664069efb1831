import { expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { storeMany } from '../../../../tests/support/database/store-many.ts'
import { startCalls } from '../../../../tests/support/desk/start-calls.ts'

const DAY = 24 * 60

describeOnEachDatabase('Finding requests', (newStore) => {
  async function start() {
    const desk = await startCalls(await newStore())
    const search = async (body: object) => (await desk.coordinator.post('/api/requests/search', body)).json()
    const names = async (body: object) => (await search(body)).rows.map(({ name }: { name: string }) => name)
    return { ...desk, search, names }
  }

  test('by a text takes the beginning of any word, an address, a reference, or a number’s beginning, end or all of it', async () => {
    const { ask, search, names, coordinator, events, logLines } = await start()
    const reference = await ask({ name: 'Zoë Ashworth', phone: '098765-43210', minutesAgo: DAY })
    const suspected = { suspected: true, email: 'RAVI@visitor.example' }
    await ask({ name: 'ÄSHA Müller', phone: '9876500000', minutesAgo: 2 * DAY, ...suspected })
    await ask({ name: 'Ashok Ashby', phone: '5555005555', minutesAgo: 3 * DAY })
    await ask({ name: 'आशा देवी', phone: '0000015555', minutesAgo: 300 * DAY })
    const { rows } = await search({ text: reference.toLowerCase().replace('-', '') })
    expect(rows).toEqual([
      {
        ...{ reference, received_at: '2026-11-19T09:30:00.000Z', name: 'Zoë Ashworth', phone: '098765-43210' },
        ...{ email: 'asha@visitor.example', form: 'appointment', service: 'Rhinoplasty', time_slot: 'Anytime' },
        ...{ status: 'new', language: null, campaign: null, suspected: false },
      },
    ])
    for (const [text, ...found] of [
      ['ash', 'Zoë Ashworth', 'ÄSHA Müller', 'Ashok Ashby'],
      ['mul asha', 'ÄSHA Müller'],
      ['ZOE ash x', 'Zoë Ashworth'],
      ['आशा', 'आशा देवी'],
      ['nobody'],
      ['ravi@VISITOR.example', 'ÄSHA Müller'],
      ['(98765) 43210', 'Zoë Ashworth'],
      ['987654', 'Zoë Ashworth'],
      ['98765 0', 'ÄSHA Müller'],
      ['005555', 'Ashok Ashby'],
      ['015555', 'आशा देवी'],
      ['550000'],
    ]) {
      expect(await names({ text }), text).toEqual(found)
    }
    expect(await names({})).toEqual(['Zoë Ashworth', 'ÄSHA Müller', 'Ashok Ashby', 'आशा देवी'])
    // Each is recorded, without what was typed.
    const searched = await events('searched')
    expect(searched).toHaveLength(14)
    expect(searched[0]).toMatchObject({ by: coordinator.id, subject: null, detail: '{"rows":1}' })
    expect(logLines.join('\n') + JSON.stringify(searched)).not.toMatch(/zoe ash|mul asha|visitor\.example|\(98765\)/i)
  })

  test('by service, status, form, language, campaign and local days, which are both included, also together with a text', async () => {
    const { ask, report, names } = await start()
    const id = await ask({ name: 'Asha Booked', phone: '0000000002', campaign: 'autumn' })
    await ask({ name: 'Asha Contact', phone: '0000000003', message: 'Invented', language: 'hi', campaign: 'autumn' })
    await report(id, 'booked')
    // It is 20 November, 3 pm in the department. So long before was the midnight that begins the 18th.
    const midnight = 2 * DAY + 15 * 60
    const second = 1 / 60
    await ask({ name: 'Asha First Of 18', minutesAgo: midnight })
    await ask({ name: 'Asha Last Of 17', minutesAgo: midnight + second })
    await ask({ name: 'Asha Last Of 18', minutesAgo: midnight - DAY + second })
    await ask({ name: 'Asha First Of 19', minutesAgo: midnight - DAY })
    for (const text of [null, 'asha']) {
      expect(await names({ text, status: 'booked' })).toEqual(['Asha Booked'])
      expect(await names({ text, form: 'contact' })).toEqual(['Asha Contact'])
      expect(await names({ text, language: 'hi' })).toEqual(['Asha Contact'])
      expect(await names({ text, campaign: 'autumn', service: 'Rhinoplasty' })).toEqual(['Asha Booked'])
      expect(await names({ text, from: '2026-11-18', to: '2026-11-18' })).toEqual([
        'Asha Last Of 18',
        'Asha First Of 18',
      ])
      expect(await names({ text, to: '2026-11-17' })).toEqual(['Asha Last Of 17'])
      expect((await names({ text, from: '2026-11-19' })).at(-1)).toBe('Asha First Of 19')
    }
  })

  test('by a service or language that the site no longer offers, as the worklist and the export do', async () => {
    const { ask, database, names, coordinator, signedIn } = await start()
    await ask({ name: 'Asha Former' })
    for (const table of ['callback_requests', 'callbacks'] as const)
      await database.updateTable(table).set({ service: 'Former', language: 'mr' }).execute()
    const manager = await signedIn('manager')
    for (const [filter, status] of [
      [{ service: 'Former' }, 200],
      [{ service: 'Never' }, 422],
      [{ language: 'mr' }, 200],
      [{ language: 'zz' }, 422],
    ] as const) {
      const worklist = await coordinator.get(`/api/worklist?${new URLSearchParams(filter)}`)
      const exported = await manager.post('/api/exports', filter)
      const found = await coordinator.post('/api/requests/search', filter)
      const answers = [worklist, exported, found]
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([status, status, status])
      const refused = () => answers.map((answer) => Object.keys(answer.json().errors))
      if (status === 422) expect(refused()).toEqual(answers.map(() => Object.keys(filter)))
      else expect([worklist.json().counts.due, await names(filter)]).toEqual([1, ['Asha Former']])
    }
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

  test('by several words examines the requests of the rarest, or 5,000 when each is frequent', async () => {
    const { ask, search, database } = await start()
    await ask({ name: 'Asha Devika', phone: '0000000002', minutesAgo: 401 * DAY })
    await ask({ name: 'Zoe Ashwin', phone: '0000000003', minutesAgo: 400 * DAY })
    await storeMany(database, 5_001, { name: 'Asha Invented', received_at: '2026-01-01T00:00:00.000Z' })
    const others = { name: 'Ravi Devika', email: 'ravi@visitor.example' }
    await storeMany(database, 5_001, { ...others, received_at: '2026-01-02T00:00:00.000Z' })
    const pages: object[] = []
    for (let after = null; pages.length < 3; ) {
      const { rows, next, complete } = await search({ text: 'asha devika', after })
      pages.push([rows.map(({ name }: { name: string }) => name), complete])
      after = next
    }
    expect(pages).toEqual([
      [[], false],
      [[], false],
      [['Asha Devika'], true],
    ])
    const rare = await search({ text: 'ash zoe' })
    expect(rare).toMatchObject({ rows: [{ name: 'Zoe Ashwin' }], complete: true, next: null })
    // Those of one address lie in the order of receipt, however many they are.
    const { rows, complete } = await search({ text: 'asha@visitor.example', limit: 1 })
    expect([rows.length, complete]).toEqual([1, true])
  })
})
