import type { Service } from '../services.ts'
import { isSettled, type RequestStatus } from '../statuses.ts'
import type { TimeSlot } from '../time-slots.ts'
import { afterOutcome, OUTCOMES, type Outcome } from './outcomes.ts'
import type { SlotWindow, Window } from './requeue.ts'

/** A request when it joins a callback. */
export interface JoiningRequest extends SlotWindow {
  reference: string
  service: Service | null
  language: string | null
  /** `utm_campaign`. */
  campaign: string | null
  receivedAt: Date
}

/** A window that was promised to somebody, from a revision of the callback on. */
export interface PromisedWindow extends SlotWindow {
  revision: number
}

/** As much of a callback's requests as its fold reads: bounded, however many there are. */
export interface RequestsSummary {
  /** The one that joined first. */
  first: JoiningRequest
  /** The service and the language of the one that joined last. */
  newest: { service: Service | null; language: string | null }
  /** Of the one that joined first among those that have one. */
  campaign: string | null
  asked: number
  /** The receipt of the oldest. */
  openedAt: Date
  /** In the order of their revisions; the first one's is among them. */
  windows: readonly PromisedWindow[]
}

/** Something that staff, or the first start of the desk, did with a callback. */
export interface Change {
  revision: number
  at: Date
  what: Outcome | 'rescheduled' | 'reopened' | 'restored' | 'before_desk'
  /** What was chosen: a window, and the slot that it comes from; null for an exact time. */
  chosen: { slot: TimeSlot | null; window: Window } | null
  isUndone: boolean
  /** Whether it was made to another callback, which was then joined to this one: it only counts as a call. */
  isInherited: boolean
}

/** All that lists, report and page show of a callback, and that follows from its requests and changes. */
export interface FoldedCallback extends SlotWindow {
  status: RequestStatus
  /** Calls without an answer in a row. */
  tries: number
  asked: number
  service: Service | null
  language: string | null
  campaign: string | null
  openedAt: Date
  first: Pick<JoiningRequest, 'reference' | 'service' | 'slot' | 'window'>
  /** The first and the latest call, undone ones aside. */
  firstTriedAt: Date | null
  triedAt: Date | null
  lastOutcome: Outcome | null
  settledAt: Date | null
}

/** The windows before and after a change; the same object where it left the window as it was. */
export interface WindowChange {
  before: Window
  after: Window
}

/** The callback that a request opens. */
export function openedBy(request: JoiningRequest): FoldedCallback {
  const { reference, service, language, slot, window, campaign, receivedAt } = request
  return {
    status: 'new',
    tries: 0,
    slot,
    window,
    asked: 1,
    service,
    language,
    campaign,
    openedAt: receivedAt,
    first: { reference, service, slot, window },
    firstTriedAt: null,
    triedAt: null,
    lastOutcome: null,
    settledAt: null,
  }
}

/** An open callback after one more request has joined it, as `foldCallback` would return it. */
export function withRequest(callback: FoldedCallback, request: JoiningRequest): FoldedCallback {
  const { service, language, campaign, receivedAt } = request
  return {
    ...withWindow(callback, request),
    asked: callback.asked + 1,
    service,
    language,
    campaign: callback.campaign ?? campaign,
    openedAt: new Date(Math.min(receivedAt.getTime(), callback.openedAt.getTime())),
  }
}

/**
 * A callback as its requests and its changes make it, in the order of their revisions. Changes that were undone count
 * nowhere.
 *
 * @param changes in the order of their revisions
 * @returns also the windows before and after each change, also of those that have no effect
 */
export function foldCallback(
  summary: RequestsSummary,
  changes: readonly Change[],
  timeZone: string,
): { callback: FoldedCallback; windows: WindowChange[] } {
  const { first, newest, campaign, asked, openedAt, windows: promised } = summary
  let callback: FoldedCallback = { ...openedBy(first), ...newest, campaign, asked, openedAt }
  // A call says nothing about who is called; that somebody was called before it was spam decides how it opens again.
  let wasCalled = false
  let joined = 0
  const joinUntil = (revision: number) => {
    for (let next = promised[joined]; next && next.revision <= revision; next = promised[joined]) {
      callback = withWindow(callback, next)
      joined++
    }
  }
  const windows = changes.map((change) => {
    joinUntil(change.revision)
    const before = callback.window
    if (change.isInherited) callback = withCall(callback, change)
    else if (!change.isUndone) {
      callback = withChange(callback, change, { wasCalled, timeZone, others: promised.slice(0, joined) })
    }
    if (!change.isUndone && isOutcome(change.what) && change.what !== 'spam') wasCalled = true
    return { before, after: callback.window }
  })
  joinUntil(Number.POSITIVE_INFINITY)
  return { callback, windows }
}

/** Every promised window is kept: the one that ends first is the callback's. */
function withWindow(callback: FoldedCallback, { slot, window }: SlotWindow): FoldedCallback {
  return window.until < callback.window.until ? { ...callback, slot, window } : callback
}

/** The callback after a change that has not been undone. */
function withChange(
  callback: FoldedCallback,
  change: Change,
  context: { wasCalled: boolean; timeZone: string; others: readonly SlotWindow[] },
): FoldedCallback {
  const { what, at } = change
  const chosen = change.chosen && { slot: change.chosen.slot ?? callback.slot, window: change.chosen.window }
  if (isOutcome(what)) {
    const { timeZone, others } = context
    const before = { status: callback.status, tries: callback.tries, slot: callback.slot, window: callback.window }
    const options = { now: at, timeZone, others, later: chosen ?? undefined }
    const { status, tries, slot, window } = afterOutcome(before, what, options)
    const settledAt = isSettled(status) ? at : null
    return { ...withCall(callback, change), status, tries, slot, window, settledAt }
  }
  switch (what) {
    case 'rescheduled':
      return { ...callback, ...chosen }
    case 'before_desk':
      return { ...callback, status: 'before_desk', settledAt: at }
    case 'reopened':
    case 'restored': {
      const status = context.wasCalled ? 'again' : 'new'
      const tries = what === 'reopened' ? 0 : callback.tries
      return { ...callback, ...chosen, status, tries, settledAt: null }
    }
  }
}

/** Counts a call, whatever came of it. */
function withCall(callback: FoldedCallback, { what, at, isUndone }: Change): FoldedCallback {
  if (!isOutcome(what) || isUndone) return callback
  const { firstTriedAt, triedAt } = callback
  const isLatest = triedAt === null || at >= triedAt
  return {
    ...callback,
    firstTriedAt: firstTriedAt === null || at < firstTriedAt ? at : firstTriedAt,
    triedAt: isLatest ? at : triedAt,
    lastOutcome: isLatest ? what : callback.lastOutcome,
  }
}

/** Whether a change is what came of a call. */
export function isOutcome(what: string): what is Outcome {
  return OUTCOMES.some((outcome) => outcome === what)
}
