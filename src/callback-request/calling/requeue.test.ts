import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { localDate } from '../local-clock.ts'
import { ANYTIME, TIME_SLOTS, type TimeSlot } from '../time-slots.ts'
import { chosenWindow, requeue, windowOf } from './requeue.ts'

const HOUR_MS = 3_600_000

/** Instants are those of the zone's own clock, which the offset shows. */
const CASES: [zone: string, slot: TimeSlot, received: string, tried: string, from: string, until: string][] = [
  // The verified cases of the desk, section 5.
  [
    'Asia/Kolkata',
    '10:00pm-12:00am',
    '2026-11-20T12:00+05:30',
    '2026-11-21T00:15+05:30',
    '2026-11-21T22:00+05:30',
    '2026-11-22T00:00+05:30',
  ],
  [
    'Asia/Kolkata',
    '12:00am-02:00am',
    '2026-11-20T23:00+05:30',
    '2026-11-21T00:30+05:30',
    '2026-11-22T00:00+05:30',
    '2026-11-22T02:00+05:30',
  ],
  [
    'Europe/Berlin',
    '02:00am-04:00am',
    '2026-03-27T12:00+01:00',
    '2026-03-28T02:30+01:00',
    '2026-03-29T03:00+02:00',
    '2026-03-29T04:00+02:00',
  ],
  [
    'Europe/Berlin',
    '02:00am-04:00am',
    '2026-10-23T12:00+02:00',
    '2026-10-24T02:30+02:00',
    '2026-10-25T02:00+02:00',
    '2026-10-25T04:00+01:00',
  ],
  // Inside the window, at its end, and long after it.
  [
    'Asia/Kolkata',
    '10:00am-12:00pm',
    '2026-11-20T09:00+05:30',
    '2026-11-20T10:00+05:30',
    '2026-11-21T10:00+05:30',
    '2026-11-21T12:00+05:30',
  ],
  [
    'Asia/Kolkata',
    '10:00am-12:00pm',
    '2026-11-20T09:00+05:30',
    '2026-11-20T12:00+05:30',
    '2026-11-21T10:00+05:30',
    '2026-11-21T12:00+05:30',
  ],
  [
    'Asia/Kolkata',
    '10:00am-12:00pm',
    '2026-11-20T09:00+05:30',
    '2026-11-23T10:30+05:30',
    '2026-11-24T10:00+05:30',
    '2026-11-24T12:00+05:30',
  ],
  [
    'Asia/Kolkata',
    '10:00am-12:00pm',
    '2026-11-20T09:00+05:30',
    '2026-11-23T09:59+05:30',
    '2026-11-23T10:00+05:30',
    '2026-11-23T12:00+05:30',
  ],
  // Before the window: nothing changes.
  [
    'Asia/Kolkata',
    '10:00am-12:00pm',
    '2026-11-20T09:00+05:30',
    '2026-11-20T09:59+05:30',
    '2026-11-20T10:00+05:30',
    '2026-11-20T12:00+05:30',
  ],
  // Anytime: two hours later, for a day.
  [
    'Asia/Kolkata',
    ANYTIME,
    '2026-11-20T09:00+05:30',
    '2026-11-20T09:10+05:30',
    '2026-11-20T11:10+05:30',
    '2026-11-21T11:10+05:30',
  ],
  [
    'Europe/Berlin',
    ANYTIME,
    '2026-10-24T09:00+02:00',
    '2026-10-25T01:30+02:00',
    '2026-10-25T02:30+01:00',
    '2026-10-26T02:30+01:00',
  ],
]

