import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Calendar, type CallingHours, WEEKDAYS } from './calling-days.ts'
import { dueWindow, windowOnDay } from './due-window.ts'
import { localDate, localDayText } from './local-clock.ts'
import { TIME_SLOTS, type TimeSlot } from './time-slots.ts'

type Case = [when: string, slot: TimeSlot, receivedAt: string, from: string, hours: number]

const CASES: Record<string, Case[]> = {
  'Asia/Kolkata': [
    // UTC+05:30 all year: 02:00pm is 08:30 UTC.
    ['today, before it', '02:00pm-04:00pm', '2026-11-20T06:00Z', '2026-11-20T08:30Z', 2],
    ['from the instant it begins', '02:00pm-04:00pm', '2026-11-20T08:30Z', '2026-11-20T08:30Z', 2],
    ['now, inside it', '02:00pm-04:00pm', '2026-11-20T09:00Z', '2026-11-20T08:30Z', 2],
    ['now, with 15 minutes left', '02:00pm-04:00pm', '2026-11-20T10:15Z', '2026-11-20T08:30Z', 2],
    ['tomorrow, with less left', '02:00pm-04:00pm', '2026-11-20T10:15:00.001Z', '2026-11-21T08:30Z', 2],
    ['by the local day, which is ahead of UTC', '02:00am-04:00am', '2026-11-20T19:00Z', '2026-11-20T20:30Z', 2],
    ['over the year’s end', '08:00am-10:00am', '2026-12-31T10:00Z', '2027-01-01T02:30Z', 2],
    // Around midnight, which is 18:30 UTC.
    ['until the next midnight', '10:00pm-12:00am', '2026-11-20T12:00Z', '2026-11-20T16:30Z', 2],
    ['in the last hour of the day', '10:00pm-12:00am', '2026-11-20T18:15Z', '2026-11-20T16:30Z', 2],
    ['the next evening, ten minutes before midnight', '10:00pm-12:00am', '2026-11-20T18:20Z', '2026-11-21T16:30Z', 2],
    ['the same evening, at midnight', '10:00pm-12:00am', '2026-11-20T18:30Z', '2026-11-21T16:30Z', 2],
    ['at midnight, from midnight on', '12:00am-02:00am', '2026-11-20T18:30Z', '2026-11-20T18:30Z', 2],
    ['a minute before midnight, in a minute', '12:00am-02:00am', '2026-11-20T18:29Z', '2026-11-20T18:30Z', 2],
    ['in the first window of the day, inside it', '12:00am-02:00am', '2026-11-20T20:00Z', '2026-11-20T18:30Z', 2],
  ],
  'Europe/London': [
    // The clocks go forward from 01:00 to 02:00 on 29 March 2026.
    ['at summer time, when received before the change', '02:00pm-04:00pm', '2026-03-28T17:00Z', '2026-03-29T13:00Z', 2],
    ['for one hour, in the night of the change', '12:00am-02:00am', '2026-03-28T20:00Z', '2026-03-29T00:00Z', 1],
    ['the evening before the change, until midnight', '10:00pm-12:00am', '2026-03-28T20:00Z', '2026-03-28T22:00Z', 2],
    // The clocks go back from 02:00 to 01:00 on 25 October 2026.
    ['at winter time, when received before going back', '02:00pm-04:00pm', '2026-10-24T16:00Z', '2026-10-25T14:00Z', 2],
    ['for three hours, in the night of going back', '12:00am-02:00am', '2026-10-24T20:00Z', '2026-10-24T23:00Z', 3],
    ['in the hour that comes twice, still', '12:00am-02:00am', '2026-10-25T01:30Z', '2026-10-24T23:00Z', 3],
  ],
  'America/New_York': [
    // The change skips the window's first hour.
    ['when the clocks resume, its start being skipped', '02:00am-04:00am', '2026-03-08T01:00Z', '2026-03-08T07:00Z', 1],
  ],
  'America/Havana': [
    // The change is at midnight.
    ['after a midnight that does not exist', '12:00am-02:00am', '2026-03-08T00:00Z', '2026-03-08T05:00Z', 1],
  ],
}

it.each(Object.entries(CASES))('In %s a slot is due when its next window is', (timeZone, cases) => {
  for (const [when, slot, receivedAt, from, hours] of cases) {
    const until = new Date(Date.parse(from) + hours * 3_600_000)
    expect(dueWindow(slot, new Date(receivedAt), { timeZone }), when).toEqual({ from: new Date(from), until })
  }
})

