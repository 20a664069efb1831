import { expect, test } from 'vitest'
import { ANYTIME } from '../time-slots.ts'
import { chosenWindow } from './windows.ts'

const ZONE = 'Asia/Kolkata'
const at = (time: string) => new Date(`2026-11-${time.replace(' ', 'T')}+05:30`)
const window = (from: string, until: string) => ({
  due_from: at(from).toISOString(),
  due_until: at(until).toISOString(),
})

test('Anytime means that day, today from two hours on, of which 15 minutes are left', () => {
  const anytime = (day: string, time: string) => chosenWindow(`2026-11-${day}`, ANYTIME, at(time), ZONE)
  expect(anytime('21', '20 09:00')).toEqual({ slot: ANYTIME, ...window('21 00:00', '22 00:00') })
  expect(anytime('20', '20 21:45')).toEqual({ slot: ANYTIME, ...window('20 23:45', '21 00:00') })
  expect(anytime('20', '20 21:45:00.001')).toBeUndefined()
})
