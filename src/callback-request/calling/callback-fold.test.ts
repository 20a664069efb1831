import { expect, test } from 'vitest'
import { type Calendar, WEEKDAYS } from '../calling-days.ts'
import { isSettled } from '../statuses.ts'
import { ANYTIME, type TimeSlot } from '../time-slots.ts'
import { type Change, foldCallback, type JoinedRequest } from './callback-fold.ts'
import { isOutcome, isUnanswered, labelOf, OUTCOMES, statusAfter } from './outcomes.ts'
import { chosenEffects, type Effect, effectsOfUnansweredCall, settlingEffects } from './promises.ts'
import { anytimeFrom, promisedWindow } from './windows.ts'

const CALENDAR: Calendar = {
  timeZone: 'Asia/Kolkata',
  callingHours: { days: WEEKDAYS.slice(0, 6), from: '09:00', until: '21:00' },
  closedDays: ['2026-11-25'],
}

const START = Date.parse('2026-11-20T03:30Z') // Friday, 9:00 am
const text = (minute: number) => new Date(START + minute * 60_000).toISOString()

/** A callback's facts, and what they make of it. */
interface Facts {
  revision: number
  minute: number
  requests: JoinedRequest[]
  changes: Change[]
}

const NONE: Facts = { revision: 0, minute: 0, requests: [], changes: [] }

const fold = ({ requests, changes }: Pick<Facts, 'requests' | 'changes'>) => foldCallback(requests, changes).callback

type Asked = Partial<Pick<JoinedRequest, 'name' | 'phone' | 'has_message' | 'service' | 'language' | 'campaign'>>

/** Adds a request, as receiving does. */
function ask(facts: Facts, slot: TimeSlot, asked: Asked = {}): Facts {
  const { minute } = facts
  const revision = facts.revision + 1
  const request: JoinedRequest = {
    reference: `R${revision}`,
    slot,
    ...promisedWindow(slot, new Date(text(minute)), CALENDAR),
    ...{ name: 'Asha Invented', phone: '0000000001', has_message: 0, service: null, language: null, campaign: null },
    ...asked,
    received_at: text(minute),
    revision,
    withdrawn_at: null,
    withdrawn_revision: null,
  }
  return { ...facts, revision, requests: [...facts.requests, request] }
}

/** Adds a change with its effects, as the desk does: a call takes so many minutes. */
function change(
  facts: Facts,
  what: Change['what'],
  { minutes = 2, incoming = 0 }: { minutes?: number; incoming?: number } = {},
): Facts {
  const { promises, first_slot } = fold(facts)
  const revision = facts.revision + 1
  const [began_at, at] = [text(facts.minute), text(facts.minute + minutes)]
  const id = `C${revision}`
  const effects = (): Effect[] => {
    if (isUnanswered(what)) return effectsOfUnansweredCall(promises, { what, began_at, at }, CALENDAR)
    if (what === 'call_later') return chosenEffects(promises, id, anytimeFrom(new Date(at)), first_slot)
    return settlingEffects(promises)
  }
  const call = { began_at: isOutcome(what) ? began_at : null, incoming }
  const added: Change = { id, revision, what, ...call, at, undone_at: null, effects: effects() }
  return { ...facts, revision, minute: facts.minute + minutes, changes: [...facts.changes, added] }
}

function withdraw(facts: Facts, index: number): Facts {
  const revision = facts.revision + 1
  const withdrawn = { withdrawn_at: text(facts.minute), withdrawn_revision: revision }
  const requests = facts.requests.map((request, at) => (at === index ? { ...request, ...withdrawn } : request))
  return { ...facts, revision, requests }
}

/** Undoes the latest change; without one, nothing. */
function undo(facts: Facts): Facts {
  const changes = facts.changes.map((change, index) =>
    index === facts.changes.length - 1 ? { ...change, undone_at: text(facts.minute) } : change,
  )
  return { ...facts, revision: facts.revision + 1, changes }
}

const wait = (facts: Facts, minutes: number): Facts => ({ ...facts, minute: facts.minute + minutes })

