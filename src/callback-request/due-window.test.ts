import { expect, it } from 'vitest'
import { dueWindow, hasEnded } from './due-window.ts'
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

it.each(Object.entries(CASES))('In %s a slot is due when its next window is', (zone, cases) => {
  for (const [when, slot, receivedAt, from, hours] of cases) {
    const until = new Date(Date.parse(from) + hours * 3_600_000)
    expect(dueWindow(slot, new Date(receivedAt), zone), when).toEqual({ from: new Date(from), until })
  }
})

it('Anytime is due from its receipt on, without an end', () => {
  const receivedAt = new Date('2026-11-20T06:00:00Z')
  expect(dueWindow('Anytime', receivedAt, 'Asia/Kolkata')).toEqual({ from: receivedAt, until: null })
})

it('A slot is due never more than a day and two hours after receipt, and never with less than 15 minutes left', () => {
  for (const zone of [...Object.keys(CASES), 'Australia/Lord_Howe', 'Pacific/Auckland']) {
    for (let minute = 0; minute < 366 * 24 * 60; minute += 1_013) {
      const receivedAt = new Date(Date.UTC(2026, 0, 1, 0, minute))
      for (const slot of TIME_SLOTS.slice(1)) {
        const { from, until } = dueWindow(slot, receivedAt, zone)
        const hours = (instant: Date | null) => ((instant?.getTime() ?? 0) - receivedAt.getTime()) / 3_600_000
        expect(hours(from)).toBeLessThanOrEqual(26)
        expect(hours(until)).toBeGreaterThanOrEqual(0.25)
      }
    }
  }
})

it('A window has ended after its end, not at it, and Anytime never ends', () => {
  const from = new Date('2026-11-20T08:30:00Z')
  const until = new Date('2026-11-20T10:30:00.000Z')
  expect(hasEnded({ from, until }, until)).toBe(false)
  expect(hasEnded({ from, until }, new Date('2026-11-20T10:30:00.001Z'))).toBe(true)
  expect(hasEnded({ from, until: null }, new Date('2036-11-20T08:30:00Z'))).toBe(false)
})
