import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localDate } from '../local-clock.ts'
import { ANYTIME, TIME_SLOTS, type TimeSlot } from '../time-slots.ts'
import { requeue, windowOf } from './requeue.ts'

const HOUR_MS = 3_600_000

/** When one was received and tried, and the window afterwards: days of the month and times on the zone's clock. */
const KOLKATA: [slot: TimeSlot, received: string, tried: string, from: string, until: string][] = [
  // The verified cases of the desk, section 5.
  ['10:00pm-12:00am', '20 12:00', '21 00:15', '21 22:00', '22 00:00'],
  ['12:00am-02:00am', '20 23:00', '21 00:30', '22 00:00', '22 02:00'],
  // Inside the window, at its end, and long after it.
  ['10:00am-12:00pm', '20 09:00', '20 10:00', '21 10:00', '21 12:00'],
  ['10:00am-12:00pm', '20 09:00', '20 12:00', '21 10:00', '21 12:00'],
  ['10:00am-12:00pm', '20 09:00', '23 10:30', '24 10:00', '24 12:00'],
  ['10:00am-12:00pm', '20 09:00', '23 09:59', '23 10:00', '23 12:00'],
  // Before the window: nothing changes.
  ['10:00am-12:00pm', '20 09:00', '20 09:59', '20 10:00', '20 12:00'],
  // Anytime: two hours later, for a day.
  [ANYTIME, '20 09:00', '20 09:10', '20 11:10', '21 11:10'],
]

/** The same in UTC, around the days on which the clocks change. */
const BERLIN: typeof KOLKATA = [
  ['02:00am-04:00am', '2026-03-27T11:00', '2026-03-28T01:30', '2026-03-29T01:00', '2026-03-29T02:00'],
  ['02:00am-04:00am', '2026-10-23T10:00', '2026-10-24T00:30', '2026-10-25T00:00', '2026-10-25T03:00'],
  [ANYTIME, '2026-10-24T07:00', '2026-10-24T23:30', '2026-10-25T01:30', '2026-10-26T01:30'],
]

test('After a call without an answer it is due again in the window of its slot on a later day', () => {
  const inKolkata = (time: string) => new Date(`2026-11-${time.replace(' ', 'T')}+05:30`)
  const inUtc = (time: string) => new Date(`${time}Z`)
  for (const [timeZone, rows, at] of [
    ['Asia/Kolkata', KOLKATA, inKolkata],
    ['Europe/Berlin', BERLIN, inUtc],
  ] as const) {
    for (const [slot, received, tried, from, until] of rows) {
      const first = { slot, ...windowOf(slot, at(received), { timeZone }) }
      const again = { slot, due_from: at(from).toISOString(), due_until: at(until).toISOString() }
      expect(requeue(first, [], at(tried), { timeZone }), `${timeZone} ${slot} ${tried}`).toEqual(again)
    }
  }
})

test('Another of the requests counts when its window begins after now and earlier', () => {
  const calendar = { timeZone: 'Asia/Kolkata' }
  const now = new Date('2026-11-20T10:30+05:30')
  const at = (slot: TimeSlot, receivedAt = now) => ({ slot, ...windowOf(slot, receivedAt, calendar) })
  const tried = at('10:00am-12:00pm')
  const [evening, afternoon] = [at('08:00pm-10:00pm'), at('02:00pm-04:00pm')]
  expect(requeue(tried, [tried, evening, afternoon], now, calendar)).toEqual(afternoon)
  expect(requeue(tried, [at(ANYTIME)], now, calendar).slot).toBe('10:00am-12:00pm')
  const nextWeek = at('08:00pm-10:00pm', new Date('2026-11-27'))
  expect(requeue(tried, [nextWeek], now, calendar).slot).toBe('10:00am-12:00pm')
})

test('Every slot comes again on a later day, soon, and once', () => {
  const zones = fc.constantFrom('Europe/Berlin', 'America/New_York')
  const [starts, delays] = [fc.nat(366 * 24 * 60), fc.nat(72 * 60)]
  fc.assert(
    fc.property(zones, starts, delays, fc.constantFrom(...TIME_SLOTS), (zone, start, later, slot) => {
      const received = new Date(Date.UTC(2026, 0, 1) + start * 60_000)
      const tried = { slot, ...windowOf(slot, received, { timeZone: zone }) }
      const triedFrom = new Date(tried.due_from)
      const now = new Date(triedFrom.getTime() + later * 60_000)
      const window = requeue(tried, [], now, { timeZone: zone })
      const [from, until] = [new Date(window.due_from), new Date(window.due_until)]
      expect(from > now && until > from).toBe(true)
      const hours = (from.getTime() - now.getTime()) / HOUR_MS
      expect(hours).toBeLessThanOrEqual(slot === ANYTIME ? 2 : 49)
      if (slot !== ANYTIME) expect(localDate(from, zone)).not.toEqual(localDate(triedFrom, zone))
    }),
    { numRuns: 200 },
  )
})
