import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { InMemoryCounts } from './in-memory-counts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('Clients are counted separately, and from zero after the window that began with their first post', async () => {
  const counts = new InMemoryCounts()
  const add = (client: string) => counts.add(client, { posts: 1, bytes: 100 }, 600)
  expect(await add('a')).toEqual({ posts: 1, bytes: 100, millisecondsLeft: 600_000 })
  vi.advanceTimersByTime(400_000)
  expect(await add('a')).toEqual({ posts: 2, bytes: 200, millisecondsLeft: 200_000 })
  expect(await add('b')).toMatchObject({ posts: 1 })
  vi.advanceTimersByTime(200_000)
  expect(await add('a')).toEqual({ posts: 1, bytes: 100, millisecondsLeft: 600_000 })
  expect(await add('b')).toMatchObject({ posts: 2 })
  // Beyond 5,000 clients the oldest windows are forgotten, so that memory is bounded.
  for (let client = 0; client < 5_000; client++) await add(`client ${client}`)
  expect([await add('client 4999'), await add('b')]).toMatchObject([{ posts: 2 }, { posts: 1 }])
})
