import { afterAll, expect, it } from 'vitest'
import { instantOf, localDate } from '../callback-request/local-clock.ts'
import { setProcessClock } from './process-clock.ts'

const HOUR_MS = 60 * 60_000

const given = process.env.TZ
afterAll(() => {
  setProcessClock(undefined)
  if (given) process.env.TZ = given
})

// Clock changes at midnight and by half an hour, and a skipped day.
const ZONES = ['Asia/Kolkata', 'America/Havana', 'Australia/Lord_Howe']

it('A process whose clock is set to a zone has the same days and hours there as by Intl, all year', () => {
  const inYears = [...ZONES.map((zone) => ({ zone, year: 2026 })), { zone: 'Pacific/Apia', year: 2011 }]
  for (const { zone, year } of inYears) {
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
    expect(localDate(Object.assign(new Date(), { getFullYear: () => 1900 }), zone).year).toBe(1900)
  }
})
