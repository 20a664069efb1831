import { expect, test } from 'vitest'
import { contentFiles } from '../../scripts/read-content.ts'
import { offsetAt } from '../callback-request/local-clock.ts'
import { checkContent } from './checks/check-content.ts'
import { nameForBrowsers, timeZoneOf, timeZones } from './time-zones.ts'

const { files } = contentFiles('content')
const HOUR_MS = 60 * 60_000

test('A time zone is written by its name, and by no other spelling', () => {
  const mistakesOf = (timeZone: string) =>
    checkContent({ ...files, department: { ...Object(files.department), timeZone } }).mistakes
  for (const name of ['Asia/Kolkata', 'Europe/Kyiv', 'America/New_York']) expect(mistakesOf(name)).toEqual([])
  for (const [typed, name] of [
    ['asia/kolkata', 'Asia/Kolkata'],
    ['+05:30', 'Asia/Kolkata'],
    ['Etc/GMT-5', 'Asia/Kolkata'],
    ['europe/kyiv', 'Europe/Kyiv'],
  ] as const)
    expect(mistakesOf(typed)).toEqual([`department.json, timeZone: is not a time zone such as ${name}`])
  expect(timeZoneOf('EUROPE/kyiv')).toBe('Europe/Kyiv')
})

test('Browsers get a name that those of 2021 know, whose clock is the same this year and the next', () => {
  expect(nameForBrowsers('Europe/Kyiv')).toBe('Europe/Kiev')
  expect(nameForBrowsers('Europe/Berlin')).toBe('Europe/Berlin')
  const renamed = timeZones().filter((name) => nameForBrowsers(name) !== name)
  expect(renamed.length).toBeGreaterThan(8)
  const start = Date.UTC(new Date().getUTCFullYear(), 0, 1)
  for (const name of renamed) {
    const older = nameForBrowsers(name)
    for (let hours = 0; hours < 2 * 365 * 24; hours += 12) {
      const at = new Date(start + hours * HOUR_MS)
      expect(offsetAt(at, older), `${older} at ${at.toISOString()}`).toBe(offsetAt(at, name))
    }
  }
})
