import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Group, percentile, shareOf, withoutSmallGroups } from './report.ts'

const groupsOf = (sizes: readonly number[]): Group[] =>
  sizes.map((callbacks, number) => ({ name: `Group ${number}`, callbacks, booked: Math.floor(callbacks / 2) }))

describe('Small groups', () => {
  test('are joined, with the next smallest where they are still too few', () => {
    const rows = { '': '', '7 5 9': '9 7 5', '9 4 3': '9 7', '9 6 4': '9 10', '9 6 1 1': '9 8', '2 1': '3' }
    for (const [sizes, joined] of Object.entries(rows)) {
      const groups = groupsOf(sizes.split(' ').map(Number))
      expect(
        withoutSmallGroups(groups)
          .map(({ callbacks }) => callbacks)
          .join(' '),
        sizes,
      ).toBe(joined)
    }
  })

  test('are never shown unless there is nothing else, and nothing is lost', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(12), { maxLength: 12 }), (sizes) => {
        const groups = groupsOf(sizes)
        const shown = withoutSmallGroups(groups)
        const sum = (all: readonly Group[], of: 'callbacks' | 'booked') =>
          all.reduce((total, group) => total + group[of], 0)
        expect(sum(shown, 'callbacks')).toBe(sum(groups, 'callbacks'))
        expect(sum(shown, 'booked')).toBe(sum(groups, 'booked'))
        if (shown.length > 1) for (const { callbacks } of shown) expect(callbacks).toBeGreaterThanOrEqual(5)
      }),
    )
  })
})

test('A percentile is by nearest rank', () => {
  const rows: [values: number[], percent: number, result: number | null][] = [
    [[], 50, null],
    [[7], 90, 7],
    [[1, 2, 3, 4], 50, 2],
    [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 90, 10],
    [[30, 4, 4, 4, 200], 50, 4],
  ]
  for (const [values, percent, result] of rows) {
    const counts = new Map([...Map.groupBy(values, (value) => value)].map(([value, all]) => [value, all.length]))
    expect(percentile(counts, percent), `${values} ${percent}`).toBe(result)
  }
})

test('A share of fewer than five is not said', () => {
  expect(shareOf(4, 4)).toEqual({ called: 4, of: 4, share: null })
  expect(shareOf(4, 5)).toEqual({ called: 4, of: 5, share: 0.8 })
  expect(shareOf(0, 0)).toEqual({ called: 0, of: 0, share: null })
})
