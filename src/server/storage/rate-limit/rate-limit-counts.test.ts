import { expect, onTestFinished, test } from 'vitest'
import { hasPostgres } from '../../../../tests/support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../../../../tests/support/database/postgres-database.ts'
import { describeRequiring } from '../../../../tests/support/test-requirements.ts'
import { openDatabase } from '../database/open-database.ts'
import { RateLimitCounts } from './rate-limit-counts.ts'

const WINDOW_SECONDS = 600
const ONE = { posts: 1, bytes: 100 }

/** Two instances on one database, and a clock that both go by. */
async function instances() {
  const url = await newPostgresDatabase()
  const databases = [await openDatabase(url), await openDatabase(url)] as const
  onTestFinished(async () => {
    for (const database of databases) await database.destroy()
  })
  const clock = { now: Date.parse('2026-11-20T09:30:00Z') }
  const now = () => new Date(clock.now)
  const pass = (seconds: number) => {
    clock.now += seconds * 1_000
  }
  const [one, other] = [new RateLimitCounts(databases[0], now), new RateLimitCounts(databases[1], now)]
  return { one, other, pass, database: databases[0] }
}

describeRequiring({ PostgreSQL: hasPostgres() }, 'The shared rate limit', () => {
  test('counts each client separately, and from zero when the window that began with the first post has ended', async () => {
    const { one, other, pass } = await instances()
    expect(await one.add('a', ONE, WINDOW_SECONDS)).toEqual({ posts: 1, bytes: 100, millisecondsLeft: 600_000 })
    pass(400)
    expect(await other.add('a', ONE, WINDOW_SECONDS)).toEqual({ posts: 2, bytes: 200, millisecondsLeft: 200_000 })
    expect(await other.add('b', ONE, WINDOW_SECONDS)).toEqual({ posts: 1, bytes: 100, millisecondsLeft: 600_000 })
    pass(200)
    expect(await one.add('a', ONE, WINDOW_SECONDS)).toEqual({ posts: 1, bytes: 100, millisecondsLeft: 600_000 })
    expect(await one.add('b', ONE, WINDOW_SECONDS)).toEqual({ posts: 2, bytes: 200, millisecondsLeft: 400_000 })
  })

  test('deletes an address soon after its window has ended', async () => {
    const { one, database, pass } = await instances()
    await one.add('a', ONE, WINDOW_SECONDS)
    await one.add('b', ONE, WINDOW_SECONDS)
    pass(WINDOW_SECONDS)
    await one.add('c', ONE, WINDOW_SECONDS)
    expect(await database.selectFrom('rate_limit_counts').select('client').execute()).toEqual([{ client: 'c' }])
  })
})
