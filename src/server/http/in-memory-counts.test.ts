import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { InMemoryCounts } from './in-memory-counts.ts'

const WINDOW_SECONDS = 600
const ONE = { posts: 1, bytes: 100 }

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

test('Clients are counted separately, and from zero after the window that began with their first post', async () => {
  const counts = new InMemoryCounts()
  const add = (client: string) => counts.add(client, ONE, WINDOW_SECONDS)
  expect(await add('a')).toEqual({ posts: 1, bytes: 100, millisecondsLeft: 600_000 })
  vi.advanceTimersByTime(400_000)
  expect(await add('a')).toEqual({ posts: 2, bytes: 200, millisecondsLeft: 200_000 })
  expect(await add('b')).toEqual({ posts: 1, bytes: 100, millisecondsLeft: 600_000 })
  vi.advanceTimersByTime(200_000)
  expect(await add('a')).toEqual({ posts: 1, bytes: 100, millisecondsLeft: 600_000 })
  expect(await add('b')).toEqual({ posts: 2, bytes: 200, millisecondsLeft: 400_000 })
})

test('Beyond 5,000 clients the oldest windows are forgotten, so that memory is bounded', async () => {
  const counts = new InMemoryCounts()
  for (let client = 0; client <= 5_001; client++) await counts.add(`client ${client}`, ONE, WINDOW_SECONDS)
  expect(await counts.add('client 5001', ONE, WINDOW_SECONDS)).toMatchObject({ posts: 2 })
  expect(await counts.add('client 0', ONE, WINDOW_SECONDS)).toMatchObject({ posts: 1 })
})
