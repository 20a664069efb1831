import { once } from 'node:events'
import { get } from 'node:http'
import { expect, test, vi } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { openStream } from '../../../../tests/support/open-stream.ts'
import { SUBMISSION } from '../../../../tests/support/samples.ts'
import { type Browser, startDeskListener } from '../../../../tests/support/start-desk-listener.ts'
import { ingest, startIngestion } from '../../storage/callbacks/ingest.ts'
import { CallbackRequests } from '../../storage/requests/callback-requests.ts'
import { exportedRequests } from '../../storage/search/exported-requests.ts'
import { writeWords } from '../../storage/search/request-words.ts'

const COLUMNS =
  'reference,form,name,phone,email,service,message,time_slot,start_time,end_time,received_at,status,suspected,' +
  'campaign_source,campaign_medium,campaign_campaign,campaign_term,campaign_content,notice_version,' +
  'asked,tries,first_tried_at,settled_at'

describeOnEachDatabase('An export', (newStore) => {
  async function start() {
    const desk = await startDeskListener(await newStore())
    const { database, clock } = desk
    const requests = new CallbackRequests(database)
    await startIngestion(database, clock.now)
    async function ask(name: string, phone: string, message = 'Invented, "quoted"\nand broken') {
      const details = { form: 'contact', name, phone, email: 'asha@visitor.example', service: null, message } as const
      const result = await requests.receive(
        { ...details, timeSlot: 'Anytime' },
        { ...SUBMISSION, receivedAt: clock.now },
      )
      clock.pass({ seconds: 1 })
      return result.ok ? result.reference : ''
    }
    /** The desk does the same by itself: what it is just doing is not there yet. */
    async function prepare() {
      const waiting = database.selectFrom('callback_requests').select('reference').where('has_words', '=', 0)
      do {
        while ((await ingest(database, 'Asia/Kolkata')).isMore);
        while (await writeWords(database));
      } while ((await waiting.execute()).length > 0)
    }
    const manager = await desk.signedIn('manager')
    const urlOf = async (filter: object) => (await manager.post('/api/exports', filter)).json().url
    const events = async () => {
      const all = database
        .selectFrom('audit_events')
        .select('detail')
        .where('kind', 'in', ['exported', 'export-ended'])
        .orderBy('id')
      return (await all.execute()).map(({ detail }) => JSON.parse(detail ?? ''))
    }
    return { ...desk, ask, prepare, manager, urlOf, events }
  }

  test('has the columns of the command, then those of the callback, and only what the filter finds', async () => {
    const { ask, prepare, manager, urlOf, clock } = await start()
    const booked = await ask('Asha Invented', '0000000001')
    await ask('Ravi Invented', '0000000002', '=1+1')
    await prepare()
    await manager.post(`/api/callbacks/${booked}/claim`)
    const triedAt = clock.now.toISOString()
    await manager.post(`/api/callbacks/${booked}/outcomes`, { outcome: 'booked' })

    const answer = await manager.get(await urlOf({ text: 'asha' }))
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="callbacks-2026-11-20.csv"',
      'cache-control': 'no-store',
    })
    expect(answer.body).toBe(
      `${COLUMNS}\r\n${booked},contact,Asha Invented,0000000001,asha@visitor.example,,"Invented, ""quoted""\nand broken",` +
        `Anytime,,,2026-11-20T09:30:00.000Z,booked,false,,,,,,2026-11-01,1,1,${triedAt},${triedAt}\r\n`,
    )
    const [, ...all] = (await manager.get(await urlOf({}))).body.split('\r\n')
    expect(all.map((line) => line.split(',')[2])).toEqual(['Ravi Invented', 'Asha Invented', undefined])
    expect(all[0]).toContain(",'=1+1,")
  })

  test('is fetched once, within 60 seconds, by the session that asked for it', async () => {
    const { manager, signedIn, urlOf, clock } = await start()
    const other = await signedIn('manager')
    const fetchIt = async (browser: Browser, url: string) => (await browser.get(url)).statusCode
    const url = await urlOf({})
    expect(await fetchIt(other, url)).toBe(404)
    expect(await fetchIt(manager, url)).toBe(200)
    expect(await fetchIt(manager, url)).toBe(404)
    const almostLate = await urlOf({})
    expect((await manager.call({ method: 'HEAD', url: almostLate })).statusCode).toBe(405)
    clock.pass({ seconds: 59 })
    expect(await fetchIt(manager, almostLate)).toBe(200)
    const late = await urlOf({})
    clock.pass({ seconds: 60 })
    expect(await fetchIt(manager, late)).toBe(404)
    expect(await fetchIt(manager, '/api/exports/nonsense')).toBe(404)
    expect((await manager.post('/api/exports', { text: 'a' })).statusCode).toBe(422)
  })

  test('is recorded with its filter and count, and what was searched is kept nowhere', async () => {
    const { ask, prepare, manager, urlOf, events, database, logLines } = await start()
    for (const number of [1, 2, 3]) await ask(`Asha Canary ${number}`, `000000000${number}`)
    await prepare()
    const url = await urlOf({ text: 'canary', status: 'new', campaign: '', from: '2026-11-01' })
    const { filter } = await database.selectFrom('export_tickets').select('filter').executeTakeFirstOrThrow()
    expect(Buffer.from(filter, 'base64').toString()).not.toContain('canary')
    await manager.get(url)
    await manager.get(await urlOf({ campaign: 'canary' }))
    expect(await events()).toEqual([
      { text: 'given', status: 'new', from: '2026-11-01' },
      { rows: 3 },
      { campaign: 'given' },
      { rows: 0 },
    ])
    expect(await database.selectFrom('export_tickets').selectAll().execute()).toEqual([])
    expect(logLines.join('\n')).not.toMatch(/canary/i)
  })

  test('tells the pages of its session how far it has come, at any instance, and nobody else', async () => {
    const { ask, prepare, manager, signedIn, urlOf, listen, location } = await start()
    await ask('Asha Invented', '0000000001')
    await prepare()
    const other = await startDeskListener(location)
    const address = await listen()
    const own = await openStream(address, manager)
    // SQLite has one instance.
    const elsewhere = await openStream(location.startsWith('postgres') ? await other.listen() : address, manager)
    const anothers = await openStream(address, await signedIn('manager'))
    await vi.waitFor(async () => {
      const url = await urlOf({})
      await manager.get(url)
      const event = `event: export\ndata: ${JSON.stringify({ url, rows: 1, done: true })}\n`
      await vi.waitFor(() => expect(own.text()).toContain(event), { timeout: 2_000 })
      await vi.waitFor(() => expect(elsewhere.text()).toContain(event), { timeout: 2_000 })
    }, 10_000)
    expect(anothers.text()).not.toContain('event: export')
  })

  test('reads the store only as fast as it is fetched', async () => {
    const { listen, ask, prepare, manager, urlOf, database, events } = await start()
    await ask('Asha Invented', '0000000001')
    await prepare()
    const row = await database.selectFrom('callback_requests').selectAll().executeTakeFirstOrThrow()
    for (let start = 0; start < 5_000; start += 500) {
      const some = Array.from({ length: 500 }, (_, number) => ({ ...row, reference: `X-${start + number}` }))
      const rows = some.map((each) => ({ ...each, idempotency_key: null, message: 'Invented '.repeat(500) }))
      await database.insertInto('callback_requests').values(rows).execute()
    }
    // More than the sockets hold.
    const [address, url] = [await listen(), await urlOf({})]
    const [answer] = await once(get(address + url, { headers: { cookie: manager.cookie } }), 'response')
    await once(answer, 'readable')
    answer.destroy()
    await vi.waitFor(async () => expect(await events()).toHaveLength(2), 10_000)
    expect((await events())[1].rows).toBeLessThan(5_000)
  })

  test('that is cut is recorded with what was already read', async () => {
    const { ask, prepare, database, clock, events } = await start()
    for (let number = 0; number < 251; number++) await ask('Asha Invented', `0000000${String(number).padStart(3, '0')}`)
    await prepare()
    const everything = { text: null, service: null, status: null, form: null, campaign: null }
    const pages = exportedRequests(
      database,
      { ...everything, receivedFrom: null, receivedBefore: null },
      { actor: { by: null, client: null }, detail: {}, now: () => clock.now },
    )
    await pages.next()
    await pages.return()
    expect(await events()).toEqual([{}, { rows: 250 }])
  })
})