const WORKING_DAYS: CallingHours['days'] = WEEKDAYS.slice(0, 5)
const officeHours = (from: string, until: string): CallingHours => ({ days: WORKING_DAYS, from, until })
const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, later) => localDayText(new Date(first), 'UTC', later))

type DayCase = [when: string, slot: TimeSlot, receivedAt: string, from: string, until: string]

const ON_DAYS: [when: string, calendar: Calendar, DayCase[]][] = [
  [
    'Monday to Friday, 9:00 am to 4:30 pm in India', // UTC+05:30
    { timeZone: 'Asia/Kolkata', callingHours: officeHours('09:00', '16:30'), closedDays: ['2026-12-25', '2027-01-01'] },
    [
      // Nobody calls in any of these: the hours are ignored, the days count.
      ['in a slot outside the hours', '08:00pm-10:00pm', '2026-11-20T17:00Z', '2026-11-23T14:30Z', '2026-11-23T16:30Z'],
      ['in the last slot of the day', '10:00pm-12:00am', '2026-11-20T18:20Z', '2026-11-23T16:30Z', '2026-11-23T18:30Z'],
      ['at any time on a Tuesday', 'Anytime', '2026-11-24T06:00Z', '2026-11-24T06:00Z', '2026-11-25T06:00Z'],
      ['at any time from Friday noon', 'Anytime', '2026-11-20T06:30Z', '2026-11-20T06:30Z', '2026-11-23T06:30Z'],
      ['at any time on a Friday evening', 'Anytime', '2026-11-20T11:00Z', '2026-11-23T03:30Z', '2026-11-24T03:30Z'],
      ['at any time on a Saturday', 'Anytime', '2026-11-21T06:00Z', '2026-11-23T03:30Z', '2026-11-24T03:30Z'],
      ['at any time early on a Monday', 'Anytime', '2026-11-22T20:00Z', '2026-11-23T03:30Z', '2026-11-24T03:30Z'],
      [
        'at any time from Thursday before Christmas',
        'Anytime',
        '2026-12-24T06:30Z',
        '2026-12-24T06:30Z',
        '2026-12-28T06:30Z',
      ],
    ],
  ],
  [
    'in the morning, and in the afternoon until midnight',
    { timeZone: 'Asia/Kolkata', callingHours: [officeHours('14:00', '24:00'), officeHours('09:00', '12:10')] },
    [['at any time between the hours', 'Anytime', '2026-11-19T07:00Z', '2026-11-19T08:30Z', '2026-11-20T08:30Z']],
  ],
  [
    'on a closed day, and in hours that the change of the clocks skips',
    { timeZone: 'Europe/London', callingHours: { days: WEEKDAYS, from: '01:00', until: '02:00' } },
    [
      ['in the night before', '12:00am-02:00am', '2026-03-27T20:00Z', '2026-03-28T00:00Z', '2026-03-28T02:00Z'],
      ['in the night of the change', '12:00am-02:00am', '2026-03-28T20:00Z', '2026-03-29T23:00Z', '2026-03-30T01:00Z'],
      ['at any time, in that night', 'Anytime', '2026-03-28T20:00Z', '2026-03-30T00:00Z', '2026-03-31T00:00Z'],
    ],
  ],
  [
    'on workdays around a change of the clocks',
    { timeZone: 'Europe/Berlin', callingHours: officeHours('09:00', '17:00') },
    [
      ['from winter to summer time', '10:00am-12:00pm', '2026-03-27T16:30Z', '2026-03-30T08:00Z', '2026-03-30T10:00Z'],
      ['from summer to winter time', '10:00am-12:00pm', '2026-10-23T15:30Z', '2026-10-26T09:00Z', '2026-10-26T11:00Z'],
      ['at any time from Friday noon', 'Anytime', '2026-03-27T11:00Z', '2026-03-27T11:00Z', '2026-03-30T10:00Z'],
    ],
  ],
  [
    'on no day of the next sixty: the days are ignored, too',
    { timeZone: 'UTC', callingHours: officeHours('09:00', '17:00'), closedDays: daysFrom('2026-11-20', 61) },
    [
      ['in a slot', '10:00am-12:00pm', '2026-11-20T13:00Z', '2026-11-21T10:00Z', '2026-11-21T12:00Z'],
      ['at any time', 'Anytime', '2026-11-20T20:00Z', '2026-11-20T20:00Z', '2026-11-21T20:00Z'],
      ['on the sixtieth day', '10:00am-12:00pm', '2026-11-21T13:00Z', '2027-01-20T10:00Z', '2027-01-20T12:00Z'],
    ],
  ],
  [
    'on one day of the next sixty',
    { timeZone: 'UTC', callingHours: officeHours('09:00', '17:00'), closedDays: daysFrom('2026-11-21', 70) },
    [['at any time', 'Anytime', '2026-11-20T12:00Z', '2026-11-20T12:00Z', '2026-11-21T12:00Z']],
  ],
]

