import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bytesIn } from '../../../../tests/support/bytes-in.ts'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { type Asked, startCalls } from '../../../../tests/support/desk/start-calls.ts'
import { type Browser, statusOf } from '../../../../tests/support/start-desk-listener.ts'
import { isPostgres } from '../../storage/database/open-database.ts'

/** A word that is nowhere else in the store. */
const CANARY = 'Zanzibarina'

interface Erasing {
  by?: Browser
  whole_number?: unknown
}

async function start(store?: string) {
  const desk = await startCalls(store, { channels: ['staff-mail'] })
  const manager = await desk.signedIn('manager', 'Meera Invented')
  return {
    ...desk,
    manager,
    ask: (phone: string, asked: Asked = {}) => desk.ask({ name: CANARY, phone, ...asked }),
    download: (reference: string) => manager.post(`/api/requests/${reference}/export`),
    preview: async (reference: string) => (await manager.get(`/api/requests/${reference}/erase`)).json(),
    erase: (reference: string, confirm: unknown = reference, { by = manager, ...more }: Erasing = {}) =>
      by.post(`/api/requests/${reference}/erase`, { confirm, ...more }),
  }
}

describeOnEachDatabase('Everything of a person at a number', (newStore) => {
  test('is counted, downloaded and erased: open, settled and held back, and nothing of another person', async () => {
    const { ask, report, download, preview, erase, manager, database, location, events } = await start(await newStore())
    const old = await ask('0000000001', { minutesAgo: 30 * 24 * 60 })
    await report(old, 'wrong_number')
    const settled = await ask('0000000001', { minutesAgo: 30, language: 'hi' })
    await report(settled, 'reached', { by: manager, note: `${CANARY} was asleep` })
    const open = await ask('00000 00001', { message: 'Please call\nin the evening.', minutesAgo: 20 })
    const joined = await ask('0000000001', { minutesAgo: 10 })
    await report(open, 'no_answer', { note: `${CANARY} was asleep` })
    const suspected = await ask('0000000001', { minutesAgo: 5, suspected: true })
    const kept = await ask('0000000001', { name: 'Ravi Relative' })
    await manager.post(`/api/callbacks/${kept}/notes`, { text: 'Of somebody else' })

    const counts = {
      ...{ requests: 5, callbacks: 3, notes: 2, tries: 3, messages: 5 },
      references: [suspected, joined, open, settled, old],
    }
    const ofOther = { requests: 1, callbacks: 1, notes: 1, tries: 0, messages: 1, references: [kept] }
    const people = {
      people: [
        { name: CANARY, ...counts },
        { name: 'Ravi Relative', ...ofOther },
      ],
    }
    expect(await preview(joined)).toEqual(people)
    expect((await preview(kept)).people).toEqual(people.people.toReversed())

    const answer = await download(open.toLowerCase())
    const attachment = `attachment; filename="person-${open}.json"`
    expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([200, attachment])
    const person = answer.json()
    const parts = ['exported_at', 'requests', 'callbacks', 'calls', 'notes', 'messages', 'audit_events']
    expect(Object.keys(person)).toEqual(parts)
    expect(person.requests).toMatchObject([
      { reference: old, status: 'wrong_number' },
      { reference: settled, status: 'reached', suspected: false, language: 'hi', email: 'asha@visitor.example' },
      { reference: open, status: 'again', message: 'Please call\nin the evening.' },
      { reference: joined, status: 'again' },
      { reference: suspected, suspected: true, callback: null },
    ])
    const window = { due_from: expect.any(String), due_until: expect.any(String) }
    expect(person.callbacks).toMatchObject([window, { ...window, status: 'reached' }, window])
    const lists = [person.calls, person.notes, person.messages, person.audit_events]
    expect(lists.map(({ length }) => length)).toEqual([6, 2, 5, 7])
    expect(person.calls).toContainEqual(expect.objectContaining({ what: 'reached', by: 'Meera Invented' }))
    expect(person.notes).toContainEqual(expect.objectContaining({ text: `${CANARY} was asleep`, by: 'Meera Invented' }))
    expect(person.audit_events.at(-1)).toMatchObject({ kind: 'exported', subject: open, detail: { requests: 5 } })
    for (const foreign of [kept, 'Ravi', 'Of somebody else', '127.0.0.1']) expect(answer.body).not.toContain(foreign)
    expect(await events('exported')).toMatchObject([{ by: manager.id, subject: open, client: '127.0.0.1' }])

    for (const confirm of [null, '', open, kept, 5]) {
      const refused = await erase(joined, confirm)
      expect([refused.statusCode, Object.keys(refused.json().errors)], String(confirm)).toEqual([422, ['confirm']])
    }
    const refused = await erase(joined, joined, { whole_number: 'yes' })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['whole_number']])
    expect(await preview(joined)).toEqual(people)
    const erased = await erase(joined, ` ${joined.toLowerCase().replace('-', '')} `)
    expect([erased.statusCode, erased.json()]).toEqual([200, { ...counts, overwritten: true }])
    for (const reference of counts.references) {
      const page = `/api/requests/${reference}`
      const answers = [await manager.get(page), await manager.get(`${page}/erase`), await download(reference)]
      expect([...answers, await erase(reference)].map(statusOf)).toEqual(Array(4).fill('404'))
    }
    const left = await database.selectFrom('callback_requests').select('reference').execute()
    expect(left).toEqual([{ reference: kept }])
    const callbacks = await database.selectFrom('callbacks').select('first_reference').execute()
    expect(callbacks).toEqual([{ first_reference: kept }])
    expect(await database.selectFrom('attempts').select('id').execute()).toEqual([])
    expect(await database.selectFrom('notes').select('text').execute()).toEqual([{ text: 'Of somebody else' }])
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

  test('is erased with everybody else of the number, in pages, with one audit event; of two managers at once by one', async () => {
    const { ask, preview, erase, manager, signedIn, events, database } = await start(await newStore())
    const reference = await ask('0000000001')
    await ask('0000000001', { name: 'Rahul Relative' })
    await Promise.all(Array.from({ length: 400 }, (_, number) => ask('0000000001', { name: `Flood ${number}` })))
    const other = await ask('0000000002')
    const { people } = await preview(reference)
    expect([people.length, people[0].name, people[0].requests]).toEqual([50, CANARY, 1])
    const erased = await erase(reference, reference, { whole_number: true })
    expect(erased.json()).toMatchObject({ requests: 402, callbacks: 5, messages: 402, overwritten: true })
    const left = await database.selectFrom('callback_requests').select('reference').execute()
    expect(left).toEqual([{ reference: other }])
    expect(await events('erased')).toHaveLength(1)

    const managers = [manager, await signedIn('manager')]
    const answers = await Promise.all(managers.map((by) => erase(other, other, { by })))
    expect(answers.map(statusOf).sort()).toEqual(['200', '404'])
    expect(await events('erased')).toHaveLength(2)
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
