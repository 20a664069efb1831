import { afterAll, expect, it } from 'vitest'
import { instantOf, localDate } from '../callback-request/local-clock.ts'
import { clockProblem, clockSamples, setProcessClock } from './process-clock.ts'

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

it('A process whose clock counts in UTC instead of the department’s zone is told so, and one whose rules have changed since the build is not', () => {
  setProcessClock(undefined)
  const samples = clockSamples('Asia/Kolkata', 2026)
  expect(samples.map(({ aheadMs }) => aheadMs)).toEqual(Array(24).fill(5.5 * HOUR_MS))
  const older = samples.map((sample, at) => (at < 12 ? sample : { ...sample, aheadMs: 5 * HOUR_MS }))
  setProcessClock('Asia/Kolkata')
  expect(clockProblem('Asia/Kolkata', samples)).toBeNull()
  expect(clockProblem('Asia/Kolkata', older)).toBeNull()
  for (const misread of ['asia/kolkata', '+05:30']) {
    setProcessClock(misread)
    expect(clockProblem('Asia/Kolkata', samples), misread).toMatch(/does not follow Asia\/Kolkata/)
  }
})
