import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ANYTIME, TIME_SLOTS } from '../time-slots.ts'
import {
  type Change,
  type ChosenWindow,
  foldCallback,
  isOutcome,
  type JoiningRequest,
  withRequest,
} from './callback-state.ts'
import { OUTCOMES } from './outcomes.ts'
import { windowOf } from './requeue.ts'

const CALENDAR = { timeZone: 'Asia/Kolkata' }
const START = Date.parse('2026-11-20T03:30Z')
const MINUTE_MS = 60_000

/** What happens to a callback: somebody asks, or staff change it. */
type Step = { request: JoiningRequest } | { change: Change }

const at = (minute: number) => new Date(START + minute * MINUTE_MS)
const text = (minute: number) => at(minute).toISOString()
const minutes = fc.integer({ min: 0, max: 6 * 24 * 60 })
const slots = fc.constantFrom(...TIME_SLOTS)

const requests = fc
  .record({
    minute: minutes,
    slot: slots,
    service: fc.constantFrom('Rhinoplasty', null),
    language: fc.constantFrom('hi', null),
    campaign: fc.constantFrom('autumn', 'letter', null),
  })
  .map(({ minute, ...asked }): JoiningRequest => {
    const window = windowOf(asked.slot, at(minute), CALENDAR)
    return { reference: `R-${minute}`, ...asked, received_at: text(minute), ...window }
  })
const chosen = fc
  .record({ slot: fc.option(slots), from: minutes })
  .map(({ slot, from }): ChosenWindow => ({ slot, due_from: text(from), due_until: text(from + 120) }))
const changes = fc.record({ minute: minutes, what: fc.constantFrom(...OUTCOMES, 'rescheduled' as const), chosen })

/** Requests and changes in the order of their revisions; instants are in any order, as wrong clocks give them. */
const histories = fc
  .tuple(requests, fc.array(fc.oneof(requests, changes), { maxLength: 12 }))
  .map(([first, rest]): Step[] => {
    let isOpen = true
    return [first, ...rest].flatMap((drawn): Step[] => {
      if ('reference' in drawn) return isOpen ? [{ request: drawn }] : []
      const { what, minute, chosen } = drawn
      if (!isOpen) {
        isOpen = true
        return [{ change: changeOf('reopened', minute, chosen) }]
      }
      isOpen = ['no_answer', 'busy', 'call_later', 'rescheduled'].includes(what)
      const needsWindow = what === 'call_later' || what === 'rescheduled'
      return [{ change: changeOf(what, minute, needsWindow ? chosen : null) }]
    })
  })

/** Something that staff did. */
function changeOf(what: Change['what'], minute: number, chosen: ChosenWindow | null = null): Change {
  const window = chosen ?? { slot: null, due_from: null, due_until: null }
  return { what, ...window, revision: 0, at: text(minute), undone_at: null, inherited: 0 }
}

/** Folds a history, whose steps have revisions with gaps, as after an erasure. */
function fold(history: readonly Step[]) {
  const numbered = history.map((step, index) => ({ step, revision: 1 + 2 * index }))
  const asked = numbered.flatMap(({ step, revision }) => ('request' in step ? [{ ...step.request, revision }] : []))
  const made = numbered.flatMap(({ step, revision }) => ('change' in step ? [{ ...step.change, revision }] : []))
  const [first] = asked
  const newest = asked.at(-1)
  if (!first || !newest) throw new Error('A history begins with a request.')
  const summary = {
    first,
    newest: { service: newest.service, language: newest.language },
    campaign: asked.find(({ campaign }) => campaign !== null)?.campaign ?? null,
    asked: asked.length,
    opened_at: asked.map(({ received_at }) => received_at).sort()[0] ?? '',
    windows: asked,
  }
  return foldCallback(summary, made, CALENDAR)
}

/** The same history, in which some of the calls have been undone. */
const withUndone = (history: readonly Step[], isUndone: (index: number) => boolean | undefined): Step[] =>
  history.map((step, index) =>
    'change' in step && isOutcome(step.change.what) && isUndone(index)
      ? { change: { ...step.change, undone_at: step.change.at } }
      : step,
  )

test('A callback is the same whether a request joins it or everything is folded again', () => {
  fc.assert(
    fc.property(histories, requests, (history, request) => {
      const before = fold(history).callback
      fc.pre(before.settled_at === null)
      expect(withRequest(before, request)).toEqual(fold([...history, { request }]).callback)
    }),
  )
})

test('It keeps every window that was promised since the latest change', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const { callback } = fold(history)
      const latest = history.findLastIndex((step) => 'change' in step)
      for (const step of history.slice(latest + 1)) {
        if ('request' in step) expect(callback.due_until <= step.request.due_until).toBe(true)
      }
    }),
  )
})

test('It is as if the latest change had never been made when that is undone, whoever asked since', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const latest = history.findLastIndex((step) => 'change' in step)
      const undone = withUndone(history, (index) => index === latest)
      fc.pre(undone[latest] !== history[latest])
      expect(fold(undone).callback).toEqual(fold(history.toSpliced(latest, 1)).callback)
    }),
  )
})

test('It counts its calls by their instants, whatever their order, and no call that was undone', () => {
  fc.assert(
    fc.property(histories, fc.array(fc.boolean()), (history, undone) => {
      const marked = withUndone(history, (index) => undone[index])
      const calls = marked
        .flatMap((step) => ('change' in step && step.change.undone_at === null ? [step.change] : []))
        .filter(({ what }) => isOutcome(what))
        .map(({ at }) => at)
        .sort()
      const { first_tried_at, tried_at } = fold(marked).callback
      expect(first_tried_at).toBe(calls[0] ?? null)
      expect(tried_at).toBe(calls.at(-1) ?? null)
    }),
  )
})

test('It has the calls of another that joined it, and nothing else of them', () => {
  fc.assert(
    fc.property(histories, minutes, (history, minute) => {
      const before = fold(history).callback
      const after = fold([...history, { change: { ...changeOf('reached', minute), inherited: 1 } }]).callback
      const none = { first_tried_at: null, tried_at: null, last_outcome: null }
      expect({ ...after, ...none }).toEqual({ ...before, ...none })
      expect(after.first_tried_at).toBe([before.first_tried_at ?? text(minute), text(minute)].sort()[0])
    }),
  )
})

test('Settled as spam or before the desk it opens again: as new when nobody had called, else to be called again', () => {
  const person = { reference: 'R', service: null, language: null, campaign: null }
  const window = windowOf(ANYTIME, at(0), CALENDAR)
  const request: JoiningRequest = { ...person, slot: ANYTIME, received_at: text(0), ...window }
  const stateAfter = (...changes: Change[]) => fold([{ request }, ...changes.map((change) => ({ change }))]).callback
  const open = { status: 'new', tries: 0, settled_at: null }
  expect(stateAfter(changeOf('spam', 1), changeOf('restored', 2))).toMatchObject(open)
  const called = stateAfter(changeOf('no_answer', 1), changeOf('spam', 200), changeOf('restored', 210))
  expect(called).toMatchObject({ ...open, status: 'again', tries: 1 })

  const settled = changeOf('before_desk', 9_000)
  expect(stateAfter(settled)).toMatchObject({ status: 'before_desk', settled_at: text(9_000) })
  const later = { due_from: text(9_100), due_until: text(9_130) }
  const reopened = stateAfter(settled, changeOf('reopened', 9_050, { slot: null, ...later }))
  expect(reopened).toMatchObject({ ...open, slot: ANYTIME, ...later })
})
