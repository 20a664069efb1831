import { expect, test } from 'vitest'
import { dueWindowText } from './due-window-text.ts'

const RECEIVED = new Date('2026-11-20T09:30:00Z')

test("A window is said with its day, the department's clock and whose time it is", () => {
  expect(dueWindowText('02:00pm-04:00pm', RECEIVED, 'Asia/Kolkata')).toEqual({
    window: 'Friday 20 November 2026, 2:00 pm to 4:00 pm',
    zone: 'India Standard Time',
  })
  expect(dueWindowText('10:00pm-12:00am', RECEIVED, 'Asia/Kolkata')).toMatchObject({
    window: 'Friday 20 November 2026, 10:00 pm to 12:00 am',
  })
  expect(dueWindowText('12:00pm-02:00pm', RECEIVED, 'Europe/London')).toEqual({
    window: 'Friday 20 November 2026, 12:00 pm to 2:00 pm',
    zone: 'Greenwich Mean Time',
  })
})

test('A window after a clock change has the name of the time that holds then', () => {
  expect(dueWindowText('02:00pm-04:00pm', new Date('2026-03-28T17:00:00Z'), 'Europe/London')).toEqual({
    window: 'Sunday 29 March 2026, 2:00 pm to 4:00 pm',
    zone: 'British Summer Time',
  })
})

test('Any time has no window', () => {
  expect(dueWindowText('Anytime', RECEIVED, 'Asia/Kolkata')).toBeNull()
})
