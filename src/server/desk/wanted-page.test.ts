import { expect, test } from 'vitest'
import { startCalls } from '../../../tests/support/desk/start-calls.ts'

/** No cursor at all, no list, a list of numbers, one with too few parts, and one with too long a part. */
const NO_CURSORS = ['nonsense', 'W10', ...[[1], ['x', 'y', 7], ['x'.repeat(65)]].map(cursorOf)]

function cursorOf(parts: unknown): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

test('Every list refuses what is no cursor of its own, and more than 100 rows', async () => {
  const { ask, coordinator, signedIn } = await startCalls()
  const manager = await signedIn('manager')
  const refusals = async (list: string, queries: string[]) => {
    for (const query of queries) expect((await manager.get(`${list}${query}`)).statusCode, list + query).toBe(422)
  }
  const cursors = [...NO_CURSORS.map((after) => `after=${after}`), 'after=', 'after=a&after=b']
  for (const list of ['/api/worklist?bucket=due&', '/api/spam?', '/api/deliveries?', '/api/audit?']) {
    await refusals(list, [...cursors, 'limit=-1', 'limit=101', 'limit=x', 'limit='])
  }
  await refusals('/api/worklist?', ['bucket=', 'bucket=later'])
  // The other callbacks of a number have pages of one length.
  await refusals(`/api/requests/${await ask()}?`, cursors)
  const wrong = [...NO_CURSORS.map((after) => ({ after })), { limit: 0 }, { limit: 101 }, { limit: 1.5 }, { limit: [] }]
  for (const body of wrong) {
    const refused = await coordinator.post('/api/requests/search', body)
    expect([refused.statusCode, Object.keys(refused.json().errors)], JSON.stringify(body)).toEqual([
      422,
      Object.keys(body),
    ])
  }
})