it.each(ON_DAYS)('Called %s, a request is due', (_, calendar, cases) => {
  for (const [when, slot, receivedAt, from, until] of cases) {
    const expected = { from: new Date(from), until: new Date(until) }
    expect(dueWindow(slot, new Date(receivedAt), calendar), when).toEqual(expected)
  }
})

const MINUTE_MS = 60_000
const ALWAYS: CallingHours = { days: WEEKDAYS, from: '00:00', until: '24:00' }
const ZONES = ['Asia/Kolkata', 'Europe/Berlin', 'America/New_York', 'Pacific/Auckland', 'Australia/Lord_Howe']

/** Whether a department calls at an instant, by what a clock on its wall shows. */
function callsOf({ timeZone, callingHours, closedDays = [] }: Calendar): (instant: number) => boolean {
  const shown = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'long', hour: '2-digit', minute: '2-digit' })
  return (instant) => {
    const [weekday = '', time = ''] = shown.format(instant).split(' ')
    const isOpen = ({ days, from, until }: CallingHours) =>
      days.some((day) => day === weekday) && from <= time && time < until
    return (
      [callingHours ?? ALWAYS].flat().some(isOpen) && !closedDays.includes(localDayText(new Date(instant), timeZone))
    )
  }
}

it('A slot is due in its first window of which somebody calls in 15 minutes, minute by minute, in any year', () => {
  const time = fc.integer({ min: 0, max: 95 }).map((quarter) => {
    return `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${['00', '15', '30', '45'][quarter % 4]}`
  })
  const hours = fc
    .record({ days: fc.subarray([...WEEKDAYS], { minLength: 1 }), from: time, until: time })
    .filter(({ from, until }) => from < until)
  const calendars = fc.record({
    timeZone: fc.constantFrom(...ZONES),
    callingHours: fc.array(hours, { maxLength: 3 }),
    closed: fc.uniqueArray(fc.integer({ min: 0, max: 12 })),
  })
  const received = fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2031, 0) })
  const slots = fc.constantFrom(...TIME_SLOTS.slice(1))
  fc.assert(
    fc.property(calendars, received, slots, ({ closed, callingHours, timeZone }, at, slot) => {
      const receivedAt = new Date(Math.floor(at / MINUTE_MS) * MINUTE_MS)
      const closedDays = closed.map((later) => localDayText(receivedAt, timeZone, later))
      const calendar = { timeZone, closedDays, ...(callingHours.length > 0 && { callingHours }) }
      const found = dueWindow(slot, receivedAt, calendar)
      const first = localDate(receivedAt, timeZone)
      const isCalledAt = callsOf(calendar)
      for (let later = 0; later < 20; later++) {
        const day = windowOnDay({ ...first, day: first.day + later }, 'Anytime', timeZone)
        if (Number(day.until) - Number(day.from) !== 24 * 60 * MINUTE_MS) return // the table above has the changes
        const window = windowOnDay({ ...first, day: first.day + later }, slot, timeZone)
        let minutes = 0
        for (let minute = Number(window.from); minute < Number(window.until); minute += MINUTE_MS) {
          if (minute >= Number(receivedAt) && isCalledAt(minute)) minutes++
        }
        if (minutes >= 15) {
          expect(found).toEqual(window)
          return
        }
      }
      // No day fits: only the days of the week and the closed days count.
      const date = localDayText(found.from, timeZone)
      expect(calendar.closedDays).not.toContain(date)
    }),
    { numRuns: 60 },
  )
})
