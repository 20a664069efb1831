import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer, text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { storeMany } from '../../../../tests/support/database/store-many.ts'
import { startCalls } from '../../../../tests/support/desk/start-calls.ts'

const COLUMNS =
  'reference,form,name,phone,email,service,message,time_slot,start_time,end_time,received_at,status,suspected,' +
  'campaign_source,campaign_medium,campaign_campaign,campaign_term,campaign_content,notice_version,language,' +
  'asked,tries,first_tried_at,settled_at'

/** With their messages more than the sockets hold. */
const MANY = 5_000

const EVENTUALLY = { timeout: 10_000 }

describeOnEachDatabase('An export', (newStore) => {
  async function start() {
    const desk = await startCalls(await newStore())
    const { database, clock } = desk
    async function ask(name: string, phone: string, message = 'Invented, "quoted"\nand broken') {
      const reference = await desk.ask({ name, phone, message })
      clock.pass({ seconds: 1 })
      return reference
    }
    const manager = await desk.signedIn('manager')
    /** Begins an export of everything, and reads nothing of it. */
    async function begin(): Promise<IncomingMessage> {
      const calling = request(`${await desk.listen()}/api/exports`, { method: 'POST' })
      calling.setHeader('cookie', manager.cookie ?? '').setHeader('x-requested-with', 'XMLHttpRequest')
      const [answer] = await once(calling.setHeader('content-type', 'application/json').end('{}'), 'response')
      return answer
    }
    const events = async () => {
      const all = database.selectFrom('audit_events').select(['kind', 'detail']).where('by', '=', manager.id)
      const found = await all.where('kind', 'in', ['exported', 'export-ended']).orderBy('id').execute()
      return found.map(({ kind, detail }) => [kind, JSON.parse(detail ?? '')])
    }
    return { ...desk, ask, manager, begin, events }
  }

  test('has the columns of the command, then those of the callback, and only what the filter finds', async () => {
    const { ask, report, manager, begin, clock } = await start()
    const booked = await ask('Asha Invented', '0000000001')
    await ask('Ravi Invented', '0000000002', '=1+1')
    const triedAt = clock.now.toISOString()
    await report(booked, 'booked')

    const answer = await manager.post('/api/exports', { text: 'asha' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="callbacks-2026-11-20.csv"',
      'cache-control': 'no-store',
    })
    expect(answer.body).toBe(
      `${COLUMNS}\r\n${booked},contact,Asha Invented,0000000001,asha@visitor.example,,"Invented, ""quoted""\nand broken",` +
        `Anytime,,,2026-11-20T09:30:00.000Z,booked,false,,,,,,2026-11-01,,1,1,${triedAt},${triedAt}\r\n`,
    )
    const [, ...all] = (await manager.post('/api/exports')).body.split('\r\n')
    expect(all.map((line) => line.split(',')[2])).toEqual(['Ravi Invented', 'Asha Invented', undefined])
    expect(all[0]).toContain(",'=1+1,")
    // A reader of text drops the byte order mark.
    expect((await buffer(await begin())).toString().charAt(0)).toBe('\ufeff')
  })

  test('is recorded with its filter and count, and what was searched is kept nowhere', async () => {
    const { ask, manager, events, database, logLines } = await start()
    for (const number of [1, 2, 3]) await ask(`Asha Canary ${number}`, `000000000${number}`)
    expect((await manager.post('/api/exports', { text: 'a' })).statusCode).toBe(422)
    await manager.post('/api/exports', { text: 'canary', status: 'new', campaign: '', from: '2026-11-01' })
    // The end is recorded after the answer.
    await vi.waitFor(async () => expect(await events()).toHaveLength(2), EVENTUALLY)
    const none = await manager.post('/api/exports', { campaign: 'canary' })
    expect(none.body).toBe(`${COLUMNS}\r\n`)
    await vi.waitFor(async () => expect(await events()).toHaveLength(4), EVENTUALLY)
    expect(await events()).toEqual([
      ['exported', { text: 'given', status: 'new', from: '2026-11-01' }],
      ['export-ended', { rows: 3 }],
      ['exported', { campaign: 'given' }],
      ['export-ended', { rows: 0 }],
    ])
    expect(logLines.join('\n')).not.toMatch(/canary/i)
    await database.schema.alterTable('audit_events').renameTo('no_events').execute()
    const unrecorded = await manager.post('/api/exports')
    await database.schema.alterTable('no_events').renameTo('audit_events').execute()
    expect(unrecorded.statusCode).toBeGreaterThanOrEqual(500)
    expect(unrecorded.body).not.toContain('Canary')
  })

  test.each<[string, (desk: Awaited<ReturnType<typeof start>>, answer: IncomingMessage) => Promise<unknown>]>([
    ['its reader goes away', async (_, answer) => void answer.destroy()],
    [
      'the store fails',
      async ({ database }, answer) => {
        await database.schema.alterTable('callback_requests').renameTo('no_requests').execute()
        onTestFinished(() => database.schema.alterTable('no_requests').renameTo('callback_requests').execute())
        await expect(text(answer)).rejects.toThrow('aborted')
      },
    ],
    [
      'the server stops',
      async ({ app }, answer) => {
        await app.close()
        await expect(text(answer)).rejects.toThrow('aborted')
      },
    ],
  ])('is read from the store only as fast as it is read, and when %s, its end is recorded', async (_, end) => {
    const desk = await start()
    await storeMany(desk.database, MANY, { message: 'Invented '.repeat(400) })
    const answer = await desk.begin()
    await once(answer, 'readable')
    expect(await desk.events()).toEqual([['exported', {}]])
    await end(desk, answer)
    await vi.waitFor(async () => expect(await desk.events()).toHaveLength(2), EVENTUALLY)
    const [, [kind, { rows }] = []] = await desk.events()
    expect(kind).toBe('export-ended')
    expect(rows).toBeGreaterThan(0)
    expect(rows).toBeLessThan(MANY)
  })
})