test('The order of the rows says nothing, and two requests that join one after the other may be exchanged', () => {
  const called = change(ask(ask(wait(ask(NONE, ANYTIME), 5), '10:00am-12:00pm'), ANYTIME), 'no_answer')
  const { requests, changes } = ask(ask(called, '08:00pm-10:00pm'), '10:00am-12:00pm')
  const callback = fold({ requests, changes })
  expect(fold({ requests: requests.toReversed(), changes: changes.toReversed() })).toEqual(callback)
  const [one, other] = requests.slice(-2) as [JoinedRequest, JoinedRequest]
  const exchanged = [
    { ...one, revision: other.revision },
    { ...other, revision: one.revision },
  ]
  const { promises, status, tries, due_from, due_until, slot } = fold({
    requests: [...requests.slice(0, -2), ...exchanged],
    changes,
  })
  expect(callback).toMatchObject({ status, tries, due_from, due_until, slot })
  expect(new Set(promises)).toEqual(new Set(callback.promises))
})

test('The row shows what the requests that were not withdrawn ask for', () => {
  const first = ask(NONE, ANYTIME, { service: 'Rhinoplasty', language: 'hi', campaign: 'spring' })
  const second = ask(wait(first, 5), '10:00am-12:00pm', { service: 'Gynaecomastia', campaign: 'autumn' })
  const third = ask(wait(second, 5), '08:00pm-10:00pm', { language: 'en' })
  expect(fold(third)).toMatchObject({
    ...{ status: 'new', asked: 3, service: 'Gynaecomastia', language: 'en', opened_at: text(0) },
    ...{ first_reference: 'R1', first_service: 'Rhinoplasty', first_slot: ANYTIME, first_campaign: 'spring' },
    ...{ first_from: text(0), first_until: text(24 * 60), slot: '10:00am-12:00pm', tries: 0, settled_at: null },
    ...{ first_called_at: null, last_outcome: null, last_called_at: null, paused_until: null },
  })
  expect(fold(withdraw(third, 0))).toMatchObject({
    ...{ asked: 2, service: 'Gynaecomastia', opened_at: text(5), first_reference: 'R2', first_campaign: 'autumn' },
    ...{ first_from: text(60), first_until: text(180) },
  })
})

test('A call counts by when it began, and one of the patient neither as called in time nor as missed', () => {
  const morning = ask(NONE, '10:00am-12:00pm')
  const late = fold(change(wait(morning, 179), 'reached', { minutes: 8 }))
  expect(late).toMatchObject({ called_in_first_window: 1, first_called_at: text(179), last_called_at: text(187) })
  expect(fold(change(wait(morning, 180), 'reached')).called_in_first_window).toBe(0)

  const incoming = fold(change(wait(morning, 60), 'booked', { incoming: 1 }))
  const none = { first_called_at: null, called_in_first_window: 0 }
  expect(incoming).toMatchObject({ ...none, settled_by_incoming: 1, status: 'booked', settled_at: text(62) })
  expect(fold(change(wait(morning, 179), 'booked', { incoming: 1 })).settled_by_incoming).toBe(0)
  const called = change(change(wait(morning, 60), 'busy'), 'booked', { incoming: 1 })
  expect(fold(called)).toMatchObject({ settled_by_incoming: 0, called_in_first_window: 1 })
})

test('The last withdrawal settles a callback, also after a chosen time; what comes of a call replaces it', () => {
  const two = ask(ask(NONE, '10:00am-12:00pm'), '08:00pm-10:00pm')
  const one = withdraw(two, 0)
  expect(fold(one)).toMatchObject({ status: 'new', asked: 1, slot: '08:00pm-10:00pm' })
  const later = change(wait(one, 30), 'call_later')
  const none = withdraw(wait(later, 5), 1)
  expect(fold(none)).toMatchObject({ status: 'withdrawn', settled_at: text(37), promises: [], asked: 2 })
  expect(fold(undo(none))).toMatchObject({ status: 'withdrawn', settled_at: text(37), last_outcome: null })

  const saved = (what: Change['what']) => fold(change(wait(none, 1), what))
  expect(saved('reached')).toMatchObject({ status: 'reached', settled_at: text(40), promises: [] })
  expect(saved('call_later')).toMatchObject({ status: 'later', settled_at: null, slot: ANYTIME })
  expect(saved('no_answer')).toMatchObject({ status: 'withdrawn', settled_at: text(37), tries: 0 })
})

test('The outcomes have the keys 1 to 9', () => {
  const labels = [
    'Reached',
    'Booked',
    'Not interested',
    'No answer',
    'Busy',
    'Call later',
    'Wrong number',
    'Do not call',
  ]
  expect(OUTCOMES.map(labelOf)).toEqual([...labels, 'Spam'])
  expect(OUTCOMES.filter((outcome) => !isSettled(statusAfter(outcome)))).toEqual(['no_answer', 'busy', 'call_later'])
})
