import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bytesIn } from '../../../../tests/support/bytes-in.ts'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { type Arrival, receiverIn } from '../../../../tests/support/receive.ts'
import { startDeskListener } from '../../../../tests/support/start-desk-listener.ts'
import { isPostgres } from '../../storage/database/open-database.ts'
import { writeWords } from '../../storage/search/request-words.ts'

/** A word that is nowhere else in the store. */
const CANARY = 'Zanzibarina'

describeOnEachDatabase('Erasing everything of a number', (newStore) => {
  /** @param oldPhone the number of a request from before the desk's first start */
  async function start({ oldPhone }: { oldPhone?: string } = {}) {
    const location = await newStore()
    const desk = await startDeskListener(location)
    const { database, clock } = desk
    const receive = receiverIn(database, { channels: ['staff-mail'], now: () => clock.now })
    const old = oldPhone === undefined ? '' : await receive({ phone: oldPhone }, { minutesAgo: 30 * 24 * 60 })
    const manager = await desk.signedIn('manager')

    return {
      ...desk,
      old,
      location,
      manager,
      ask: (phone: string, { name = CANARY, ...arrival }: Arrival & { name?: string } = {}) =>
        receive({ name, phone, timeSlot: 'Anytime' }, arrival),
      async call(id: string, outcome: string) {
        await manager.post(`/api/callbacks/${id}/claim`)
        await manager.post(`/api/callbacks/${id}/outcomes`, { outcome, note: `${CANARY} was asleep` })
      },
      preview: async (reference: string) => (await manager.get(`/api/requests/${reference}/erase`)).json(),
      erase: (reference: string, confirm: unknown) => manager.post(`/api/requests/${reference}/erase`, { confirm }),
      erasedEvents: () => desk.events('erased'),
    }
  }

  test('says what it will erase, and then erases that: open, settled, suspected and those from before the desk', async () => {
    const { old, ask, call, preview, erase, manager, database, location, erasedEvents } = await start({
      oldPhone: '0000000001',
    })
    const settled = await ask('0000000001', { minutesAgo: 30 })
    await call(settled, 'reached')
    const open = await ask('+91 00000 00001', { minutesAgo: 20 })
    const joined = await ask('0000000001', { minutesAgo: 10 })
    await call(open, 'no_answer')
    const suspected = await ask('0000000001', { minutesAgo: 5, suspected: true })
    const kept = await ask('0000000002', { name: 'Ravi Invented' })

    const counts = {
      requests: 5,
      callbacks: 3,
      notes: 2,
      tries: 2,
      messages: 5,
      references: [suspected, joined, open, settled, old],
    }
    expect(await preview(joined.toLowerCase())).toEqual(counts)
    for (const confirm of [undefined, '', open, kept, 5]) {
      const refused = await erase(joined, confirm)
      expect([refused.statusCode, Object.keys(refused.json().errors)], String(confirm)).toEqual([422, ['confirm']])
    }
    expect(await preview(joined)).toEqual(counts)

    const erased = await erase(joined, ` ${joined.toLowerCase().replace('-', '')} `)
    expect([erased.statusCode, erased.json()]).toEqual([200, { ...counts, overwritten: true }])
    for (const reference of counts.references) {
      expect((await manager.get(`/api/requests/${reference}`)).statusCode).toBe(404)
      expect((await manager.get(`/api/requests/${reference}/erase`)).statusCode).toBe(404)
      expect((await erase(reference, reference)).statusCode).toBe(404)
    }
    const left = await database.selectFrom('callback_requests').select('reference').execute()
    expect(left).toEqual([{ reference: kept }])
    const callbacks = await database.selectFrom('callbacks').select('first_reference').execute()
    expect(callbacks).toEqual([{ first_reference: kept }])
    expect(await database.selectFrom('attempts').select('id').execute()).toEqual([])
    expect(await database.selectFrom('notes').select('id').execute()).toEqual([])
    expect(await erasedEvents()).toMatchObject([
      { by: manager.id, subject: joined, detail: '{"count":5}', client: '127.0.0.1' },
    ])
    const hashes = (await database.selectFrom('erasures').select('hash').execute()).map(({ hash }) => hash)
    expect(hashes).toHaveLength(5)
    if (!isPostgres(database)) {
      const list = await readFile(join(location, 'erasures.list'), 'utf8')
      expect(list.trim().split('\n').sort()).toEqual(hashes.sort())
      expect(await bytesIn(location)).not.toContain(CANARY)
    }
  })

  test('leaves the callback of another number with the requests that it keeps', async () => {
    const { ask, preview, erase, database } = await start()
    const kept = await ask('9876543210', { minutesAgo: 20 })
    // Typed with a decimal part, it may mean either number.
    const either = await ask('9876543210.5', { minutesAgo: 10 })
    const gone = await ask('8765432105')
    expect(await preview(gone)).toMatchObject({ requests: 2, callbacks: 1, references: [gone, either] })
    await erase(gone, gone)
    const left = database.selectFrom('callbacks').select(['first_reference', 'asked'])
    expect(await left.execute()).toEqual([{ first_reference: kept, asked: 1 }])
  })

  test('works in pages for a number that floods, with one audit event', async () => {
    const { ask, preview, manager, erasedEvents, database } = await start()
    const reference = await ask('0000000001', { minutesAgo: 1 })
    const [row] = await database.selectFrom('callback_requests').selectAll().execute()
    const copies = Array.from({ length: 450 }, (_, number) => ({
      ...row,
      reference: `${String(number).padStart(4, '0')}-XXXX`,
      revision: number + 2,
    }))
    await database.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('callback_requests')
        .values(copies as never)
        .execute()
      await writeWords(transaction, copies as never)
    })
    await database.updateTable('callbacks').set({ asked: 451 }).execute()
    const { requests, callbacks, references } = await preview(reference)
    expect([requests, callbacks, references.length]).toEqual([451, 1, 200])
    expect((await manager.post(`/api/requests/${reference}/erase`, { confirm: reference })).statusCode).toBe(200)
    expect(await database.selectFrom('callback_requests').selectAll().execute()).toEqual([])
    expect(await erasedEvents()).toHaveLength(1)
  })

  test('is done by one of two managers who do it at once', async () => {
    const { ask, manager, signedIn, erasedEvents } = await start()
    const [reference] = [await ask('0000000001', { minutesAgo: 1 }), await ask('0000000001')]
    const managers = [manager, await signedIn('manager')]
    const answers = await Promise.all(
      managers.map((one) => one.post(`/api/requests/${reference}/erase`, { confirm: reference })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
    expect(await erasedEvents()).toHaveLength(1)
  })
})

test('A file of more than 64 MiB is not rewritten, and the answer says so', async () => {
  const desk = await startDeskListener()
  const manager = await desk.signedIn('manager')
  const reference = await receiverIn(desk.database)()
  const values = { id: 2, written_at: '', ballast: 'x'.repeat(65 * 1_024 * 1_024) }
  await desk.database.insertInto('write_probe').values(values).execute()
  const answer = await manager.post(`/api/requests/${reference}/erase`, { confirm: reference })
  expect([answer.statusCode, answer.json()]).toMatchObject([200, { requests: 1, overwritten: false }])
})
