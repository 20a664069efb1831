import { expect, test } from 'vitest'
import { dueInWords, zoneInWords } from './due-in-words.ts'

test("A window is said with its day and the department's clock", () => {
  const receivedAt = new Date('2026-11-20T09:30:00Z')
  expect(dueInWords('02:00pm-04:00pm', receivedAt, 'Asia/Kolkata')).toBe('Friday 20 November 2026, 2:00 pm to 4:00 pm')
  expect(dueInWords('10:00pm-12:00am', receivedAt, 'Asia/Kolkata')).toBe(
    'Friday 20 November 2026, 10:00 pm to 12:00 am',
  )
  expect(dueInWords('12:00pm-02:00pm', receivedAt, 'Europe/London')).toBe(
    'Friday 20 November 2026, 12:00 pm to 2:00 pm',
  )
})

test('Any time has no window', () => {
  expect(dueInWords('Anytime', new Date('2026-11-20T09:30:00Z'), 'Asia/Kolkata')).toBeNull()
})

test('A zone is called by the name that it has that day', () => {
  expect(zoneInWords('Asia/Kolkata', new Date('2026-11-20T09:30:00Z'))).toBe('India Standard Time')
  expect(zoneInWords('Europe/London', new Date('2026-07-01T09:30:00Z'))).toBe('British Summer Time')
})
