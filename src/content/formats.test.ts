import { describe, expect, it } from 'vitest'
import { english } from '../../tests/support/content.ts'
import { hindi } from '../../tests/support/hindi.ts'
import { TIME_SLOTS } from '../callback-request/time-slots.ts'
import { callingHoursText, retentionText, timeSlotLabels, zoneName } from './formats.ts'
import { WEEKDAYS } from './weekdays.ts'

describe('In Hindi', () => {
  it('each time slot has the part of its day, once where it does not change', () => {
    expect(timeSlotLabels(hindi.texts, TIME_SLOTS)).toEqual([
      'किसी भी समय',
      'रात 12:00–2:00',
      'रात 2:00–4:00',
      'सुबह 4:00–6:00',
      'सुबह 6:00–8:00',
      'सुबह 8:00–10:00',
      'सुबह 10:00 – दोपहर 12:00',
      'दोपहर 12:00–2:00',
      'दोपहर 2:00–4:00',
      'शाम 4:00–6:00',
      'शाम 6:00–8:00',
      'रात 8:00–10:00',
      'रात 10:00–12:00',
    ])
  })

  it('the time zone has its name', () => {
    expect(zoneName('Asia/Kolkata', 'hi')).toBe('भारतीय मानक समय')
  })

  it.each([
    [WEEKDAYS, '00:00', '24:00', 'हमारी कॉल सप्ताह के सातों दिन, किसी भी समय आ सकती है।'],
    [WEEKDAYS, '08:00', '20:30', 'हम हर दिन सुबह 8:00 बजे से रात 8:30 बजे तक कॉल करते हैं।'],
    [WEEKDAYS.slice(0, 6), '09:00', '18:00', 'हम इन दिनों सुबह 9:00 बजे से शाम 6:00 बजे तक कॉल करते हैं: सोमवार से शनिवार तक।'],
  ] as const)('the calling hours are a sentence: %#', (days, from, until, sentence) => {
    expect(callingHoursText({ days: [...days], from, until }, hindi.texts)).toBe(sentence)
  })
})

describe('In English', () => {
  it('the time slots have their own wording', () => {
    expect(timeSlotLabels(english.texts, TIME_SLOTS)).toBe(null)
  })

  it('hours of several groups are a sentence each', () => {
    const hours = [
      { days: WEEKDAYS.slice(0, 4), from: '09:00', until: '12:00' },
      { days: [...WEEKDAYS.slice(4, 5)], from: '09:00', until: '14:00' },
    ]
    expect(callingHoursText(hours, english.texts)).toBe(
      'We call from 9:00 am to 12:00 pm on these days: Monday to Thursday. We call from 9:00 am to 2:00 pm on these days: Friday.',
    )
  })

  it('the time for which requests are kept is in years, months or days', () => {
    expect([365, 730, 90, 45].map((days) => retentionText(days, 'en'))).toEqual([
      '1 year',
      '2 years',
      '3 months',
      '45 days',
    ])
  })

  it('the calling hours are on the clock of the slots, with am and pm', () => {
    const hours = { days: [...WEEKDAYS], from: '08:00', until: '20:30' }
    expect(callingHoursText(hours, english.texts)).toBe('We call every day from 8:00 am to 8:30 pm.')
  })
})

/** Its names for the seasons differ from its name. */
const seasons = (timeZone: string) =>
  [0, 6].map((month) => {
    const format = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'long' })
    return format.formatToParts(Date.UTC(2026, month)).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  })

it('Every time zone has a name of its own that is right all year', () => {
  const zones = Intl.supportedValuesOf('timeZone')
  expect(zones.length).toBeGreaterThan(400)
  const wrong = zones.filter((zone) => {
    const [winter, summer] = seasons(zone)
    const name = zoneName(zone, 'en-GB')
    // One with a season's name would be wrong for half of the year; one of another place, always.
    return winter === summer ? !(name === winter || /^GMT/.test(winter ?? '')) : name === winter || name === summer
  })
  expect(wrong).toEqual([])
  expect(
    ['Europe/Kiev', 'Europe/Lisbon', 'Europe/Zurich', 'Africa/Nairobi'].map((zone) => zoneName(zone, 'en-GB')),
  ).toEqual(['Eastern European Time', 'Western European Time', 'Central European Time', 'East Africa Time'])
})
