import type { Service } from '../services.ts'
import { isSettled, type RequestStatus } from '../statuses.ts'
import type { TimeSlot } from '../time-slots.ts'
import { isOutcome, isUnanswered, type Outcome, statusAfter } from './outcomes.ts'
import { type Effect, firstPromise, type OpenPromise, type PromisingRequest, promiseOf, windowOf } from './promises.ts'
import type { Window } from './windows.ts'

// Source: desk, sections 3, 4 and 8. Names are the store's own; instants are texts, as in the promises.

/** A request of a callback. */
export interface JoinedRequest extends PromisingRequest {
  name: string
  phone: string
  /** 1 when it has one. */
  has_message: number
  service: Service | null
  language: string | null
  /** `utm_campaign`. */
  campaign: string | null
  received_at: string
  /** The callback's revision when it joined. */
  revision: number
  /** When the visitor withdrew it, and the callback's revision then. */
  withdrawn_at: string | null
  withdrawn_revision: number | null
}

/** Something that staff, or the first start of the desk, did with a callback. */
export interface Change {
  id: string
  revision: number
  what: Outcome | 'rescheduled' | 'reopened' | 'restored' | 'before_desk'
  /** When the call began; null of what is no call. */
  began_at: string | null
  /** When it was saved. */
  at: string
  /** 1 when the patient telephoned us. */
  incoming: number
  undone_at: string | null
  /** What it decided when it was saved. */
  effects: readonly Effect[]
}

/** All that lists, report and page show of a callback, and that follows from its requests and changes. */
export interface FoldedCallback extends Window {
  status: RequestStatus
  settled_at: string | null
  /** Of the open promise that comes first; of a settled callback, of the last one. The slot of an exact time is null. */
  slot: TimeSlot | null
  /** When the pause in this window ends, or ended. Null: nobody has called in it. */
  paused_until: string | null
  promises: readonly OpenPromise[]
  /** The unanswered calls in or after a window since somebody was last spoken to. */
  tries: number
  /** Of the first request: the name, and the number as it was typed, 30 characters at most. */
  name: string
  phone: string
  /** The references of its requests, the newest first, those that were withdrawn last, with spaces between them. */
  request_references: string
  /** 1 when one of its requests has a message. */
  has_message: number
  /** How many requests it has, the service of the newest that names one, and the language of the newest. */
  asked: number
  service: Service | null
  language: string | null
  /** The receipt of the oldest. */
  opened_at: string
  /** Of the request that joined first; the campaign is that of the first which has one. */
  first_reference: string
  first_service: Service | null
  first_slot: TimeSlot
  first_from: string
  first_until: string
  first_campaign: string | null
  /** When the first outgoing call began, and whether (1) one began in the first request's window. */
  first_called_at: string | null
  called_in_first_window: number
  /** 1 when an incoming call settled it before any other call and before the first request's window was over. */
  settled_by_incoming: number
  /** The latest call. */
  last_outcome: Outcome | null
  last_called_at: string | null
}

/** A callback's window before and after a change. */
export interface WindowChange {
  before: Window
  after: Window
}

/** What happens at a revision: a request joins, staff change something, or the last request is withdrawn. */
type Step = Pick<Change, 'id' | 'revision' | 'at' | 'effects'> & {
  what: Change['what'] | 'asked' | 'withdrawn' | 'undone'
}

/**
 * A callback as its requests and changes make it, in any order of the arrays. It applies the changes' effects, and knows
 * no rule of a call itself. Changes that were undone count nowhere, nor do effects on promises of requests that are erased
 * or withdrawn. Only where all requests are withdrawn is their callback shown by them: as it was until then.
 *
 * @param requests at least one
 * @returns also the windows before and after each change, by its id
 */
