import { expect, test } from 'vitest'
import { duration, leastInTime, mostBooked, percent, WEEKDAYS } from './report-words.ts'

test('The week begins on Monday', () => {
  expect(WEEKDAYS.join()).toBe('Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday')
})

test.each([
  [0, '0%'],
  [0.004, 'under 1%'],
  [0.295, '30%'],
  [2 / 3, '67%'],
  [0.996, 'over 99%'],
  [1, '100%'],
])('The share %f is said as %s', (share, words) => {
  expect(percent(share)).toBe(words)
})

test('Minutes are said in words', () => {
  const rows = [
    [0, '0 min'],
    [59, '59 min'],
    [60, '1 h'],
    [190, '3 h 10 min'],
    [47 * 60 + 59, '47 h 59 min'],
    [48 * 60, '2 days'],
    [76 * 60, '3 days 4 h'],
  ] as const
  for (const [minutes, words] of rows) {
    expect(duration(minutes), `${minutes} ${words}`).toBe(words)
  }
})

test('The row least often in time has the smallest share, and rows with too few do not count', () => {
  const row = (called: number, of: number) => ({ called, of, share: of < 5 ? null : called / of })
  expect(leastInTime([row(0, 4), row(9, 10), row(4, 8), row(10, 20), row(20, 20)])).toEqual(row(10, 20))
  expect(leastInTime([row(0, 4), row(0, 0)])).toBeUndefined()
})

test('The campaign most often booked is a named one with at least five callbacks', () => {
  const row = (campaign: string, booked: number, of: number) => ({ campaign, booked, of })
  const rows = [row('No campaign', 50, 50), row('autumn', 5, 20), row('letter', 4, 8)]
  const others = row('Others (fewer than 5 each)', 9, 9)
  expect(mostBooked([...rows, others])?.campaign).toBe('letter')
  expect(mostBooked([row('No campaign', 50, 50), others])).toBeUndefined()
  expect(mostBooked([row('letter', 4, 4)])).toBeUndefined()
})
