import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Calendar, WEEKDAYS } from '../calling-days.ts'
import { localDayText } from '../local-clock.ts'
import { isSettled } from '../statuses.ts'
import { ANYTIME, TIME_SLOTS, type TimeSlot } from '../time-slots.ts'
import { type Change, type FoldedCallback, foldCallback, type JoinedRequest } from './callback-fold.ts'
import { isOutcome, isUnanswered, labelOf, OUTCOMES, statusAfter } from './outcomes.ts'
import {
  chosenEffects,
  type Effect,
  effectsOfUnansweredCall,
  type OpenPromise,
  restoringEffects,
  settlingEffects,
} from './promises.ts'
import { anytimeFrom, type ChosenWindow, promisedWindow } from './windows.ts'

/*
 * More than 300 lines: the laws, and what invents the histories on which each of them is tried, belong together.
 */

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

const remaining = ({ requests }: Facts) => requests.filter(({ withdrawn_at }) => withdrawn_at === null)

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
    ...{
      name: 'Asha Invented',
      phone: '0000000001',
      has_message: 0,
      service: null,
      language: null,
      campaign: null,
      ...asked,
    },
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
  { minutes = 2, chosen, incoming = 0 }: { minutes?: number; chosen?: ChosenWindow; incoming?: number } = {},
): Facts {
  const { promises, first_slot } = fold(facts)
  const revision = facts.revision + 1
  const [began_at, at] = [text(facts.minute), text(facts.minute + minutes)]
  const now = new Date(at)
  const id = `C${revision}`
  const effects = (): Effect[] => {
    if (isUnanswered(what)) return effectsOfUnansweredCall(promises, { what, began_at, at }, CALENDAR)
    if (what === 'restored') return restoringEffects(remaining(facts), now, CALENDAR)
    if (what === 'call_later' || what === 'rescheduled' || what === 'reopened') {
      return chosenEffects(promises, id, chosen ?? anytimeFrom(now), first_slot)
    }
    return settlingEffects(promises)
  }
  const call = { began_at: isOutcome(what) ? began_at : null, incoming }
  const added: Change = { id, revision, what, ...call, at, undone_at: null, effects: effects() }
  return { ...facts, revision, minute: facts.minute + minutes, changes: [...facts.changes, added] }
}

