import { expect, test } from 'vitest'
import { RETRY_BUDGET_SECONDS, retryDelaySeconds } from './retry-delay.ts'

test('The first delays are 1, 2, 4 and 8 seconds', () => {
  expect([1, 2, 3, 4].map((failed) => retryDelaySeconds(failed, 0.5))).toEqual([1, 2, 4, 8])
})

test('A delay is up to a fifth shorter or longer', () => {
  expect(retryDelaySeconds(5, 0)).toBeCloseTo(12.8)
  expect(retryDelaySeconds(5, 1)).toBeCloseTo(19.2)
})

test('No delay is longer than six hours, however often it failed, with any jitter', () => {
  for (const failed of [15, 16, 100, 5_000]) {
    for (const random of [0, 0.5, 1]) expect(retryDelaySeconds(failed, random)).toBeLessThanOrEqual(6 * 60 * 60)
  }
})

test('Three days of delays are between 25 and 30 attempts', () => {
  for (const random of [0, 0.5, 1]) {
    let waited = 0
    let failed = 0
    while (waited <= RETRY_BUDGET_SECONDS) waited += retryDelaySeconds(++failed, random)
    expect(failed).toBeGreaterThanOrEqual(25)
    expect(failed).toBeLessThanOrEqual(30)
  }
})
