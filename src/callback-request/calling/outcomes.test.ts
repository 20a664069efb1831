import { expect, test } from 'vitest'
import { afterOutcome, type CallbackState, labelOf, OUTCOMES, type Outcome } from './outcomes.ts'
import { windowOf } from './requeue.ts'

const calendar = { timeZone: 'Asia/Kolkata' }
const now = new Date('2026-11-20T10:30+05:30')
const slot = '10:00am-12:00pm'
const window = windowOf(slot, now, calendar)
const tomorrow = windowOf(slot, new Date('2026-11-20T13:00+05:30'), calendar)
const later = { slot: 'Anytime', ...windowOf('Anytime', new Date('2026-11-25T00:00+05:30'), calendar) } as const

const applied = (callback: Partial<CallbackState>, outcome: Outcome) =>
  afterOutcome({ status: 'new', tries: 0, slot, ...window, ...callback }, outcome, { now, calendar, others: [], later })

test('Each outcome of a callback that was tried once gives its state', () => {
  const rows: [Outcome, string, CallbackState][] = [
    ['reached', 'Reached', { status: 'reached', tries: 2, slot, ...window }],
    ['booked', 'Booked', { status: 'booked', tries: 2, slot, ...window }],
    ['not_interested', 'Not interested', { status: 'not_interested', tries: 2, slot, ...window }],
    ['no_answer', 'No answer', { status: 'again', tries: 2, slot, ...tomorrow }],
    ['busy', 'Busy', { status: 'again', tries: 2, slot, ...tomorrow }],
    ['wrong_number', 'Wrong number', { status: 'wrong_number', tries: 2, slot, ...window }],
    ['call_later', 'Call later', { ...later, status: 'later', tries: 0 }],
    ['spam', 'Spam', { status: 'spam', tries: 1, slot, ...window }],
  ]
  for (const [outcome, label, expected] of rows) {
    expect(labelOf(outcome)).toBe(label)
    expect(applied({ status: 'again', tries: 1 }, outcome), label).toEqual(expected)
  }
  const inOrderOfKeys = 'reached booked not_interested no_answer busy wrong_number call_later spam'
  expect(OUTCOMES.join(' ')).toBe(inOrderOfKeys)
})

test('No answer or busy for the third time in a row makes it unreachable, in any order', () => {
  for (const first of ['no_answer', 'busy'] as const) {
    for (const third of ['no_answer', 'busy'] as const) {
      const callback = applied(applied({}, first), 'busy')
      expect(callback).toMatchObject({ status: 'again', tries: 2 })
      expect(applied(callback, third)).toMatchObject({ status: 'unreachable', tries: 3 })
    }
  }
})

test('Call later starts the count again', () => {
  const chosen = applied(applied(applied({}, 'busy'), 'no_answer'), 'call_later')
  expect(applied(applied(chosen, 'busy'), 'busy')).toMatchObject({ status: 'again', tries: 2 })
})
