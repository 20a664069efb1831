import { afterAll, expect, it } from 'vitest'
import { instantOf, localDate } from '../callback-request/local-clock.ts'
import { setProcessClock } from './process-clock.ts'

const HOUR_MS = 60 * 60_000

const given = process.env.TZ
afterAll(() => {
  setProcessClock(undefined)
  if (given) process.env.TZ = given
})

// Clock changes by an hour and by half an hour, at midnight too, offsets of a quarter of an hour, and a skipped day.
const ZONES = [
  ...['Asia/Kolkata', 'Europe/London', 'America/New_York', 'America/Havana', 'Australia/Lord_Howe'],
  ...['Asia/Kathmandu', 'Pacific/Auckland', 'Africa/Casablanca', 'Pacific/Apia', 'Etc/UTC'],
]

it('A process whose clock is set to a zone has the same days and hours there as by Intl, all year', () => {
  for (const zone of ZONES) {
    const year = zone === 'Pacific/Apia' ? 2011 : 2026
    const start = Date.UTC(year, 0, 1)
    const instants = Array.from({ length: 366 * 48 }, (_, half) => new Date(start + (half * HOUR_MS) / 2 - 1))
    const hours = Array.from({ length: 366 * 25 }, (_, hour) => ({
      ...{ year, month: 1, day: 1 + Math.floor(hour / 25), hour: hour % 25 },
    }))
    const read = () => ({
      days: instants.map((instant) => localDate(instant, zone)),
      instants: hours.map((hour) => instantOf(hour, zone)),
    })

    setProcessClock(undefined)
    const byIntl = read()
    setProcessClock(zone)
    expect(read(), zone).toEqual(byIntl)
    // It reads them from Date.
    const marked = Object.assign(new Date(), { getFullYear: () => 1900 })
    expect(localDate(marked, zone).year).toBe(1900)
    expect(localDate(marked, zone === 'Asia/Kolkata' ? 'Asia/Tokyo' : 'Asia/Kolkata').year).toBeGreaterThan(2000)
  }
})
