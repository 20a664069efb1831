import { expect, test } from 'vitest'
import { type Calendar, WEEKDAYS } from '../calling-days.ts'
import { ANYTIME, type TimeSlot } from '../time-slots.ts'
import { chosenEffects, effectsOfUnansweredCall, type OpenPromise, promiseOf, windowOf } from './promises.ts'
import { promisedWindow } from './windows.ts'

// Times are the zone's: day of November 2026 and time. The 20th is a Friday.

const ALWAYS: Calendar = { timeZone: 'Asia/Kolkata' }
const OFFICE: Calendar = {
  timeZone: 'Asia/Kolkata',
  callingHours: { days: WEEKDAYS.slice(0, 5), from: '09:00', until: '16:30' },
  closedDays: ['2026-11-25'],
}

const MORNING: TimeSlot = '10:00am-12:00pm'
const EVENING: TimeSlot = '08:00pm-10:00pm'

const instant = (time: string) => new Date(`2026-11-${time.replace(' ', 'T')}+05:30`)
const text = (time: string) => instant(time).toISOString()
const shown = (instant: string) =>
  new Date(Date.parse(instant) + 5.5 * 3_600_000).toISOString().slice(8, 16).replace('T', ' ')

/** What one unanswered call does, such as `busy 20 10:02 – 20 10:03`: when it began, and when it was saved, if later. */
function afterCall(promise: OpenPromise, call: string, calendar: Calendar) {
  const [, what, began = '', saved = began] = /^(busy|no_answer) (.+?)(?: – (.+))?$/.exec(call) ?? []
  const times = { began_at: text(began), at: text(saved) }
  const effects = effectsOfUnansweredCall([promise], { what: what === 'busy' ? what : 'no_answer', ...times }, calendar)
  return effects[0]
}

/** What becomes of a promise: its window, from the end of a pause. `same`: the last call left it as it was. */
function afterCalls(promise: OpenPromise, calls: string, calendar: Calendar): string {
  let result = 'same'
  let now = promise
  for (const call of calls.split(', ')) {
    const effect = afterCall(now, call, calendar)
    if (effect === undefined) {
      result = 'same'
      continue
    }
    if ('ended' in effect) return 'ended'
    now = effect
    const { due_from, due_until } = windowOf(now)
    expect(now.paused_until ?? due_from).toBe(due_from)
    result = `${shown(due_from)} to ${shown(due_until)}`
  }
  return result
}

const promised = (slot: TimeSlot, received: string, calendar: Calendar): OpenPromise =>
  promiseOf({ reference: 'A', slot, ...promisedWindow(slot, instant(received), calendar) })

const agreed = (from: string, until: string, slot: TimeSlot): OpenPromise => {
  const window = { slot: null, due_from: text(from), due_until: text(until) }
  const [promise] = chosenEffects([], 'change', window, slot)
  if (!promise || 'ended' in promise) throw new Error('A chosen time opens a promise.')
  return promise
}

type Case = [promise: OpenPromise, calls: string, becomes: string, calendar?: Calendar]

const morning = promised(MORNING, '20 08:00', ALWAYS)
const evening = promised(EVENING, '20 08:00', ALWAYS)
const anytime = promised(ANYTIME, '20 09:00', ALWAYS)
const exact = agreed('20 15:30', '20 16:00', EVENING)

