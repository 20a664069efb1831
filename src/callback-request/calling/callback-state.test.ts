import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ANYTIME, TIME_SLOTS } from '../time-slots.ts'
import {
  type Change,
  type ChosenWindow,
  type FoldedCallback,
  foldCallback,
  isOutcome,
  type JoiningRequest,
  withRequest,
} from './callback-state.ts'
import { OUTCOMES } from './outcomes.ts'
import { windowOf } from './requeue.ts'

const ZONE = 'Asia/Kolkata'
const START = Date.parse('2026-11-20T03:30Z')
const MINUTE_MS = 60_000

type Happening = { kind: 'asks'; request: JoiningRequest } | { kind: 'changes'; change: Change }

const at = (minute: number) => new Date(START + minute * MINUTE_MS)
const text = (minute: number) => at(minute).toISOString()
const minutes = fc.integer({ min: 0, max: 6 * 24 * 60 })
const slots = fc.constantFrom(...TIME_SLOTS)

const requests = fc.record({ minute: minutes, slot: slots, campaign: fc.option(fc.constantFrom('autumn', 'letter')) })
const chosen = fc.record({ slot: fc.option(slots), from: minutes })
const changes = fc.record({
  minute: minutes,
  what: fc.constantFrom(...OUTCOMES, 'rescheduled' as const),
  chosen,
})

const requestOf = (
  { minute, slot, campaign }: typeof requests extends fc.Arbitrary<infer One> ? One : never,
  number: number,
): JoiningRequest => ({
  reference: `R-${number}`,
  service: number % 3 === 0 ? null : 'Rhinoplasty',
  language: number % 2 === 0 ? 'hi' : null,
  campaign,
  slot,
  received_at: text(minute),
  ...windowOf(slot, at(minute), ZONE),
})

/** Requests and changes in the order of their revisions; instants are in any order, as wrong clocks give them. */
const histories = fc
  .array(
    fc.oneof(
      requests.map((request) => ({ request })),
      changes.map((change) => ({ change })),
    ),
    { maxLength: 12 },
  )
  .chain((rest) => requests.map((request) => [{ request }, ...rest]))
  .map((steps): Happening[] => {
    let isOpen = true
    return steps.flatMap((step, index): Happening[] => {
      if ('request' in step) return isOpen ? [{ kind: 'asks', request: requestOf(step.request, index) }] : []
      const { what, minute } = step.change
      if (!isOpen) {
        isOpen = true
        return [changeOf('reopened', minute, windowFrom(step.change.chosen))]
      }
      isOpen = ['no_answer', 'busy', 'call_later', 'rescheduled'].includes(what)
      const needsWindow = what === 'call_later' || what === 'rescheduled'
      const window = needsWindow ? windowFrom(step.change.chosen) : null
      return [changeOf(what, minute, window)]
    })
  })

function windowFrom({ slot, from }: { slot: (typeof TIME_SLOTS)[number] | null; from: number }): ChosenWindow {
  return { slot, due_from: text(from), due_until: text(from + 120) }
}

/** Something that staff did. */
function changeOf(what: Change['what'], minute: number, chosen: ChosenWindow | null = null): Happening {
  const window = chosen ?? { slot: null, due_from: null, due_until: null }
  return { kind: 'changes', change: { what, ...window, revision: 0, at: text(minute), undone_at: null, inherited: 0 } }
}

/** Folds a history, whose steps have revisions with gaps, as after an erasure. */
function fold(history: readonly Happening[]) {
  const numbered = history.map((step, index) => ({ step, revision: 1 + 2 * index }))
  const asked = numbered.flatMap(({ step, revision }) => (step.kind === 'asks' ? [{ ...step.request, revision }] : []))
  const made = numbered.flatMap(({ step, revision }) => (step.kind === 'changes' ? [{ ...step.change, revision }] : []))
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
  return foldCallback(summary, made, ZONE)
}

const isAsking = (step: Happening | undefined) => step?.kind === 'asks'