export function foldCallback(
  requests: readonly JoinedRequest[],
  changes: readonly Change[],
): { callback: FoldedCallback; windows: ReadonlyMap<string, WindowChange> } {
  const remaining = requests.filter(({ withdrawn_at }) => withdrawn_at === null)
  const areWithdrawn = remaining.length === 0
  const shown = inOrder(areWithdrawn ? requests : remaining)
  const [first] = shown
  if (!first) throw new Error('A callback has at least one request.')
  const made = inOrder(changes.filter(({ undone_at }) => undone_at === null))
  const sources = new Set([...shown.map(({ reference }) => reference), ...made.map(({ id }) => id)])
  // The last withdrawal settles the callback, and so ends what staff had chosen before.
  const withdrawal = areWithdrawn ? inOrder(shown.flatMap(withdrawing)).slice(-1) : []

  const open = new Map<string, OpenPromise>()
  const windows = new Map<string, WindowChange>()
  let last = promiseOf(first)
  let tries = 0
  let settled_at: string | null = null
  for (const { id, what, at, effects } of inOrder([...shown.map(joining), ...changes.map(changing), ...withdrawal])) {
    const before = windowOf(last)
    const known = effects.filter(({ of }) => sources.has(of))
    for (const effect of known) {
      if ('ended' in effect) open.delete(effect.of)
      else open.set(effect.of, effect)
    }
    if (what === 'withdrawn') open.clear()
    last = firstPromise(open.values()) ?? last
    windows.set(id, { before, after: windowOf(last) })
    tries = triesAfter(what, tries, known.length)
    if (open.size > 0) settled_at = null
    else if (settled_at === null || settles(what)) settled_at = at
  }
  const status = statusOf(made)
  const unsettled = areWithdrawn ? 'withdrawn' : 'unreachable'
  const callback: FoldedCallback = {
    status: open.size > 0 || isSettled(status) ? status : unsettled,
    settled_at,
    ...windowOf(last),
    slot: last.is_exact ? null : last.slot,
    paused_until: last.paused_until,
    promises: [...open.values()],
    tries,
    ...askedBy(first, shown, requests),
    ...calledBy(made, first),
  }
  return { callback, windows }
}

function inOrder<Revised extends { revision: number }>(all: readonly Revised[]): Revised[] {
  return [...all].sort((a, b) => a.revision - b.revision)
}

function joining(request: JoinedRequest): Step {
  const { reference: id, revision, received_at: at } = request
  return { id, revision, at, what: 'asked', effects: [promiseOf(request)] }
}

function changing(change: Change): Step {
  return change.undone_at === null ? change : { ...change, what: 'undone', effects: [] }
}

function withdrawing({ reference: id, withdrawn_at: at, withdrawn_revision: revision }: JoinedRequest): Step[] {
  return at === null || revision === null ? [] : [{ id, revision, at, what: 'withdrawn', effects: [] }]
}

function settles(what: Step['what']): boolean {
  return what === 'before_desk' || (isOutcome(what) && isSettled(statusAfter(what)))
}

/** A call counts when it was in or after the window of a promise: then it has an effect. */
function triesAfter(what: Step['what'], tries: number, effects: number): number {
  if (isUnanswered(what)) return tries + (effects > 0 ? 1 : 0)
  return isOutcome(what) || what === 'rescheduled' || what === 'reopened' ? 0 : tries
}

/** The status by the latest change that decides it. A call that was spam says nothing about who is called. */
function statusOf(made: readonly Change[]): RequestStatus {
  let status: RequestStatus = 'new'
  let wasCalled = false
  for (const { what } of made) {
    if (isOutcome(what)) status = statusAfter(what)
    else if (what === 'before_desk') status = what
    else if (what !== 'rescheduled') status = wasCalled ? 'again' : 'new'
    if (isOutcome(what) && what !== 'spam') wasCalled = true
  }
  return status
}

/** Whoever knows a number may send a longer one. Source: desk, section 4. */
const MAX_PHONE_SHOWN = 30

function askedBy(first: JoinedRequest, shown: readonly JoinedRequest[], all: readonly JoinedRequest[]) {
  const newestFirst = [...shown].reverse()
  const withdrawn = inOrder(all.filter((request) => !shown.includes(request))).reverse()
  return {
    name: first.name,
    phone: first.phone.slice(0, MAX_PHONE_SHOWN),
    request_references: [...newestFirst, ...withdrawn].map(({ reference }) => reference).join(' '),
    has_message: Math.max(...shown.map(({ has_message }) => has_message)),
    asked: shown.length,
    service: newestFirst.find(({ service }) => service !== null)?.service ?? null,
    language: newestFirst[0]?.language ?? null,
    opened_at: shown.map(({ received_at }) => received_at).sort()[0] ?? first.received_at,
    first_reference: first.reference,
    first_service: first.service,
    first_slot: first.slot,
    first_from: first.due_from,
    first_until: first.due_until,
    first_campaign: shown.find(({ campaign }) => campaign !== null)?.campaign ?? null,
  }
}

function calledBy(made: readonly Change[], { due_from, due_until }: Window) {
  const calls = made.filter(({ what }) => isOutcome(what))
  const outgoing = calls.flatMap(({ incoming, began_at }) => (incoming === 0 && began_at !== null ? [began_at] : []))
  const first = calls[0]
  const latest = calls[calls.length - 1]
  const isInWindow = outgoing.some((began) => due_from <= began && began < due_until)
  const isSettledByIncoming = first?.incoming === 1 && settles(first.what) && first.at < due_until
  return {
    first_called_at: outgoing[0] ?? null,
    called_in_first_window: isInWindow ? 1 : 0,
    settled_by_incoming: isSettledByIncoming ? 1 : 0,
    last_outcome: latest && isOutcome(latest.what) ? latest.what : null,
    last_called_at: latest?.at ?? null,
  }
}
