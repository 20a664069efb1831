import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MonotonicSafeClock } from './monotonic-safe-clock.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const START = Date.parse('2026-11-20T09:30:00.000Z')

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'], now: START }))
afterEach(() => void vi.useRealTimers())

/** The clock's readings at the end of so many hours. */
function hoursOf(clock: MonotonicSafeClock, hours: number): number[] {
  return Array.from({ length: hours }, () => {
    vi.advanceTimersByTime(HOUR_MS)
    return clock.now().getTime()
  })
}

const jump = (ms: number) => vi.setSystemTime(Date.now() + ms)

test.each([HOUR_MS, DAY_MS, 365 * DAY_MS])('A jump forward by %d ms is accepted after a day, and not before', (ms) => {
  const clock = new MonotonicSafeClock(() => new Date())
  hoursOf(clock, 30)
  jump(ms)
  expect(clock.now().getTime()).toBe(START + 30 * HOUR_MS)
  expect(hoursOf(clock, 23).at(-1)).toBe(START + 53 * HOUR_MS)
  expect(hoursOf(clock, 2).at(-1)).toBe(START + 55 * HOUR_MS + ms)
})

test.each([HOUR_MS, DAY_MS])('A clock put back by %d ms is accepted at once', (ms) => {
  const clock = new MonotonicSafeClock(() => new Date())
  hoursOf(clock, 30)
  jump(-ms)
  expect(clock.now().getTime()).toBe(START + 30 * HOUR_MS - ms)
})
