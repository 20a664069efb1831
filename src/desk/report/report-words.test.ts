import { expect, test } from 'vitest'
import { lastDays, weeksOf } from './report-range.ts'
import { duration, mostBooked, percent } from './report-words.ts'

test('Shares and minutes are said in words: 0% is none, and 100% is all', () => {
  const shares = [0, 0.004, 0.295, 2 / 3, 0.996, 1].map(percent)
  expect(shares).toEqual(['0%', 'under 1%', '30%', '67%', 'over 99%', '100%'])
  const minutes = [0, 59, 60, 190, 47 * 60 + 59, 48 * 60, 76 * 60].map(duration)
  expect(minutes).toEqual(['0 min', '59 min', '1 h', '3 h 10 min', '47 h 59 min', '2 days', '3 days 4 h'])
})

test('The campaign most often booked is a named one', () => {
  const row = (name: string, called: number, of: number) => ({ name, called, of, share: called / of })
  const rows = [row('No campaign', 50, 50), row('autumn', 5, 20), row('letter', 4, 8)]
  const others = row('Others (fewer than 5 each)', 9, 9)
  expect(mostBooked([...rows, others])?.name).toBe('letter')
  expect(mostBooked([row('No campaign', 50, 50), others])).toBeUndefined()
})

test('Days are put into weeks from Monday', () => {
  // 21 November 2026 is a Saturday.
  const days = ['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24'].map((day, at) => ({ day, requests: at + 1 }))
  expect(weeksOf(days)).toEqual([
    { name: '21 Nov 26', values: ['', '', '', '', '', 1, 2, 3] },
    { name: '23 Nov 26', values: [3, 4, '', '', '', '', '', 7] },
  ])
  expect(lastDays(30, '2026-03-01')).toEqual({ from: '2026-01-31', to: '2026-03-01' })
})