describe('A callback', () => {
  test('is the same whether a request joins it or everything is folded again', () => {
    fc.assert(
      fc.property(histories, requests, (history, request) => {
        const before = fold(history).callback
        fc.pre(before.settled_at === null)
        const joining = requestOf(request, 99)
        expect(withRequest(before, joining)).toEqual(fold([...history, { kind: 'asks', request: joining }]).callback)
      }),
    )
  })

  test('keeps every window that was promised since the latest change', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const { callback } = fold(history)
        const latest = history.findLastIndex((step) => !isAsking(step))
        for (const step of history.slice(latest + 1)) {
          if (step.kind !== 'asks') continue
          expect(callback.due_until <= step.request.due_until).toBe(true)
        }
      }),
    )
  })

  test('is as if the latest change had never been made when that is undone, whoever asked since', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const latest = history.findLastIndex((step) => step.kind === 'changes' && isOutcome(step.change.what))
        fc.pre(latest > 0 && latest === history.findLastIndex((step) => !isAsking(step)))
        const undone = history.map((step, index) =>
          index === latest && step.kind === 'changes'
            ? { ...step, change: { ...step.change, undone_at: step.change.at } }
            : step,
        )
        expect(fold(undone).callback).toEqual(fold(history.toSpliced(latest, 1)).callback)
      }),
    )
  })

  test('counts its calls by their instants, whatever their order, and no call that was undone', () => {
    fc.assert(
      fc.property(histories, fc.array(fc.boolean()), (history, undone) => {
        const marked = history.map((step, index) =>
          step.kind === 'changes' && isOutcome(step.change.what)
            ? { ...step, change: { ...step.change, undone_at: undone[index] ? step.change.at : null } }
            : step,
        )
        const calls = marked
          .flatMap((step) => (step.kind === 'changes' && step.change.undone_at === null ? [step.change] : []))
          .filter(({ what }) => isOutcome(what))
          .map(({ at }) => at)
          .sort()
        const { first_tried_at, tried_at } = fold(marked).callback
        expect(first_tried_at).toBe(calls[0] ?? null)
        expect(tried_at).toBe(calls.at(-1) ?? null)
      }),
    )
  })

  test('has the calls of another that joined it, and nothing else of them', () => {
    fc.assert(
      fc.property(histories, changes, (history, { minute }) => {
        const before = fold(history).callback
        const call = changeOf('reached', minute)
        if (call.kind === 'changes') call.change.inherited = 1
        const after = fold([...history, call]).callback
        const times = (callback: FoldedCallback) => ({
          ...callback,
          first_tried_at: null,
          tried_at: null,
          last_outcome: null,
        })
        expect(times(after)).toEqual(times(before))
        expect(after.first_tried_at).toBe([before.first_tried_at ?? text(minute), text(minute)].sort()[0])
      }),
    )
  })

  test('that is settled as spam or before the desk opens again: as new when nobody had called, else to be called again', () => {
    const request = requestOf({ minute: 0, slot: ANYTIME, campaign: null }, 1)
    const stateAfter = (...changes: Happening[]) => fold([{ kind: 'asks', request }, ...changes]).callback
    const open = { status: 'new', tries: 0, settled_at: null }
    expect(stateAfter(changeOf('spam', 1), changeOf('restored', 2))).toMatchObject(open)
    const called = stateAfter(changeOf('no_answer', 1), changeOf('spam', 200), changeOf('restored', 210))
    expect(called).toMatchObject({ ...open, status: 'again', tries: 1 })

    const settled = changeOf('before_desk', 9_000)
    expect(stateAfter(settled)).toMatchObject({ status: 'before_desk', settled_at: text(9_000) })
    const window = { due_from: text(9_100), due_until: text(9_130) }
    const reopened = stateAfter(settled, changeOf('reopened', 9_050, { slot: null, ...window }))
    expect(reopened).toMatchObject({ ...open, slot: ANYTIME, ...window })
  })
})
