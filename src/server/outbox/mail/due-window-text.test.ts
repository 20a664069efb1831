import { expect, test } from 'vitest'
import { dueWindow } from '../../../callback-request/due-window.ts'
import type { TimeSlot } from '../../../callback-request/time-slots.ts'
import { dueWindowText } from './due-window-text.ts'

const textOf = (slot: TimeSlot, timeZone: string, receivedAt = '2026-11-20T09:30:00Z') =>
  dueWindowText(dueWindow(slot, new Date(receivedAt), timeZone), timeZone)

test("The text of a window has its day, its hours on the department's clock, and the name of the time zone", () => {
  expect(textOf('02:00pm-04:00pm', 'Asia/Kolkata')).toEqual({
    window: 'Friday 20 November 2026, 2:00 pm to 4:00 pm',
    zone: 'India Standard Time',
  })
  expect(textOf('10:00pm-12:00am', 'Asia/Kolkata')).toMatchObject({
    window: 'Friday 20 November 2026, 10:00 pm to 12:00 am',
  })
  expect(textOf('12:00pm-02:00pm', 'Europe/London')).toEqual({
    window: 'Friday 20 November 2026, 12:00 pm to 2:00 pm',
    zone: 'United Kingdom Time',
  })
})

test('Any time has no window', () => {
  expect(textOf('Anytime', 'Asia/Kolkata')).toBeNull()
})
