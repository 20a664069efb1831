import { expect, test } from 'vitest'
import { callingHoursOf, typedHours } from './calling-hours.ts'

test('Calling hours are read as people type them', () => {
  for (const [typed, shown] of [
    ['Mo-Fr 09:00-18:00', 'Mo-Fr 09:00-18:00'],
    ['Monday to Thursday, Saturday 9 am - 5:30 pm', 'Mo-Th, Sa 09:00-17:30'],
    ['mon,weds & fri: 10.30–16', 'Mo, We, Fr 10:30-16:00'],
    ['Tuesdays 12pm until 12am', 'Tu 12:00-24:00'],
    ['24/7', 'Mo-Su 00:00-24:00'],
    ['daily 9-12 and 13-17; Friday: 9-14', 'Mo-Su 09:00-12:00, 13:00-17:00; Fr 09:00-14:00'],
  ] as const) {
    const hours = callingHoursOf(typed)
    expect(hours.ok && typedHours(hours.hours), typed).toBe(shown)
  }
})

test('What is not calling hours has a line that says why', () => {
  for (const [typed, problem] of [
    ['', '"" should end with hours'],
    ['9-17 Mo', '"9-17 Mo" should end with hours'],
    ['Mo-So 8-18', '"so" is not a day; write Mo, Tu, We, Th, Fr, Sa or Su'],
    ['Monday-Firday 9-17', '"firday" is not a day. Did you mean Friday?'],
    ['Fr-Mo-Tu 9-17', '"fr-mo-tu" is not a day'],
    ['Fr 18:00-09:00', '"18:00-09:00" is not hours'],
    ['Mo 13pm-2pm', '"13pm-2pm" is not hours'],
  ] as const)
    expect(callingHoursOf(typed)).toEqual({ ok: false, problem: expect.stringContaining(problem) })
})