describe('After a call without an answer', () => {
  it.each(CASES)(
    'in %s %s, received %s and tried %s, is due from %s until %s',
    (zone, slot, received, tried, from, until) => {
      const first = { slot, window: windowOf(slot, new Date(received), zone) }
      expect(requeue(first, [], new Date(tried), zone)).toEqual({
        slot,
        window: { from: new Date(from), until: new Date(until) },
      })
    },
  )

  test('another of the requests counts when its window begins after now and earlier', () => {
    const zone = 'Asia/Kolkata'
    const now = new Date('2026-11-20T10:30+05:30')
    const at = (slot: TimeSlot, receivedAt = now) => ({ slot, window: windowOf(slot, receivedAt, zone) })
    const tried = at('10:00am-12:00pm')
    const [evening, afternoon] = [at('08:00pm-10:00pm'), at('02:00pm-04:00pm')]
    expect(requeue(tried, [tried, evening, afternoon], now, zone)).toEqual(afternoon)
    expect(requeue(tried, [at(ANYTIME)], now, zone).slot).toBe('10:00am-12:00pm')
    const nextWeek = { ...evening, window: { from: new Date('2026-11-27'), until: new Date('2026-11-28') } }
    expect(requeue(tried, [nextWeek], now, zone).slot).toBe('10:00am-12:00pm')
  })

  test.each(['Europe/Berlin', 'America/New_York'])(
    'in %s every slot comes again on a later day, soon, and once',
    (zone) => {
      const minute = fc.integer({ min: 0, max: 366 * 24 * 60 })
      fc.assert(
        fc.property(
          minute,
          fc.integer({ min: 0, max: 72 * 60 }),
          fc.constantFrom(...TIME_SLOTS),
          (start, later, slot) => {
            const received = new Date(Date.UTC(2026, 0, 1) + start * 60_000)
            const tried = { slot, window: windowOf(slot, received, zone) }
            const now = new Date(tried.window.from.getTime() + later * 60_000)
            const { window } = requeue(tried, [], now, zone)
            expect(window.from > now).toBe(true)
            expect(window.until > window.from).toBe(true)
            expect(window.from.getTime() - now.getTime()).toBeLessThanOrEqual(
              slot === ANYTIME ? 2 * HOUR_MS : 49 * HOUR_MS,
            )
            if (slot !== ANYTIME) expect(localDate(window.from, zone)).not.toEqual(localDate(tried.window.from, zone))
          },
        ),
      )
    },
  )
})

describe('A chosen window', () => {
  const zone = 'Asia/Kolkata'
  const now = new Date('2026-11-20T10:30+05:30')

  test('is that of the day and slot', () => {
    const rows = [
      ['2026-11-21', '10:00am-12:00pm', '2026-11-21T10:00+05:30', '2026-11-21T12:00+05:30'],
      ['2026-11-20', '10:00am-12:00pm', '2026-11-20T10:00+05:30', '2026-11-20T12:00+05:30'],
      ['2026-11-20', '10:00pm-12:00am', '2026-11-20T22:00+05:30', '2026-11-21T00:00+05:30'],
      ['2026-11-20', ANYTIME, '2026-11-20T10:30+05:30', '2026-11-21T00:00+05:30'],
      ['2026-11-21', ANYTIME, '2026-11-21T00:00+05:30', '2026-11-22T00:00+05:30'],
    ] as const
    for (const [day, slot, from, until] of rows) {
      expect(chosenWindow(day, slot, now, zone), `${day} ${slot}`).toEqual({
        from: new Date(from),
        until: new Date(until),
      })
    }
  })

  test('is refused when less than 15 minutes remain, or there is no such day', () => {
    const rows = [
      ['2026-11-20', '08:00am-10:00am', now],
      ['2026-11-20', '10:00am-12:00pm', new Date('2026-11-20T11:45:00.001+05:30')],
      ['2026-11-20', ANYTIME, new Date('2026-11-20T23:46+05:30')],
      ['2026-02-30', ANYTIME, now],
      ['tomorrow', ANYTIME, now],
    ] as const
    for (const [day, slot, at] of rows) {
      expect(chosenWindow(day, slot, at, zone), `${day} ${slot}`).toBeUndefined()
    }
  })

  test('may have exactly 15 minutes left', () => {
    expect(chosenWindow('2026-11-20', '10:00am-12:00pm', new Date('2026-11-20T11:45+05:30'), zone)).toBeDefined()
  })
})
