import type { Calendar } from '../calling-days.ts'
import type { Service } from '../services.ts'
import { isSettled, type RequestStatus } from '../statuses.ts'
import type { TimeSlot } from '../time-slots.ts'
import { afterOutcome, OUTCOMES, type Outcome } from './outcomes.ts'
import type { SlotWindow, Window } from './requeue.ts'

// Everything here has the store's own columns. Instants are texts (ISO 8601, UTC, to the millisecond), which sort by time.

/** A request when it joins a callback. */
export interface JoiningRequest extends SlotWindow {
  reference: string
  service: Service | null
  language: string | null
  /** `utm_campaign`. */
  campaign: string | null
  received_at: string
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
  opened_at: string
  /** The promised windows in the order of the revisions at which they joined; the first one's is among them. */
  windows: readonly (SlotWindow & { revision: number })[]
}

/** A window that staff chose, and the slot that it comes from; null for an exact time. */
export interface ChosenWindow extends Window {
  slot: TimeSlot | null
}

/** Something that staff, or the first start of the desk, did with a callback. */
export interface Change {
  revision: number
  at: string
  what: Outcome | 'rescheduled' | 'reopened' | 'restored' | 'before_desk'
  /**
   * The chosen window, and the slot that it comes from; null for an exact time. Of an inherited call: the window in which
   * it was to be made.
   */
  slot: TimeSlot | null
  due_from: string | null
  due_until: string | null
  undone_at: string | null
  /** 1 when it was made to another callback, which was then joined to this one: it only counts as a call. */
  inherited: number
}

/** All that lists, report and page show of a callback, and that follows from its requests and changes. */
export interface FoldedCallback extends SlotWindow {
  status: RequestStatus
  /** Calls without an answer in a row. */
  tries: number
  /** How many requests it has, and service (null for contact) and language of the newest. */
  asked: number
  service: Service | null
  language: string | null
  /** The receipt of the oldest. */
  opened_at: string
  /** Of the request that opened it; the campaign is `utm_campaign` of the first one that has it. */
  first_reference: string
  first_service: Service | null
  first_slot: TimeSlot
  first_from: string
  first_until: string
  first_campaign: string | null
  /** The first and the latest call, undone ones aside; what came of that, and what settled the callback. */
  first_tried_at: string | null
  tried_at: string | null
  last_outcome: Outcome | null
  settled_at: string | null
}

/** The windows before and after a change. */
export interface WindowChange {
  before: Window
  after: Window
}

/** The callback that a request opens. */
export function openedBy(request: JoiningRequest): FoldedCallback {
  const { reference, service, language, slot, due_from, due_until, campaign, received_at } = request
  return {
    status: 'new',
    tries: 0,
    slot,
    due_from,
    due_until,
    asked: 1,
    service,
    language,
    opened_at: received_at,
    first_reference: reference,
    first_service: service,
    first_slot: slot,
    first_from: due_from,
    first_until: due_until,
    first_campaign: campaign,
    first_tried_at: null,
    tried_at: null,
    last_outcome: null,
    settled_at: null,
  }
}

/** An open callback after one more request has joined it, as `foldCallback` would return it. */
export function withRequest<Callback extends FoldedCallback>(callback: Callback, request: JoiningRequest): Callback {
  const { service, language, campaign, received_at } = request
  return {
    ...withWindow(callback, request),
    asked: callback.asked + 1,
    service,
    language,
    first_campaign: callback.first_campaign ?? campaign,
    opened_at: [received_at, callback.opened_at].sort()[0] ?? received_at,
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
  calendar: Calendar,
): { callback: FoldedCallback; windows: WindowChange[] } {
  const { first, newest, campaign, asked, opened_at, windows: promised } = summary
  let callback: FoldedCallback = { ...openedBy(first), ...newest, first_campaign: campaign, asked, opened_at }
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
    const before = callback
    if (change.undone_at === null) {
      const others = promised.slice(0, joined)
      callback =
        change.inherited === 1
          ? withCall(callback, change)
          : withChange(callback, change, { wasCalled, calendar, others })
      if (isOutcome(change.what) && change.what !== 'spam') wasCalled = true
    }
    return { before, after: callback }
  })
  joinUntil(Number.POSITIVE_INFINITY)
  return { callback, windows }
}

/** Every promised window is kept: the one that ends first is the callback's. */
function withWindow<Callback extends FoldedCallback>(
  callback: Callback,
  { slot, due_from, due_until }: SlotWindow,
): Callback {
  return due_until < callback.due_until ? { ...callback, slot, due_from, due_until } : callback
}

/** The callback after a change that has not been undone. */
function withChange(
  callback: FoldedCallback,
  change: Change,
  { wasCalled, calendar, others }: { wasCalled: boolean; calendar: Calendar; others: readonly SlotWindow[] },
): FoldedCallback {
  const { what, at, slot, due_from, due_until } = change
  const isChosen = due_from !== null && due_until !== null
  const chosen = isChosen ? { slot: slot ?? callback.slot, due_from, due_until } : undefined
  if (isOutcome(what)) {
    const options = { now: new Date(at), calendar, others, later: chosen }
    const after = afterOutcome(withCall(callback, change), what, options)
    return { ...after, settled_at: isSettled(after.status) ? at : null }
  }
  switch (what) {
    case 'rescheduled':
      return { ...callback, ...chosen }
    case 'before_desk':
      return { ...callback, status: 'before_desk', settled_at: at }
    case 'reopened':
    case 'restored': {
      const status = wasCalled ? 'again' : 'new'
      const tries = what === 'reopened' ? 0 : callback.tries
      return { ...callback, ...chosen, status, tries, settled_at: null }
    }
  }
}

/** Counts a call, whatever came of it. */
function withCall(callback: FoldedCallback, { what, at }: Change): FoldedCallback {
  if (!isOutcome(what)) return callback
  const { first_tried_at, tried_at } = callback
  const isLatest = tried_at === null || at >= tried_at
  return {
    ...callback,
    first_tried_at: first_tried_at === null || at < first_tried_at ? at : first_tried_at,
    tried_at: isLatest ? at : tried_at,
    last_outcome: isLatest ? what : callback.last_outcome,
  }
}

/** Whether a change is what came of a call. */
export function isOutcome(what: string): what is Outcome {
  return OUTCOMES.some((outcome) => outcome === what)
}
