import { expect, test } from 'vitest'
import { dueInWords } from './due-in-words.ts'

const RECEIVED = new Date('2026-11-20T09:30:00Z')

test("A window is said with its day, the department's clock and whose time it is", () => {
  expect(dueInWords('02:00pm-04:00pm', RECEIVED, 'Asia/Kolkata')).toEqual({
    window: 'Friday 20 November 2026, 2:00 pm to 4:00 pm',
    zone: 'India Standard Time',
  })
  expect(dueInWords('10:00pm-12:00am', RECEIVED, 'Asia/Kolkata')).toMatchObject({
    window: 'Friday 20 November 2026, 10:00 pm to 12:00 am',
  })
  expect(dueInWords('12:00pm-02:00pm', RECEIVED, 'Europe/London')).toEqual({
    window: 'Friday 20 November 2026, 12:00 pm to 2:00 pm',
    zone: 'Greenwich Mean Time',
  })
})

test('A window after a clock change has the name of the time that holds then', () => {
  expect(dueInWords('02:00pm-04:00pm', new Date('2026-03-28T17:00:00Z'), 'Europe/London')).toEqual({
    window: 'Sunday 29 March 2026, 2:00 pm to 4:00 pm',
    zone: 'British Summer Time',
  })
})

test('Any time has no window', () => {
  expect(dueInWords('Anytime', RECEIVED, 'Asia/Kolkata')).toBeNull()
})
