import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testOnPostgres } from '../../../tests/support/database/each-database.ts'
import { hasPostgres } from '../../../tests/support/database/postgres-binaries.ts'
import { newPostgresDatabase, openInstances } from '../../../tests/support/database/postgres-database.ts'
import { setStoreNow } from '../../../tests/support/database/store-clock.ts'
import { testRequiring } from '../../../tests/support/test-requirements.ts'
import type { Database } from '../storage/database/open-database.ts'
import { Limits } from '../storage/limits.ts'
import { InMemoryCounts } from './in-memory-counts.ts'
import type { SentCounts } from './rate-limit.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const LIMIT = { posts: 2, bytes: 1_000, windowSeconds: 600 }
const add = (counts: SentCounts, client: string, bytes = 100) => counts.add(client, { posts: 1, bytes }, LIMIT)
const OK = { ok: true }

/** Of one instance, or of two that count together. */
async function expectWindows(one: SentCounts, other = one) {
  expect(await add(one, 'a')).toEqual(OK)
  vi.advanceTimersByTime(400_000)
  expect(await add(other, 'a')).toEqual(OK)
  expect(await add(one, 'a')).toEqual({ ok: false, retryAfterSeconds: 200 })
  vi.advanceTimersByTime(199_000)
  expect(await add(other, 'a')).toEqual({ ok: false, retryAfterSeconds: 1 })
  expect(await add(one, 'b', 900)).toEqual(OK)
  vi.advanceTimersByTime(1_000)
  expect(await add(one, 'a')).toEqual(OK)
  expect(await add(other, 'b', 101)).toEqual({ ok: false, retryAfterSeconds: 599 })
}

test('Clients are counted separately, and from zero after the window that began with their first post', async () => {
  const counts = new InMemoryCounts()
  await expectWindows(counts)
  // Beyond 5,000 clients the oldest windows are forgotten, so that memory is bounded.
  for (let client = 0; client < 5_000; client++) await add(counts, `client ${client}`, 1_000)
  expect([await add(counts, 'client 4999'), await add(counts, 'b')]).toMatchObject([{ ok: false }, OK])
})

const NEEDS = { PostgreSQL: hasPostgres() }
const now = () => new Date()

/** Two instances; the clock of the first is an hour ahead, and the database's is right. */
async function startTwo() {
  const databases = (await openInstances(await newPostgresDatabase(), 2)) as [Database, Database]
  const ahead = () => new Date(Date.now() + 60 * 60_000)
  const [one, other] = databases.map((database, index): SentCounts => {
    const limits = new Limits(database, index === 0 ? ahead : now)
    return {
      add: async (...sent) => {
        await setStoreNow(database, now())
        return limits.add(...sent)
      },
    }
  }) as [SentCounts, SentCounts]
  const rows = () => databases[0].selectFrom('limits').selectAll().execute()
  return { one, other, rows }
}

testRequiring(
  NEEDS,
  'Instances whose clocks differ by an hour count together, and delete an ended window',
  async () => {
    const { one, other, rows } = await startTwo()
    await expectWindows(one, other)
    vi.advanceTimersByTime(600_000)
    await add(one, 'c')
    expect(await rows()).toMatchObject([{ times: 1, bytes: 100 }])
  },
)

testOnPostgres('An instance writes nothing about a client that it knows to be over the limit', async () => {
  const { one, rows } = await startTwo()
  for (let post = 1; post <= 50; post++) expect(await add(one, 'a')).toMatchObject({ ok: post <= 2 })
  expect(await rows()).toMatchObject([{ times: 3 }])
})

testRequiring(
  NEEDS,
  'A window that the database’s clock had begun a day ahead limits nobody after it was put right',
  async () => {
    const { one, other, rows } = await startTwo()
    const today = Date.now()
    vi.setSystemTime(today + 24 * 60 * 60_000)
    for (let post = 1; post <= 3; post++) await add(one, 'a')
    vi.setSystemTime(today)
    expect([await add(one, 'a'), await add(other, 'a'), await add(other, 'a')]).toMatchObject([OK, OK, { ok: false }])
    expect(await rows()).toMatchObject([{ window_ends_at: new Date(today + 600_000).toISOString() }])
  },
)
