import { expect, test } from 'vitest'
import { countInWords, dayAndTime, slotInWords, timeInWords } from './time-words.ts'

const ZONE = 'Asia/Kolkata'

/** 10:30 pm in Kolkata. */
const NOW = new Date('2026-11-20T17:00:00.000Z')

test('The words for a window are those of its distance', () => {
  const rows: [from: number, until: number, words: string][] = [
    [-600, 0, 'under a minute overdue'],
    [-600, -1, '1 minute overdue'],
    [-600, -89.9, '89 minutes overdue'],
    [-600, -90, '1 hour overdue'],
    [-600, -179, '2 hours overdue'],
    [-6000, -24 * 60, '1 day overdue'],
    [-10, 0.9, 'under a minute left'],
    [-10, 40.9, '40 minutes left'],
    [-10, 23 * 60, '23 hours left'],
    [40, 160, 'in 40 minutes'],
    [90, 210, 'tomorrow'],
    [25.5 * 60, 27.5 * 60, '22 Nov, in 2 days'],
  ]
  for (const [from, until, words] of rows) {
    const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000).toISOString()
    expect(timeInWords({ due_from: at(from), due_until: at(until) }, NOW, ZONE), `${from} ${until}`).toBe(words)
  }
})

test('An exact time or a whole day is said instead of the slot that was chosen before', () => {
  const row = { due_from: '2026-11-21T10:00:00.000Z', due_until: '2026-11-21T10:30:00.000Z' }
  expect(slotInWords({ ...row, time_slot: '10:00am-12:00pm' }, ZONE)).toBe('10:00am-12:00pm')
  expect(slotInWords({ ...row, time_slot: null }, ZONE)).toBe('at 3:30 pm')
})

test('A day near now is named by its word', () => {
  expect(dayAndTime('2026-11-20T18:29:00.000Z', NOW, ZONE)).toBe('today, 11:59 pm')
  expect(dayAndTime('2026-11-21T04:30:00.000Z', NOW, ZONE)).toBe('tomorrow, 10:00 am')
  expect(dayAndTime('2026-11-22T04:30:00.000Z', NOW, ZONE)).toBe('22 Nov, 10:00 am')
  expect(dayAndTime('2025-11-22T04:30:00.000Z', NOW, ZONE)).toBe('22 Nov 2025, 10:00 am')
})

test('The title has the number of those who should be called at once', () => {
  expect([999, 1_000].map(countInWords)).toEqual(['(999)', '(999+)'])
})
