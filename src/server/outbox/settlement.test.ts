import { expect, test } from 'vitest'
import { settlementOf } from './settlement.ts'

const NOW = new Date('2026-11-20T09:30:00.000Z')
const FAILED = { kind: 'failed', reason: 'HTTP 500' } as const
const SIX_HOURS = 6 * 60 * 60
const THREE_DAYS = 3 * 24 * 60 * 60

const first = { failedAttempts: 0, waitedSeconds: 0 }

/** How long a message waits that has failed this often, or undefined when it is abandoned. */
function delaySeconds(failed: number, random = 0.5, retryAfterSeconds?: number, waitedSeconds = 0): number | undefined {
  const message = { failedAttempts: failed - 1, waitedSeconds }
  const settlement = settlementOf(message, { ...FAILED, retryAfterSeconds }, { now: NOW, random })
  return settlement?.status === 'waiting' ? (settlement.dueAt.getTime() - NOW.getTime()) / 1_000 : undefined
}

test('The first delays are 1, 2, 4 and 8 seconds, and each is up to a fifth shorter or longer', () => {
  expect([1, 2, 3, 4].map((failed) => delaySeconds(failed))).toEqual([1, 2, 4, 8])
  expect([0, 1].map((random) => delaySeconds(5, random))).toEqual([12.8, 19.2])
})

test('No delay is longer than six hours, however often it failed or long the receiver asks for, with any jitter', () => {
  for (const random of [0, 0.5, 1]) {
    for (const failed of [16, 100, 5_000]) expect(delaySeconds(failed, random)).toBe(SIX_HOURS)
    expect(delaySeconds(1, random, 10 ** 9)).toBe(SIX_HOURS)
  }
})

test('A receiver that asks for a longer delay gets it', () => {
  expect([0, 90].map((retryAfter) => delaySeconds(1, 0.5, retryAfter))).toEqual([1, 90])
})

test('A message is abandoned when its waits would exceed three days, after 25 to 30 attempts', () => {
  expect(delaySeconds(25, 0.5, undefined, THREE_DAYS - SIX_HOURS)).toBe(SIX_HOURS)
  const last = { failedAttempts: 24, waitedSeconds: THREE_DAYS - SIX_HOURS + 1 }
  expect(settlementOf(last, FAILED, { now: NOW, random: 0.5 })).toEqual({
    status: 'abandoned',
    settledAt: NOW,
    failure: 'HTTP 500',
  })
  for (const random of [0, 0.5, 1]) {
    let failed = 0
    for (let waited: number | undefined = 0; waited !== undefined; failed++) {
      const delay = delaySeconds(failed + 1, random, undefined, waited)
      waited = delay && waited + delay
    }
    expect(failed).toBeGreaterThanOrEqual(25)
    expect(failed).toBeLessThanOrEqual(30)
  }
})

test('A message that waits is due after its delay, which is added to its earlier waits', () => {
  const result = settlementOf({ failedAttempts: 1, waitedSeconds: 1 }, FAILED, { now: NOW, random: 0.5 })
  const dueAt = new Date('2026-11-20T09:30:02.000Z')
  expect(result).toEqual({ status: 'waiting', failure: 'HTTP 500', dueAt, waitedSeconds: 3 })
})

test('A message is delivered, dropped or released', () => {
  const at = { now: NOW, random: 0.5 }
  expect(settlementOf(first, { kind: 'delivered' }, at)).toEqual({ status: 'delivered', settledAt: NOW })
  expect(settlementOf(first, { kind: 'dropped', reason: 'SMTP 550' }, at)).toEqual({ status: 'dropped' })
  expect(settlementOf(first, { kind: 'released' }, at)).toBeUndefined()
})
