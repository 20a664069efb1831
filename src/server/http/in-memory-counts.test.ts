import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hasPostgres } from '../../../tests/support/database/postgres-binaries.ts'
import { newPostgresDatabase, openInstances } from '../../../tests/support/database/postgres-database.ts'
import { testRequiring } from '../../../tests/support/test-requirements.ts'
import type { Database } from '../storage/database/open-database.ts'
import { type Counts, RateLimitCounts } from '../storage/rate-limit/rate-limit-counts.ts'
import { InMemoryCounts } from './in-memory-counts.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const add = (counts: Counts, client: string) => counts.add(client, { posts: 1, bytes: 100 }, 600)

/** Of one instance, or of two that count together. */
async function expectWindows(one: Counts, other = one) {
  expect(await add(one, 'a')).toEqual({ posts: 1, bytes: 100, millisecondsLeft: 600_000 })
  vi.advanceTimersByTime(400_000)
  expect(await add(other, 'a')).toEqual({ posts: 2, bytes: 200, millisecondsLeft: 200_000 })
  vi.advanceTimersByTime(199_000)
  expect(await add(one, 'b')).toMatchObject({ posts: 1 })
  vi.advanceTimersByTime(1_000)
  expect(await add(one, 'a')).toEqual({ posts: 1, bytes: 100, millisecondsLeft: 600_000 })
  expect(await add(other, 'b')).toMatchObject({ posts: 2 })
}

test('Clients are counted separately, and from zero after the window that began with their first post', async () => {
  const counts = new InMemoryCounts()
  await expectWindows(counts)
  // Beyond 5,000 clients the oldest windows are forgotten, so that memory is bounded.
  for (let client = 0; client < 5_000; client++) await add(counts, `client ${client}`)
  expect([await add(counts, 'client 4999'), await add(counts, 'b')]).toMatchObject([{ posts: 2 }, { posts: 1 }])
})

testRequiring({ PostgreSQL: hasPostgres() }, 'Instances count together, and delete an ended window', async () => {
  const [one, other] = (await openInstances(await newPostgresDatabase(), 2)) as [Database, Database]
  await expectWindows(new RateLimitCounts(one), new RateLimitCounts(other))
  vi.advanceTimersByTime(600_000)
  await add(new RateLimitCounts(one), 'c')
  expect(await one.selectFrom('rate_limit_counts').select('client').execute()).toEqual([{ client: 'c' }])
})
