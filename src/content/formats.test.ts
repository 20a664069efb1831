import { describe, expect, it } from 'vitest'
import { english } from '../../tests/support/content.ts'
import { hindi } from '../../tests/support/hindi.ts'
import { callingHoursText, timeSlotLabels, zoneName } from './formats.ts'
import { WEEKDAYS } from './weekdays.ts'

describe('In Hindi', () => {
  it('each time slot has the part of its day, once where it does not change', () => {
    expect(timeSlotLabels(hindi.texts)).toEqual([
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
    expect(timeSlotLabels(english.texts)).toBe(null)
  })

  it('the calling hours are on the clock of the slots, with am and pm', () => {
    const hours = { days: [...WEEKDAYS], from: '08:00', until: '20:30' }
    expect(callingHoursText(hours, english.texts)).toBe('We call every day from 8:00 am to 8:30 pm.')
  })
})
