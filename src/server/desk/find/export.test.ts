import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer, text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { storeMany } from '../../../../tests/support/database/store-many.ts'
import { startCalls } from '../../../../tests/support/desk/start-calls.ts'

const COLUMNS =
  'reference,callback,received,name,number,email,form,service,slot,window_from,window_until,status,asked,tries,' +
  'first_call,called_in_slot,last_call,last_caller,settled,source,medium,campaign,term,content,language,message'

/** With their messages more than the sockets hold. */
const MANY = 1_500

describeOnEachDatabase('An export', (newStore) => {
  async function start() {
    const desk = await startCalls(await newStore())
    const { database } = desk
    const manager = await desk.signedIn('manager')
    /** Begins an export of everything, and reads nothing of it. */
    async function begin(): Promise<IncomingMessage> {
      const calling = request(`${await desk.listen()}/api/exports`, { method: 'POST' })
      calling.setHeader('cookie', manager.cookie ?? '').setHeader('x-requested-with', 'XMLHttpRequest')
      const [answer] = await once(calling.setHeader('content-type', 'application/json').end('{}'), 'response')
      return answer
    }
    /** The kinds and details of its events, once there are so many: the end is recorded after the answer. */
    async function events(count: number) {
      const all = database.selectFrom('audit_events').select(['kind', 'detail']).where('by', '=', manager.id)
      const exports = all.where('kind', 'in', ['exported', 'export-ended']).orderBy('id')
      const found = await vi.waitUntil(async () => {
        const rows = await exports.execute()
        return rows.length >= count && rows
      }, 10_000)
      return found.map(({ kind, detail }) => [kind, JSON.parse(detail ?? '')])
    }
    return { ...desk, manager, begin, events }
  }

  test('has what a spreadsheet needs of a request and its callback, in local times, and only what the filter finds; what was typed is kept nowhere', async () => {
    const { ask, report, manager, begin, clock, events, database, logLines } = await start()
    const message = 'Invented, "quoted"\nand broken'
    const asked = { message, timeSlot: '10:00am-12:00pm', campaign: 'autumn', language: 'hi' } as const
    const booked = await ask({ ...asked, name: 'Asha Canary' })
    await report(booked, 'booked', { by: manager })
    clock.pass({ seconds: 1 })
    const { id } = await database.selectFrom('callbacks').select('id').executeTakeFirstOrThrow()
    const asks = [
      { phone: '0000000002', timeSlot: '02:00pm-04:00pm', incoming: true, is: '' },
      { phone: '0000000003', timeSlot: '02:00pm-04:00pm', is: 'yes' },
      { phone: '0000000004', timeSlot: '10:00am-12:00pm', is: 'no' },
      { phone: '0000000005', timeSlot: '04:00pm-06:00pm', isCalled: false, is: 'open' },
      { phone: '0000000006', suspected: true, isCalled: false, is: '' },
      { phone: '0000000007', message: '=1+1', isCalled: false, is: 'open' },
    ] as const
    for (const { is: _, ...one } of asks) {
      const reference = await ask({ name: 'Ravi Invented', ...one })
      const { incoming } = { incoming: false, ...one }
      if (!('isCalled' in one)) await report(reference, 'reached', { incoming })
    }

    const filter = { text: 'canary', status: 'booked', campaign: '', from: '2026-11-01' }
    const answer = await manager.post('/api/exports', filter)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="callbacks-2026-11-20.csv"',
      'cache-control': 'no-store',
    })
    expect(answer.body).toBe(
      `\ufeff${COLUMNS}\r\n${booked},${id},2026-11-20 15:00,Asha Canary,'0000000001,asha@visitor.example,contact,,` +
        '10:00am-12:00pm,2026-11-21 10:00,2026-11-21 12:00,booked,1,0,' +
        `2026-11-20 15:00,no,2026-11-20 15:00,${manager.email.split('@')[0]},2026-11-20 15:00,` +
        'newsletter,,autumn,,,hi,"Invented, ""quoted""\nand broken"\r\n',
    )
    await events(2)
    expect((await manager.post('/api/exports', { campaign: 'canary' })).body).toBe(`\ufeff${COLUMNS}\r\n`)
    expect(await events(4)).toEqual([
      ['exported', { text: 'given', status: 'booked', from: '2026-11-01' }],
      ['export-ended', { rows: 1 }],
      ['exported', { campaign: 'given' }],
      ['export-ended', { rows: 0 }],
    ])
    expect(logLines.join('\n')).not.toMatch(/canary/i)
    // A reader of text drops the byte order mark.
    const [first = '', ...all] = (await buffer(await begin())).toString().split('\r\n')
    expect(first).toBe(`\ufeff${COLUMNS}`)
    const cells = all.map((line) => line.split(','))
    expect(cells.slice(0, 6).map(([, , , name]) => name)).toEqual(Array(6).fill('Ravi Invented'))
    const inSlot = new Map(cells.slice(0, 6).map((row) => [row[4]?.slice(1), row[15]]))
    expect(inSlot).toEqual(new Map(asks.toReversed().map(({ phone, is }) => [phone, is])))
    expect(cells.map((row) => row.at(-1))).toContain("'=1+1")

    await events(6)
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
      'its session ends',
      async ({ manager, events }, answer) => {
        const signedOutAt = performance.now()
        await manager.post('/api/sign-out')
        await events(2)
        expect(performance.now() - signedOutAt).toBeLessThan(2_000)
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
    await storeMany(desk.database, MANY, { message: 'Invented '.repeat(1_400) })
    const answer = await desk.begin()
    await once(answer, 'readable')
    expect(await desk.events(1)).toEqual([['exported', {}]])
    await end(desk, answer)
    const [, [kind, { rows }] = []] = await desk.events(2)
    expect(kind).toBe('export-ended')
    expect(rows).toBeGreaterThan(0)
    expect(rows).toBeLessThan(MANY)
  })
})