/** Adds calls without an answer, which began at these minutes. */
function unanswered(facts: Facts, minutes: readonly number[]): Facts {
  let called = facts
  for (const minute of minutes) called = change({ ...called, minute }, 'no_answer')
  return called
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

const chosenIn = (facts: Facts, from: number, slot: TimeSlot | null): ChosenWindow => ({
  slot,
  due_from: text(facts.minute + from),
  due_until: text(facts.minute + from + (slot === null ? 30 : 120)),
})

interface Drawn {
  act: 'ask' | 'unanswered' | 'outcome' | 'choose' | 'withdraw' | 'undo'
  minutes: number
  slot: TimeSlot
  number: number
  isYes: boolean
}

/** One act, if the desk allows it then. */
function play(facts: Facts, { act, minutes, slot, number, isYes }: Drawn): Facts {
  const later = wait(facts, minutes)
  const { status } = fold(later)
  const chosen = chosenIn(later, number * 60, isYes ? slot : null)
  switch (act) {
    case 'ask':
      return isSettled(status) ? facts : ask(later, slot, { service: isYes ? 'Rhinoplasty' : null })
    case 'unanswered':
      return isSettled(status) ? facts : change(later, isYes ? 'busy' : 'no_answer', { minutes: number % 7 })
    case 'outcome': {
      const what = OUTCOMES[number % OUTCOMES.length] ?? 'reached'
      return isSettled(status) ? facts : change(later, what, { chosen, incoming: isYes && !isUnanswered(what) ? 1 : 0 })
    }
    case 'choose':
      if (status === 'withdrawn') return facts
      if (status === 'spam' && isYes) return change(later, 'restored')
      return change(later, isSettled(status) ? 'reopened' : 'rescheduled', { chosen })
    case 'withdraw': {
      const index = number % later.requests.length
      const isOver = isSettled(status) || later.requests[index]?.withdrawn_at !== null
      return isOver ? facts : withdraw(later, index)
    }
    case 'undo': {
      const latest = later.changes.at(-1)
      const canBe = latest && isOutcome(latest.what) && latest.undone_at === null
      return canBe ? undo(later) : facts
    }
  }
}

const slots = fc.constantFrom(...TIME_SLOTS)
const acts = fc.record<Drawn>({
  act: fc.oneof(
    { weight: 3, arbitrary: fc.constant('ask' as const) },
    { weight: 8, arbitrary: fc.constant('unanswered' as const) },
    { weight: 1, arbitrary: fc.constantFrom('outcome' as const, 'choose' as const, 'withdraw' as const) },
    { weight: 1, arbitrary: fc.constant('undo' as const) },
  ),
  minutes: fc.oneof(fc.nat(20), fc.nat(24 * 60)),
  slot: slots,
  number: fc.nat(30),
  isYes: fc.boolean(),
})

const byId = (promises: readonly OpenPromise[]) => [...promises].sort((a, b) => (a.of < b.of ? -1 : 1))
const daysOf = (instants: readonly string[]) =>
  new Set(instants.map((instant) => localDayText(new Date(instant), CALENDAR.timeZone))).size

/** What holds after each act: of the facts before and after it. */
const LAWS: Record<string, (facts: Facts, before: Facts, drawn: Drawn) => void> = {
  'A promise ends only when its callback is settled, its request withdrawn, a time chosen, or on the third day': (
    facts,
    before,
  ) => {
    const open = fold(facts).promises.map(({ of }) => of)
    const references = remaining(facts).map(({ reference }) => reference)
    const changed = facts.changes.at(-1)
    for (const { of, due_from, paused_until, tried } of fold(before).promises) {
      if (open.includes(of)) continue
      if (facts.changes.length === before.changes.length) {
        const isUndone = changed?.id === of && changed.undone_at !== null
        const isWithdrawn = !references.includes(of)
        expect(isUndone || isWithdrawn).toBe(true)
      } else if (changed && isUnanswered(changed.what)) {
        const began = changed.began_at ?? ''
        expect(began >= due_from && began >= (paused_until ?? '')).toBe(true)
        expect(daysOf([...tried, began])).toBeGreaterThanOrEqual(3)
      }
    }
  },

  'A call that nobody answers before all windows moves and counts nothing': (facts) => {
    const before = fold(facts)
    const [earliest] = before.promises.map(({ due_from }) => due_from).sort()
    if (earliest === undefined) return
    const early = { ...facts, minute: Math.ceil((Date.parse(earliest) - START) / 60_000) - 1 }
    const after = fold(change(early, 'no_answer'))
    expect(after).toMatchObject({ promises: before.promises, tries: before.tries, due_from: before.due_from })
    expect(isSettled(after.status)).toBe(false)
  },

  'Nobody is unreachable whose request was not tried on three days in or after its window': (facts) => {
    if (fold(facts).status !== 'unreachable' || facts.changes.some(({ what }) => !isUnanswered(what))) return
    const calls = facts.changes.filter(({ undone_at }) => undone_at === null)
    for (const { due_from } of remaining(facts)) {
      const tried = calls.map(({ began_at }) => began_at ?? '').filter((began) => began >= due_from)
      expect(daysOf(tried)).toBeGreaterThanOrEqual(3)
    }
  },

  'A request that joins adds its promise and leaves all others as they are': (facts, _, { slot }) => {
    const before = fold(facts)
    if (isSettled(before.status)) return
    const { promises, asked, tries } = fold(ask(facts, slot))
    expect(promises.slice(0, -1)).toEqual(before.promises)
    expect(promises.at(-1)).toMatchObject({ slot, tried: [] })
    expect({ asked, tries }).toEqual({ asked: remaining(facts).length + 1, tries: before.tries })
  },

  'A callback is open while it has a promise, and its window is the one that ends first': (facts) => {
    const { status, settled_at, promises, due_from, due_until } = fold(facts)
    expect(isSettled(status)).toBe(promises.length === 0)
    expect(settled_at === null).toBe(promises.length > 0)
    if (promises.length === 0) return
    expect(due_until).toBe(promises.map((promise) => promise.due_until).sort()[0])
    const first = promises.filter((promise) => promise.due_until === due_until)
    expect(due_from).toBe(first.map((one) => [one.due_from, one.paused_until ?? ''].sort()[1]).sort()[0])
    for (const { tried } of promises) expect(tried.length).toBeLessThan(13)
  },

  'The order of the rows says nothing, and two requests that join one after the other may be exchanged': (facts) => {
    const { requests, changes } = facts
    const callback = fold(facts)
    expect(fold({ requests: [...requests].reverse(), changes: [...changes].reverse() })).toEqual(callback)
    const [one, other] = requests.slice(-2)
    if (callback.promises.length === 0 || !one || one.revision + 1 !== other?.revision) return
    const exchanged = [
      { ...one, revision: other.revision },
      { ...other, revision: one.revision },
    ]
    const common = ({ status, tries, due_from, due_until, slot, promises }: FoldedCallback) => {
      return { status, tries, due_from, due_until, slot, promises: byId(promises) }
    }
    expect(common(fold({ requests: [...requests.slice(0, -2), ...exchanged], changes }))).toEqual(common(callback))
  },

  'Erasing a request takes its promise along, and leaves those of the others as they are': (facts, _, { number }) => {
    const { requests, changes } = facts
    const erased = requests[number % requests.length]
    const others = requests.filter((request) => request !== erased)
    if (others.every(({ withdrawn_at }) => withdrawn_at !== null)) return
    const [before, after] = [fold(facts), fold({ requests: others, changes })]
    expect(after.promises).toEqual(before.promises.filter(({ of }) => of !== erased?.reference))
    if (isSettled(before.status)) expect(after.status).toBe(before.status)
  },

  'A call that was undone has never been, whoever asked or withdrew since': (facts, _, drawn) => {
    const latest = facts.changes.at(-1)
    if (!latest || latest.undone_at !== null || !isOutcome(latest.what)) return
    const since = play(play(facts, { ...drawn, act: 'ask' }), { ...drawn, act: 'withdraw' })
    const undone = undo(since)
    expect(fold(undone)).toEqual(fold({ ...undone, changes: undone.changes.slice(0, -1) }))
  },
}

test('Whatever happens to a callback, its promises are kept', () => {
  fc.assert(
    fc.property(slots, fc.array(acts, { maxLength: 14 }), (slot, drawn) => {
      let facts = ask(NONE, slot)
      for (const one of drawn) {
        const before = facts
        facts = play(before, one)
        if (facts === before) continue
        for (const check of Object.values(LAWS)) check(facts, before, one)
      }
    }),
    { numRuns: 60 },
  )
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

test('On the third local day somebody is unreachable; tries begin anew when somebody was spoken to', () => {
  const day = 24 * 60
  const twice = change(wait(change(wait(ask(NONE, '10:00am-12:00pm'), 200), 'no_answer'), day), 'no_answer')
  const monday = wait(twice, 2 * day) // nobody calls on Sunday
  expect(fold(change(monday, 'busy'))).toMatchObject({ status: 'unreachable', tries: 3, promises: [] })

  const chosen = chosenIn(monday, 60, null)
  const later = change(monday, 'call_later', { chosen })
  expect(fold(later)).toMatchObject({ status: 'later', tries: 0, slot: null, due_from: chosen.due_from })
  const rescheduled = fold(change(monday, 'rescheduled', { chosen }))
  expect(rescheduled).toMatchObject({ status: 'again', tries: 0, due_from: chosen.due_from })
  const missed = fold(change(wait(later, 120), 'no_answer'))
  expect(missed).toMatchObject({ status: 'again', tries: 1, slot: '10:00am-12:00pm' })
  expect(missed.promises[0]?.tried).toHaveLength(1)
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

  // The other promise had ended by the table.
  const day = 24 * 60
  const missed = unanswered(ask(NONE, '10:00am-12:00pm'), [200, 200 + day, 200 + 3 * day])
  const [asked, ...rest] = ask({ ...missed, revision: 1, minute: 5 }, '08:00pm-10:00pm').requests
  const open = fold({ ...missed, requests: [...(asked ? [asked] : []), ...rest] })
  expect(open.status).toBe('again')
  expect(fold(withdraw({ ...missed, requests: asked ? [asked, ...rest] : [] }, 1)).status).toBe('unreachable')
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
