import { expect, test } from 'vitest'
import { growthOverLastHalf, median, percentile } from './statistics.ts'

test('A percentile is one of the values: the smallest that this share of them does not exceed', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect([percentile(hundred, 99), percentile(hundred, 95), percentile(hundred, 0)]).toEqual([99, 95, 1])
  expect([median([3, 1, 2]), median([4, 1, 2, 3]), median([7])]).toEqual([2, 2, 7])
  expect(() => median([])).toThrow(RangeError)
})

test('A rise counts as growth after the middle, not before it', () => {
  expect(growthOverLastHalf([1, 5, 9, 20, 20, 20, 20, 20])).toBe(0)
  expect(growthOverLastHalf([1, 1, 1, 1, 1, 2, 3, 4])).toBe(3)
  expect(growthOverLastHalf([2, 5])).toBe(0)
})
