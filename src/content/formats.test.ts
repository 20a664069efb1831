import { expect, test } from 'vitest'
import { english, hindi } from '../../tests/support/content.ts'
import { type CallingHours, WEEKDAYS } from '../callback-request/calling-days.ts'
import { TIME_SLOTS } from '../callback-request/time-slots.ts'
import { callingHoursText, retentionText, timeSlotLabels, zoneName } from './formats.ts'

test('Slots and calling hours have the part of their day in Hindi, and the specification’s wording in English', () => {
  expect(timeSlotLabels(english.texts, TIME_SLOTS)).toBe(null)
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
  const days = [...WEEKDAYS]
  const [inEnglish, inHindi] = [english.texts, hindi.texts]
  for (const [hours, texts, sentence] of [
    [{ days, from: '00:00', until: '24:00' }, inHindi, 'हमारी कॉल सप्ताह के सातों दिन, किसी भी समय आ सकती है।'],
    [{ days, from: '08:00', until: '20:30' }, inHindi, 'हम हर दिन सुबह 8:00 बजे से रात 8:30 बजे तक कॉल करते हैं।'],
    [{ days, from: '08:00', until: '20:30' }, inEnglish, 'We call every day from 8:00 am to 8:30 pm.'],
    [
      [
        { days: days.slice(0, 4), from: '09:00', until: '12:00' },
        { days: days.slice(0, 4), from: '14:00', until: '17:00' },
        { days: days.slice(4, 5), from: '09:00', until: '14:00' },
      ],
      inEnglish,
      'We call from 9:00 am to 12:00 pm and 2:00 pm–5:00 pm on these days: Monday to Thursday. We call from 9:00 am to 2:00 pm on these days: Friday.',
    ],
  ] as const)
    expect(callingHoursText(structuredClone(hours) as CallingHours, texts)).toBe(sentence)
})

test('The time for which requests are kept is in years, months or days', () => {
  const texts = [365, 730, 90, 45].map((days) => retentionText(days, 'en'))
  expect(texts).toEqual(['1 year', '2 years', '3 months', '45 days'])
})

test('A time zone has its name that is right all year', () => {
  const zones = ['Asia/Kolkata', 'Europe/Kiev', 'Europe/Lisbon', 'Europe/Zurich', 'Africa/Nairobi']
  expect(zones.map((zone) => zoneName(zone, 'en-GB'))).toEqual([
    'India Standard Time',
    'Eastern European Time',
    'Western European Time',
    'Central European Time',
    'East Africa Time',
  ])
})
