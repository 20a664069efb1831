import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bytesIn } from '../../../../tests/support/bytes-in.ts'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { type Asked, startCalls } from '../../../../tests/support/desk/start-calls.ts'
import { statusOf } from '../../../../tests/support/start-desk-listener.ts'
import { isPostgres } from '../../storage/database/open-database.ts'

/** A word that is nowhere else in the store. */
const CANARY = 'Zanzibarina'

async function start(store?: string) {
  const desk = await startCalls(store, { channels: ['staff-mail'] })
  const manager = await desk.signedIn('manager')
  return {
    ...desk,
    manager,
    ask: (phone: string, asked: Asked = {}) => desk.ask({ name: CANARY, phone, ...asked }),
    preview: async (reference: string) => (await manager.get(`/api/requests/${reference}/erase`)).json(),
    erase: (reference: string, confirm: unknown = reference, by = manager) =>
      by.post(`/api/requests/${reference}/erase`, { confirm }),
  }
}

describeOnEachDatabase('Erasing everything of a number', (newStore) => {
  test('says what it will erase, and then erases that: open, settled and suspected', async () => {
    const { ask, report, preview, erase, manager, database, location, events } = await start(await newStore())
    const old = await ask('0000000001', { minutesAgo: 30 * 24 * 60 })
    await report(old, 'wrong_number')
    const settled = await ask('0000000001', { minutesAgo: 30 })
    await report(settled, 'reached', { note: `${CANARY} was asleep` })
    const open = await ask('+91 00000 00001', { minutesAgo: 20 })
    const joined = await ask('0000000001', { minutesAgo: 10 })
    await report(open, 'no_answer', { note: `${CANARY} was asleep` })
    const suspected = await ask('0000000001', { minutesAgo: 5, suspected: true })
    const kept = await ask('0000000002', { name: 'Ravi Invented' })

    const counts = {
      requests: 5,
      callbacks: 3,
      notes: 2,
      tries: 3,
      messages: 5,
      references: [suspected, joined, open, settled, old],
    }
    expect(await preview(joined.toLowerCase())).toEqual(counts)
    for (const confirm of [null, '', open, kept, 5]) {
      const refused = await erase(joined, confirm)
      expect([refused.statusCode, Object.keys(refused.json().errors)], String(confirm)).toEqual([422, ['confirm']])
    }
    expect(await preview(joined)).toEqual(counts)

    const erased = await erase(joined, ` ${joined.toLowerCase().replace('-', '')} `)
    expect([erased.statusCode, erased.json()]).toEqual([200, { ...counts, overwritten: true }])
    for (const reference of counts.references) {
      for (const page of [`/api/requests/${reference}`, `/api/requests/${reference}/erase`]) {
        expect(statusOf(await manager.get(page))).toBe('404')
      }
      expect(statusOf(await erase(reference))).toBe('404')
    }
    const left = await database.selectFrom('callback_requests').select('reference').execute()
    expect(left).toEqual([{ reference: kept }])
    const callbacks = await database.selectFrom('callbacks').select('first_reference').execute()
    expect(callbacks).toEqual([{ first_reference: kept }])
    expect(await database.selectFrom('attempts').select('id').execute()).toEqual([])
    expect(await database.selectFrom('notes').select('id').execute()).toEqual([])
    const event = { by: manager.id, subject: joined, detail: '{"count":5}', client: '127.0.0.1' }
    expect(await events('erased')).toMatchObject([event])
    const hashes = (await database.selectFrom('erasures').select('hash').execute()).map(({ hash }) => hash)
    expect(hashes).toHaveLength(5)
    if (!isPostgres(database)) {
      const list = await readFile(join(location, 'erasures.list'), 'utf8')
      expect(list.trim().split('\n').sort()).toEqual(hashes.sort())
      expect(await bytesIn(location)).not.toContain(CANARY)
    }
  })

  test('leaves the callback of another number with the requests that it keeps', async () => {
    const { ask, preview, erase, database } = await start(await newStore())
    const kept = await ask('9876543210', { minutesAgo: 20 })
    // Typed with a decimal part, it may mean either number.
    const either = await ask('9876543210.5', { minutesAgo: 10 })
    const gone = await ask('8765432105')
    expect(await preview(gone)).toMatchObject({ requests: 2, callbacks: 1, references: [gone, either] })
    await erase(gone)
    const left = database.selectFrom('callbacks').select(['first_reference', 'asked'])
    expect(await left.execute()).toEqual([{ first_reference: kept, asked: 1 }])
  })

  test('works in pages for a number that floods, with one audit event', async () => {
    const { ask, preview, erase, events, database } = await start(await newStore())
    const asked = await Promise.all(Array.from({ length: 401 }, () => ask('0000000001')))
    const reference = asked[0] ?? ''
    const { requests, callbacks, references } = await preview(reference)
    expect([requests, callbacks, references.length]).toEqual([401, 1, 200])
    expect(statusOf(await erase(reference))).toBe('200')
    expect(await database.selectFrom('callback_requests').selectAll().execute()).toEqual([])
    expect(await events('erased')).toHaveLength(1)
  })

  test('is done by one of two managers who do it at once', async () => {
    const { ask, erase, manager, signedIn, events } = await start(await newStore())
    const reference = await ask('0000000001')
    const managers = [manager, await signedIn('manager')]
    const answers = await Promise.all(managers.map((one) => erase(reference, reference, one)))
    expect(answers.map(statusOf).sort()).toEqual(['200', '404'])
    expect(await events('erased')).toHaveLength(1)
  })
})

test('A file of more than 64 MiB is not rewritten, and the answer says so', async () => {
  const { ask, erase, database } = await start()
  const reference = await ask('0000000001')
  const values = { id: 2, written_at: '', ballast: 'x'.repeat(65 * 1_024 * 1_024) }
  await database.insertInto('write_probe').values(values).execute()
  const answer = await erase(reference)
  expect([answer.statusCode, answer.json()]).toMatchObject([200, { requests: 1, overwritten: false }])
})
