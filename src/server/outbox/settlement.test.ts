import { expect, test } from 'vitest'
import { OF_DEPARTMENT, settlementOf } from './settlement.ts'

const NOW = new Date('2026-11-20T09:30:00.000Z')
const FAILED = { kind: 'failed', reason: 'HTTP 500' } as const
const SIX_HOURS = 6 * 60 * 60
const THREE_DAYS = 3 * 24 * 60 * 60

/** How long a message waits that has failed this often, or undefined when it is abandoned. */
function delaySeconds(failed: number, random = 0.5, retryAfterSeconds?: number, waitedSeconds = 0): number | undefined {
  const message = { failedAttempts: failed - 1, waitedSeconds }
  const settlement = settlementOf(
    message,
    { ...FAILED, retryAfterSeconds },
    { now: NOW, random, retryBudget: OF_DEPARTMENT },
  )
  return settlement?.status === 'waiting' ? settlement.delayMs / 1_000 : undefined
}

test('The first delays are 1, 2, 4 and 8 seconds, up to a fifth shorter or longer; a receiver may ask for more; none exceeds six hours', () => {
  expect([1, 2, 3, 4].map((failed) => delaySeconds(failed))).toEqual([1, 2, 4, 8])
  expect([0, 1].map((random) => delaySeconds(5, random))).toEqual([12.8, 19.2])
  expect([0, 90].map((retryAfter) => delaySeconds(1, 0.5, retryAfter))).toEqual([1, 90])
  for (const random of [0, 0.5, 1]) {
    for (const failed of [16, 100, 5_000]) expect(delaySeconds(failed, random)).toBe(SIX_HOURS)
    expect(delaySeconds(1, random, 10 ** 9)).toBe(SIX_HOURS)
  }
})

test('A message is abandoned when its waits would exceed three days', () => {
  expect(delaySeconds(25, 0.5, undefined, THREE_DAYS - SIX_HOURS)).toBe(SIX_HOURS)
  expect(delaySeconds(25, 0.5, undefined, THREE_DAYS - SIX_HOURS + 1)).toBeUndefined()
})
