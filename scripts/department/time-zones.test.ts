import { expect, test } from 'vitest'
import { clockIn, nearTimeZones, timeZoneOf } from './time-zones.ts'

test('A time zone is known by the name of its place, and suggested for a name like it', () => {
  for (const [typed, zone, near] of [
    ['europe/london', 'Europe/London'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['Europe/Kyiv', 'Europe/Kyiv'], // the engine has it under an older name only
    ['Europe/Berln', undefined, 'Europe/Berlin'],
    ['new york', undefined, 'America/New_York'],
    ['Zürich', undefined, 'Europe/Zurich'],
    // Clocks that never change with those of a place.
    ...['GMT', 'UTC', '+01:00', 'EST', ''].map((name) => [name]),
  ]) {
    expect(timeZoneOf(String(typed)), typed).toBe(zone)
    if (near) expect(nearTimeZones(String(typed))).toContain(near)
  }
  expect(nearTimeZones('Germany')).toEqual([])
})

test('A time zone’s clock has the name that is right all year', () => {
  expect(clockIn('Europe/London', new Date('2027-03-28T00:59Z'))).toBe('Sunday 00:59 (United Kingdom Time)')
  expect(clockIn('Europe/London', new Date('2027-03-28T01:00Z'))).toBe('Sunday 02:00 (United Kingdom Time)')
})