/** The table of desk, section 3, row by row. */
const ROWS: Record<string, Case[]> = {
  'before the window or in its pause nothing moves, and nothing is counted': [
    [morning, 'no_answer 20 09:59', 'same'],
    [evening, 'no_answer 20 08:55, no_answer 20 09:30, busy 20 10:04', 'same'],
    [morning, 'busy 20 09:59:59 – 20 10:02', 'same'],
    [morning, 'busy 20 10:02 – 20 10:03, no_answer 20 10:12:59', 'same'],
    [anytime, 'no_answer 20 09:10, no_answer 20 11:09', 'same'],
    // Days before the window do not count: the call in it is the first.
    [promised(EVENING, '20 22:30', ALWAYS), 'busy 20 23:00, busy 21 09:00, busy 21 20:00', '21 20:10 to 21 22:00'],
  ],
  'as the first in the window of a slot or an exact time it pauses': [
    [morning, 'busy 20 10:02 – 20 10:03', '20 10:13 to 20 12:00'],
    [morning, 'no_answer 20 10:00 – 20 10:02', '20 10:47 to 20 12:00'],
    [morning, 'no_answer 20 10:58 – 20 11:00', '20 11:45 to 20 12:00'],
    [morning, 'no_answer 20 10:58 – 20 11:00:00.001', '21 10:00 to 21 12:00'],
    [morning, 'busy 20 11:34 – 20 11:35', '20 11:45 to 20 12:00'],
    [morning, 'busy 20 11:34 – 20 11:36', '21 10:00 to 21 12:00'],
    [morning, 'no_answer 20 11:59 – 20 12:03', '21 10:00 to 21 12:00'],
    [morning, 'busy 20 10:02 – 20 10:03, busy 20 10:13', '21 10:00 to 21 12:00'],
    [morning, 'no_answer 20 09:00, busy 20 10:02, no_answer 20 10:05', 'same'],
    [exact, 'busy 20 15:31 – 20 15:32', '20 15:37 to 20 16:00'],
    [exact, 'no_answer 20 15:31 – 20 15:35', '20 15:45 to 20 16:00'],
    [exact, 'no_answer 20 15:31 – 20 15:36', '20 20:00 to 20 22:00'],
    // Only 30 minutes of 4 to 6 pm are within the hours.
    [promised('04:00pm-06:00pm', '20 08:00', OFFICE), 'busy 20 16:04 – 20 16:05', '20 16:15 to 20 18:00', OFFICE],
    [promised('04:00pm-06:00pm', '20 08:00', OFFICE), 'busy 20 16:04 – 20 16:06', '23 16:00 to 23 18:00', OFFICE],
    // Chosen outside the hours, and on a day without calls, a time counts as a whole.
    [agreed('20 19:00', '20 19:30', MORNING), 'busy 20 19:01', '20 19:06 to 20 19:30', OFFICE],
    [agreed('21 11:00', '21 11:30', MORNING), 'busy 21 11:01', '21 11:06 to 21 11:30', OFFICE],
  ],
  'as the first or second of its local day in the window of Anytime it pauses for two hours': [
    [anytime, 'no_answer 20 09:10 – 20 09:12', '20 11:12 to 21 09:00'],
    [anytime, 'busy 20 09:10 – 20 09:12', '20 11:12 to 21 09:00'],
    [anytime, 'busy 20 09:10, no_answer 20 11:10 – 20 11:11', '20 13:11 to 21 09:00'],
    [anytime, 'busy 20 09:10, busy 20 11:10, busy 20 13:10', '21 00:00 to 22 00:00'],
    [anytime, 'busy 20 09:10, busy 20 11:10, busy 21 06:00', '21 08:00 to 21 09:00'],
    [anytime, 'busy 21 06:44 – 21 06:45', '21 08:45 to 21 09:00'],
    [anytime, 'busy 21 06:44 – 21 06:46', '22 00:00 to 23 00:00'],
    [promised(ANYTIME, '19 16:00', OFFICE), 'busy 19 16:20', '19 18:20 to 20 16:00', OFFICE],
  ],
  'on the third local day it ends': [
    [morning, 'busy 20 13:00, busy 21 13:00, busy 22 13:00', 'ended'],
    [morning, 'busy 20 13:00, busy 21 13:00, busy 22 10:00', '22 10:10 to 22 12:00'],
    [morning, 'busy 20 13:00, busy 21 13:00, busy 22 10:00, busy 22 10:10', 'ended'],
    [morning, 'busy 20 10:00, busy 20 10:10, busy 21 10:00, busy 21 10:10', '22 10:00 to 22 12:00'],
    [exact, 'busy 20 15:31, busy 20 15:40, busy 20 20:00, busy 20 20:30', '21 20:00 to 21 22:00'],
    [anytime, 'busy 20 09:10, busy 21 09:10, busy 22 01:00, busy 23 01:00', 'ended'],
    // By the department's day: in UTC these are three days.
    [
      promised('04:00am-06:00am', '20 08:00', ALWAYS),
      'busy 21 05:00, busy 21 05:35, busy 22 05:35, busy 22 05:46',
      '23 04:00 to 23 06:00',
    ],
  ],
  'otherwise it moves: a slot to its first window after the call, on a later day': [
    [morning, 'no_answer 20 12:00', '21 10:00 to 21 12:00'],
    [morning, 'no_answer 23 09:59', '23 10:00 to 23 12:00'],
    [morning, 'no_answer 23 10:00', '24 10:00 to 24 12:00'],
    [morning, 'no_answer 23 10:30', '24 10:00 to 24 12:00'],
    [promised(MORNING, '20 08:00', OFFICE), 'no_answer 20 15:00', '23 10:00 to 23 12:00', OFFICE],
    [promised(MORNING, '24 08:00', OFFICE), 'no_answer 24 15:00', '26 10:00 to 26 12:00', OFFICE],
    [promised('04:00pm-06:00pm', '19 08:00', OFFICE), 'no_answer 20 15:50', '20 16:00 to 20 18:00', OFFICE],
    // Midnight: desk, section 5.
    [promised('10:00pm-12:00am', '20 12:00', ALWAYS), 'no_answer 21 00:15', '21 22:00 to 22 00:00'],
    [promised('12:00am-02:00am', '20 23:00', ALWAYS), 'no_answer 21 01:10', '22 00:00 to 22 02:00'],
  ],
  'otherwise it moves: an exact time to the next window of the first request’s slot': [
    [exact, 'no_answer 20 16:00', '20 20:00 to 20 22:00'],
    [agreed('20 20:30', '20 21:00', EVENING), 'busy 20 20:50', '21 20:00 to 21 22:00'],
    [agreed('20 15:30', '20 16:00', ANYTIME), 'busy 20 16:10', '21 00:00 to 22 00:00'],
    [agreed('20 15:30', '20 16:00', ANYTIME), 'busy 20 16:10', '23 09:00 to 24 09:00', OFFICE],
    // From then on it is a promise of that slot.
    [exact, 'no_answer 20 16:00, busy 20 20:00', '20 20:10 to 20 22:00'],
  ],
  'otherwise it moves: Anytime to the next calling day’s opening, for 24 hours': [
    [anytime, 'no_answer 21 09:00', '22 00:00 to 23 00:00'],
    [promised(ANYTIME, '20 08:00', OFFICE), 'no_answer 23 09:00', '24 09:00 to 26 09:00', OFFICE],
    [promised(ANYTIME, '19 16:00', OFFICE), 'no_answer 20 16:10', '23 09:00 to 24 09:00', OFFICE],
  ],
}

test.each(Object.entries(ROWS))('Nobody answers: %s', (_, cases) => {
  for (const [promise, calls, becomes, calendar = ALWAYS] of cases) {
    expect(afterCalls(promise, calls, calendar), calls).toBe(becomes)
  }
})

test('A missed slot comes again where a change of the clocks shortens or lengthens it', () => {
  const calendar = { timeZone: 'Europe/Berlin' }
  const slot = '02:00am-04:00am'
  for (const [received, began, due_from, due_until] of [
    ['2026-03-27T11:00Z', '2026-03-28T02:30Z', '2026-03-29T01:00:00.000Z', '2026-03-29T02:00:00.000Z'],
    ['2026-10-23T10:00Z', '2026-10-24T01:30Z', '2026-10-25T00:00:00.000Z', '2026-10-25T03:00:00.000Z'],
  ] as const) {
    const promise = promiseOf({ reference: 'A', slot, ...promisedWindow(slot, new Date(received), calendar) })
    const at = new Date(began).toISOString()
    const effects = effectsOfUnansweredCall([promise], { what: 'no_answer', began_at: at, at }, calendar)
    expect(effects).toEqual([{ ...promise, due_from, due_until, tried: [at] }])
  }
})
