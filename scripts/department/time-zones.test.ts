import { describe, expect, it } from 'vitest'
import { clockIn, nearTimeZones, timeZoneOf } from './time-zones.ts'

describe('A time zone', () => {
  it('is known by the name of its place, also one that it got lately', () => {
    expect(['Europe/London', 'europe/london', 'Asia/Kolkata', 'Europe/Kyiv'].map(timeZoneOf)).toEqual([
      'Europe/London',
      'Europe/London',
      'Asia/Kolkata',
      'Europe/Kyiv',
    ])
  })

  it('is none whose clocks never change with those of a place', () => {
    expect(['GMT', 'UTC', '+01:00', 'EST', 'London', ''].map(timeZoneOf)).toEqual(Array(6).fill(undefined))
  })

  it('is suggested for a name like its own', () => {
    expect(['berlin', 'Europe/Berln', 'new york', 'Zürich', 'Germany'].map(nearTimeZones)).toEqual([
      ['Europe/Berlin'],
      ['Europe/Berlin'],
      ['America/New_York'],
      ['Europe/Zurich'],
      [],
    ])
    expect(nearTimeZones('Asia/Kolkatta')).toContain('Asia/Kolkata')
  })

  it('shows its clock, with its name of all year', () => {
    expect(clockIn('Europe/London', new Date('2027-03-28T00:59Z'))).toBe('Sunday 00:59 (United Kingdom Time)')
    expect(clockIn('Europe/London', new Date('2027-03-28T01:00Z'))).toBe('Sunday 02:00 (United Kingdom Time)')
  })
})
