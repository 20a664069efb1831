import { expect, test } from 'vitest'
import { lastDays, usualRanges } from './report-range.ts'
import { weeksOf } from './weeks.ts'

test('Days are put into weeks from Monday, and nothing is lost', () => {
  // 21 November 2026 is a Saturday.
  const days = ['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24'].map((day, at) => ({ day, requests: at + 1 }))
  const [one, two] = weeksOf(days)
  expect(one).toMatchObject({ first: '2026-11-21', requests: 3 })
  expect(one?.days.map((day) => day?.requests)).toEqual([undefined, undefined, undefined, undefined, undefined, 1, 2])
  expect(two).toMatchObject({ first: '2026-11-23', requests: 7 })
  expect(two?.days.map((day) => day?.requests)).toEqual([3, 4, undefined, undefined, undefined, undefined, undefined])
  expect(weeksOf([])).toEqual([])
})

test('The usual ranges end today and never have more than 366 days', () => {
  expect(lastDays(1, '2026-11-22')).toEqual({ from: '2026-11-22', to: '2026-11-22' })
  expect(lastDays(30, '2026-03-01')).toEqual({ from: '2026-01-31', to: '2026-03-01' })
  const year = (today: string) => usualRanges(today)[2]?.range
  expect(year('2026-11-22')).toEqual({ from: '2025-11-23', to: '2026-11-22' })
  expect(year('2028-02-29')).toEqual({ from: '2027-03-02', to: '2028-02-29' })
})
