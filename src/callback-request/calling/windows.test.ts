import { expect, test } from 'vitest'
import { ANYTIME } from '../time-slots.ts'
import { anytimeFrom, chosenTime, chosenWindow } from './windows.ts'

const ZONE = 'Asia/Kolkata'
const at = (time: string) => new Date(`2026-11-${time.replace(' ', 'T')}+05:30`)
const window = (from: string, until: string) => ({
  due_from: at(from).toISOString(),
  due_until: at(until).toISOString(),
})

test('A chosen slot needs 15 minutes that are left; Anytime means that day, today from two hours on', () => {
  const slot = '10:00am-12:00pm'
  const chosen = (day: string, time: string) => chosenWindow(`2026-11-${day}`, slot, at(time), ZONE)
  expect(chosen('20', '20 11:45')).toEqual({ slot, ...window('20 10:00', '20 12:00') })
  expect(chosen('20', '20 11:45:00.001')).toBeUndefined()
  expect(chosen('22', '20 23:00')).toEqual({ slot, ...window('22 10:00', '22 12:00') }) // a Sunday
  expect(chosen('31', '20 23:00')).toBeUndefined()

  const anytime = (day: string, time: string) => chosenWindow(`2026-11-${day}`, ANYTIME, at(time), ZONE)
  expect(anytime('21', '20 09:00')).toEqual({ slot: ANYTIME, ...window('21 00:00', '22 00:00') })
  expect(anytime('20', '20 09:00')).toEqual({ slot: ANYTIME, ...window('20 11:00', '21 00:00') })
  expect(anytime('20', '20 21:45')).toEqual({ slot: ANYTIME, ...window('20 23:45', '21 00:00') })
  expect(anytime('20', '20 21:45:00.001')).toBeUndefined()
  expect(anytimeFrom(at('20 17:00'))).toEqual({ slot: ANYTIME, ...window('20 17:00', '21 17:00') })
})

test('A chosen time is for half an hour, of which 15 minutes are left', () => {
  const chosen = (day: string, time: string) => chosenTime(day, time, at('20 15:45'), ZONE)
  expect(chosen('2026-11-20', '15:30')).toEqual({ slot: null, ...window('20 15:30', '20 16:00') })
  expect(chosen('2026-11-20', '23:45')).toEqual({ slot: null, ...window('20 23:45', '21 00:15') })
  for (const [day, time] of [
    ['2026-11-20', '15:29'],
    ['2026-11-20', '24:00'],
    ['2026-02-30', '15:30'],
  ] as const) {
    expect(chosen(day, time)).toBeUndefined()
  }
})
