import { expect, test } from 'vitest'
import { startCalls } from '../../../tests/support/desk/start-calls.ts'

const cursorOf = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url')

/** No cursor at all, no list, a list of numbers, one with too few parts, and one with too long a part. */
const NO_CURSORS = ['nonsense', 'W10', ...[[1], ['x', 'y', 7], ['x'.repeat(65)]].map(cursorOf)]

test('Every list refuses what is no cursor or filter of its own, and more than 100 rows', async () => {
  const { coordinator, signedIn } = await startCalls()
  const manager = await signedIn('manager')
  const refusals = async (list: string, queries: string[]) => {
    for (const query of queries) expect((await manager.get(`${list}${query}`)).statusCode, list + query).toBe(422)
  }
  const cursors = [...NO_CURSORS.map((after) => `after=${after}`), 'after=', 'after=a&after=b']
  for (const list of ['/api/worklist?bucket=due&', '/api/spam?', '/api/deliveries?', '/api/audit?']) {
    await refusals(list, [...cursors, 'limit=-1', 'limit=101', 'limit=x', 'limit='])
  }
  await refusals('/api/report/missed?from=2026-11-01&to=2026-11-02&', cursors)
  const overdue = ['x', '0'].map((rank) => cursorOf([rank === 'x' ? '2026' : 'x', rank, 'x', 'x', 'x', 'x']))
  await refusals(
    '/api/worklist?bucket=overdue&',
    overdue.map((after) => `after=${after}`),
  )
  await refusals('/api/worklist?', ['bucket=', 'bucket=later', 'service=nope'])
  await refusals('/api/deliveries?', [`after=${cursorOf(['dropped', '2026', 'x'])}`])
  await refusals('/api/audit?', [
    'kind=nope',
    'staff=%2F',
    'from=2026-02-30',
    'to=today',
    'kind=a&kind=b',
    'reference=2738',
  ])
  const texts = ['a', 7, 'x'.repeat(257), 'e\u0301'.repeat(129), 'a\0@visitor.example'].map((text) => ({ text }))
  const wrong = [
    ...[...NO_CURSORS.map((after) => ({ after })), { limit: 0 }, { limit: 101 }, { limit: 1.5 }, { limit: [] }],
    ...[...texts, { service: 'Haircut' }, { status: 'waiting' }, { form: 'letter' }, { campaign: 'a\0b' }],
    ...[{ from: '2026-02-30' }, { to: 'today' }],
  ]
  for (const body of wrong) {
    const refused = await coordinator.post('/api/requests/search', body)
    const fields = Object.keys(body)
    expect([refused.statusCode, Object.keys(refused.json().errors)], JSON.stringify(body)).toEqual([422, fields])
  }
})

test('No call takes a day before the year 1900 or after 2200', async () => {
  const manager = await (await startCalls()).signedIn('manager')
  const days = { '1900-01-01': 200, '2200-12-31': 200, '1899-12-31': 422, '2201-01-01': 422 }
  for (const [day, status] of Object.entries(days)) {
    const get = ['/api/report', '/api/audit'].map((path) => manager.get(`${path}?from=${day}&to=${day}`))
    const post = ['/api/requests/search', '/api/exports'].map((path) => manager.post(path, { from: day, to: day }))
    const statuses = (await Promise.all([...get, ...post])).map(({ statusCode }) => statusCode)
    expect(statuses, day).toEqual(Array(4).fill(status))
  }
})
