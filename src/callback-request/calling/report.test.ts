import { expect, test } from 'vitest'
import { type Group, percentile, shareOf, withoutSmallGroups } from './report.ts'

test('Groups of fewer than five are joined, with the next smallest where they are still too few', () => {
  const rows = {
    '': '',
    '7/3 5/2 9/4': '9/4 7/3 5/2',
    '9/4 4/2 3/1': '9/4 7/3',
    '9/4 6/3 4/2': '9/4 10/5',
    '9/4 6/3 1/0 1/1': '9/4 8/4',
    '4/1 3/2 6/0': '6/0 7/3',
    '2/1 1/0': '3/1',
  }
  for (const [given, joined] of Object.entries(rows)) {
    const groups = Array.from(given.matchAll(/(\d+)\/(\d+)/g), ([name, callbacks, booked]): Group => {
      return { name, callbacks: Number(callbacks), booked: Number(booked) }
    })
    const shown = withoutSmallGroups(groups).map(({ callbacks, booked }) => `${callbacks}/${booked}`)
    expect(shown.join(' '), given).toBe(joined)
  }
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
