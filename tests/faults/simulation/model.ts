import type { Act, Chosen, Slot } from './acts.ts'

// What a department may rely on, in the words of the contract alone. Times are milliseconds; the department calls at all
// hours of all days, and its clock shows UTC. Names are equal or share nothing.
// More than 300 lines: one place for all that may happen, so that nothing of it is taken from the product.

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

interface Promised {
  of: string
  slot: Slot
  isExact: boolean
  from: number
  until: number
  pause: number
  /** When the calls began that nobody answered, in or after its windows. */
  tried: number[]
}
type Effect = Promised | { of: string; ended: true }

export interface Request {
  mail: string
  number: number
  name: number
  person: string
  received: number
  promised: Promised
  callback: string | null
  isAdded: boolean
  isWithdrawn: boolean
}
interface Change {
  key: string
  what: string
  by: number
  at: number
  /** When the call began that we made. */
  began?: number | undefined
  isUndone: boolean
  effects: Effect[]
}
export interface Callback {
  id: string
  number: number
  name: number
  person: string
  events: ({ joined: string; effects: Effect[] } | { withdrawn: string } | Change)[]
  holder: number | null
  heldUntil: number
  lastHolder: number | null
  began: number
}
export interface World {
  requests: Request[]
  callbacks: Callback[]
  /** The callbacks whose people asked not to be called, and their numbers. */
  blocked: Map<string, number>
}

/** When an act happens: by its instance's clock, and by the store's. */
export interface Times {
  at: number
  store: number
}

/** What the answers may be: nothing was refused, or one of these refusals. */
export type Answer = 'ok' | readonly string[]

const midnight = (at: number) => at - (at % DAY)

function windowFrom(slot: Slot, at: number): { from: number; until: number } {
  if (slot === null) return { from: at, until: at + DAY }
  const from = midnight(at) + slot * HOUR
  const isOver = from + 2 * HOUR - Math.max(at, from) < 15 * MINUTE
  return isOver ? { from: from + DAY, until: from + DAY + 2 * HOUR } : { from, until: from + 2 * HOUR }
}

/** The window that staff choose: a slot's, or half an hour. */
export function windowChosen(
  { halfHours }: Chosen,
  at: number,
): { slot: Slot; isExact: boolean; from: number; until: number } {
  const from = Math.ceil(at / (30 * MINUTE)) * 30 * MINUTE + halfHours * 30 * MINUTE
  const hour = (from % DAY) / HOUR
  if (hour === 10 || hour === 16) return { slot: hour, isExact: false, from, until: from + 2 * HOUR }
  return { slot: null, isExact: true, from, until: from + 30 * MINUTE }
}

/** The requests of a callback, in the order in which they joined it. */
export function requestsOf({ requests }: World, { id, events }: Callback): Request[] {
  const joined = events.flatMap((event) => ('joined' in event ? [event.joined] : []))
  return joined.flatMap((mail) => requests.find((one) => one.mail === mail && one.callback === id) ?? [])
}
const remainingOf = (world: World, callback: Callback) => requestsOf(world, callback).filter((one) => !one.isWithdrawn)
const changesOf = ({ events }: Callback) => events.filter((event) => 'what' in event)

export function promisesOf(world: World, callback: Callback): Promised[] {
  const open = new Map<string, Promised>()
  const remaining = new Set(remainingOf(world, callback).map(({ mail }) => mail))
  const isStored = (mail: string) => world.requests.some((one) => one.mail === mail)
  const withdrawal = callback.events.findLast((event) => 'withdrawn' in event && isStored(event.withdrawn))
  for (const event of callback.events) {
    if ('withdrawn' in event) {
      // The last one settles the callback.
      if (remaining.size === 0 && event === withdrawal) open.clear()
    } else if ('joined' in event || !event.isUndone) {
      for (const effect of event.effects) {
        if ('ended' in effect) open.delete(effect.of)
        else if (!effect.of.includes('@') || remaining.has(effect.of) || remaining.size === 0)
          open.set(effect.of, effect)
      }
    }
  }
  return [...open.values()]
}

export function statusOf(world: World, callback: Callback): string {
  let status = 'new'
  let wasCalled = false
  for (const { what } of changesOf(callback).filter(({ isUndone }) => !isUndone)) {
    if (what === 'reopened' || what === 'restored') status = wasCalled ? 'again' : 'new'
    else if (what === 'no_answer' || what === 'busy') status = 'again'
    else if (what !== 'rescheduled') status = what === 'call_later' ? 'later' : what
    if (!['reopened', 'restored', 'rescheduled', 'spam'].includes(what)) wasCalled = true
  }
  if (!['new', 'again', 'later'].includes(status) || promisesOf(world, callback).length > 0) return status
  return remainingOf(world, callback).length === 0 ? 'withdrawn' : 'unreachable'
}

/** The unanswered calls in or after a window since somebody was last spoken to. */
export function triesOf(world: World, callback: Callback): number {
  const remaining = remainingOf(world, callback).map(({ mail }) => mail)
  const counts = ({ of }: Effect) => !of.includes('@') || remaining.length === 0 || remaining.includes(of)
  let tries = 0
  for (const { what, effects } of changesOf(callback).filter(({ isUndone }) => !isUndone)) {
    if (what === 'no_answer' || what === 'busy') tries += Number(effects.some(counts))
    else if (what !== 'restored') tries = 0
  }
  return tries
}

export const isOpen = (world: World, callback: Callback) => promisesOf(world, callback).length > 0
const openAt = (world: World, number: number) =>
  world.callbacks.filter((one) => one.number === number && isOpen(world, one))
/** Who holds a callback. A claim that lies further ahead than it can be was made by a wrong clock. */
export function holderOf({ holder, heldUntil }: Callback, { store }: Pick<Times, 'store'>): number | null {
  return heldUntil > store && heldUntil <= store + 15 * MINUTE ? holder : null
}
/** Whether a colleague is calling somebody at the number. */
const isNumberAnothers = (world: World, { number }: Callback, who: number, times: Times) =>
  world.callbacks.some((one) => one.number === number && isAnothers(one, who, times))
const isAnothers = (callback: Callback, who: number, times: Times) => ![null, who].includes(holderOf(callback, times))

/** The window in which to call: of the promise that ends first, after its pause. */
export function windowOf(
  world: World,
  callback: Callback,
): { from: number; until: number; slot: Slot; isExact: boolean } {
  const windows = promisesOf(world, callback).map((one) => ({ ...one, from: Math.max(one.from, one.pause) }))
  return windows.sort((a, b) => a.until - b.until || a.from - b.from)[0] as Promised
}

/** The place of a callback among those whom `who` may call now, which sorts as they are to be called; null for no place. */
export function placeOf(world: World, callback: Callback, who: number, times: Times): string | null {
  if (!isOpen(world, callback) || isNumberAnothers(world, callback, who, times)) return null
  const { from, until, slot, isExact } = windowOf(world, callback)
  if (from > times.at) return null
  const began = (isExact ? until - 30 * MINUTE : from) % DAY
  const isTimeOfDay =
    (slot === null && !isExact) || isOfThisTime(isExact ? began : Number(slot) * HOUR, isExact ? 30 : 120, times.at)
  const rank = until > times.at ? 0 : isTimeOfDay ? 1 : 2
  const remaining = remainingOf(world, callback)
  // Somebody who withdrew may have agreed on a time since.
  const shown = remaining.length > 0 ? remaining : requestsOf(world, callback)
  const waiting = Math.min(...shown.map(({ received }) => received))
  return [rank, until, waiting].join(' ')
}

const isOfThisTime = (began: number, minutes: number, at: number) => ((at % DAY) - began + DAY) % DAY < minutes * MINUTE

/** The table of section 3. */
function tried(promise: Promised, what: string, began: number, at: number): Effect[] {
  const { slot, isExact, from, until, tried: before } = promise
  if (began < Math.max(from, promise.pause)) return []
  const isAnytime = slot === null && !isExact
  const minutes = isAnytime ? 120 : isExact ? { busy: 5, no_answer: 10 }[what] : { busy: 10, no_answer: 45 }[what]
  const pause = at + Number(minutes) * MINUTE
  const now = [...before, began]
  const earlier = isAnytime
    ? before.filter((one) => midnight(one) === midnight(began))
    : before.filter((one) => one >= from)
  if (began < until && earlier.length < (isAnytime ? 2 : 1) && until - pause >= 15 * MINUTE)
    return [{ ...promise, pause, tried: now }]
  if (new Set(now.map(midnight)).size >= 3) return [{ of: promise.of, ended: true }]
  const moved = { ...promise, isExact: false, pause: 0, tried: now }
  if (slot === null) return [{ ...moved, from: midnight(began) + DAY, until: midnight(began) + 2 * DAY }]
  const next = windowFrom(slot, began)
  return [{ ...moved, ...(next.from > began ? next : windowFrom(slot, next.until)) }]
}

const effectsOf = (promise: Promised): Effect[] => [promise]
const endAll = (world: World, callback: Callback): Effect[] =>
  promisesOf(world, callback).map(({ of }) => ({ of, ended: true }))

function promiseOf(mail: string, slot: Slot, at: number): Promised {
  return { of: mail, slot, isExact: false, ...windowFrom(slot, at), pause: 0, tried: [] }
}

/** Joins a request to a callback, or opens one for it. */
function join(world: World, own: Callback | undefined, request: Request, promise: Promised): void {
  const { mail, number, name, person } = request
  const nobody = { holder: null, heldUntil: 0, lastHolder: null, began: 0 }
  const callback = own ?? { id: `of ${mail} since ${promise.from}`, number, name, person, events: [], ...nobody }
  if (!own) world.callbacks.push(callback)
  callback.events.push({ joined: mail, effects: effectsOf(promise) })
  Object.assign(request, { callback: callback.id, promised: promise })
}

function isFull(world: World, number: number, own: Callback | undefined, more: number): boolean {
  const there = openAt(world, number)
  const asked = there.reduce((sum, callback) => sum + requestsOf(world, callback).length, 0)
  return asked + more > 20 || (!own && there.length >= 5)
}

/** The mail and the name of each of those who ask at once. */
export function askersOf(act: Extract<Act, { act: 'ask' | 'add' }>, mail: string): { mail: string; name: number }[] {
  const { times, people } = act.act === 'ask' ? act : { times: 1, people: 1 }
  return Array.from({ length: times }, (_, index) => ({ mail: `${index}-${mail}`, name: act.name + (index % people) }))
}

function ask(
  world: World,
  act: Extract<Act, { act: 'ask' | 'add' }>,
  { mail, name }: { mail: string; name: number },
  { at }: Times,
): Answer {
  const { number, slot } = act
  const named = (one: Callback) => one.number === number && one.name === name
  const waiting = openAt(world, number).filter(named)
  const known = new Set(world.callbacks.filter(named).map(({ person }) => person))
  const own = waiting.length === 1 ? waiting[0] : undefined
  const person = own?.person ?? (waiting.length === 0 && known.size === 1 ? ([...known][0] as string) : mail)
  const held = isFull(world, number, own, 1)
  if (act.act === 'add' && held) return ['full']
  const promised = promiseOf(mail, slot, at)
  const request = {
    mail,
    number,
    name,
    person,
    received: at,
    promised,
    callback: null,
    isAdded: act.act === 'add',
    isWithdrawn: false,
  }
  world.requests.push(request)
  if (act.act === 'add') unblock(world, number)
  else if (act.isSpam || held || [...world.blocked.values()].includes(number)) return 'ok'
  join(world, own, request, promised)
  return 'ok'
}

function claim(
  world: World,
  callback: Callback,
  { who, isEarly, instead, prolong }: Extract<Act, { act: 'claim' }>,
  times: Times,
): Answer {
  if (isNumberAnothers(world, callback, who, times)) return ['claimed']
  const isHolder = holderOf(callback, times) === who
  // Also what the visitor has withdrawn during the call.
  if (!isOpen(world, callback) && !(prolong && isHolder)) return ['closed']
  if (prolong && !isHolder) return ['not-claimed']
  if (!isEarly && !prolong && windowOf(world, callback).from > times.at) return ['not-due']
  const isHolding = world.callbacks.some((one) => one !== callback && holderOf(one, times) === who)
  if (isHolding && !instead && !prolong) return ['holding']
  if (!isHolder) callback.began = times.at
  hold(world, callback, who, times)
  return 'ok'
}

/** A person holds one callback. */
function hold(world: World, callback: Callback, who: number, { store }: Times): void {
  for (const one of world.callbacks) if (one.holder === who) one.heldUntil = 0
  Object.assign(callback, { holder: who, lastHolder: who, heldUntil: store + 15 * MINUTE })
}

function report(
  world: World,
  callback: Callback,
  act: Extract<Act, { act: 'report' }>,
  key: string,
  times: Times,
): Answer {
  const { who, outcome, incoming } = act
  const isWithdrawn = statusOf(world, callback) === 'withdrawn'
  if (isAnothers(callback, who, times)) return ['claimed', 'closed']
  if (!isOpen(world, callback) && !(isWithdrawn && callback.lastHolder === who)) return ['closed']
  if (holderOf(callback, times) === null && callback.lastHolder !== who) return ['not-claimed']
  const began = incoming ? times.at : callback.began
  const isUnanswered = outcome === 'no_answer' || outcome === 'busy'
  const effects = isUnanswered
    ? promisesOf(world, callback).flatMap((promise) => tried(promise, outcome, began, times.at))
    : [
        ...endAll(world, callback),
        ...(outcome === 'call_later' ? chosenBy(world, callback, act.chosen, key, times) : []),
      ]
  const own = incoming ? undefined : began
  callback.events.push({ key, what: outcome, by: who, at: times.at, began: own, isUndone: false, effects })
  Object.assign(callback, { heldUntil: 0, lastHolder: null })
  if (outcome === 'do_not_call') world.blocked.set(callback.id, callback.number)
  return 'ok'
}

function chosenBy(world: World, callback: Callback, chosen: Chosen, key: string, { at }: Times): Effect[] {
  const window = windowChosen(chosen, at)
  const [first = requestsOf(world, callback)[0]] = remainingOf(world, callback)
  const slot = window.isExact ? (first?.promised.slot ?? null) : window.slot
  return [{ of: key, ...window, slot, pause: 0, tried: [] }]
}

function undo(world: World, callback: Callback, who: number, attempt: string, times: Times): Answer {
  const changes = changesOf(callback)
  const made = changes.find(({ key }) => key === attempt)
  if (!made) return ['unknown']
  if (made.by !== who) return ['not-yours']
  if (made.isUndone) return ['ok', 'too-late', 'not-last', 'claimed', 'superseded', 'full', 'closed']
  if (times.at - made.at >= 10 * MINUTE) return ['too-late']
  if (changes.findLast(({ isUndone }) => !isUndone) !== made) return ['not-last']
  const { number, person } = callback
  if (isNumberAnothers(world, callback, who, times)) return ['claimed']
  if (openAt(world, number).some((one) => one !== callback && one.person === person)) return ['superseded']
  if (!isOpen(world, callback) && isFull(world, number, undefined, requestsOf(world, callback).length)) return ['full']
  made.isUndone = true
  world.blocked.delete(callback.id)
  Object.assign(callback, { lastHolder: who, began: made.began ?? callback.began })
  // Whoever holds one, also this one again, keeps that hold as it is.
  if (world.callbacks.every((one) => holderOf(one, times) !== who)) hold(world, callback, who, times)
  return 'ok'
}

function reopen(
  world: World,
  callback: Callback,
  act: Extract<Act, { act: 'reopen' }>,
  key: string,
  times: Times,
): Answer {
  const { number, person } = callback
  if (isOpen(world, callback) || openAt(world, number).some((one) => one.person === person)) return ['open']
  if (remainingOf(world, callback).length === 0) return ['withdrawn']
  if (isFull(world, number, undefined, requestsOf(world, callback).length)) return ['full']
  const anytime = { of: key, slot: null, isExact: false, from: times.at, until: times.at + DAY, pause: 0, tried: [] }
  const effects = act.chosen ? chosenBy(world, callback, act.chosen, key, times) : [anytime]
  callback.events.push({ key, what: 'reopened', by: act.who, at: times.at, isUndone: false, effects })
  unblock(world, number)
  return 'ok'
}

function unblock(world: World, number: number): void {
  for (const [callback, its] of world.blocked) if (its === number) world.blocked.delete(callback)
}

function restore(world: World, request: Request, who: number, key: string, { at }: Times): Answer {
  const { number, person } = request
  const marked = world.callbacks.find(({ id }) => id === request.callback)
  if (marked && !['spam', 'do_not_call'].includes(statusOf(world, marked))) return ['unknown']
  if (request.isWithdrawn) return ['withdrawn']
  const again = ({ mail, promised }: Request) =>
    promised.until > at ? { ...promised, pause: 0, tried: [] } : promiseOf(mail, promised.slot, at)
  const own = openAt(world, number).find((one) => one.person === person)
  const all = marked && !own ? remainingOf(world, marked) : [request]
  if (isFull(world, number, own, marked && !own ? requestsOf(world, marked).length : 1)) return ['full']
  unblock(world, number)
  if (!marked || own) {
    if (marked) marked.events = marked.events.filter((event) => !('joined' in event) || event.joined !== request.mail)
    join(world, own, request, again(request))
  } else {
    const effects = all.map(again)
    marked.events.push({ key, what: 'restored', by: who, at, isUndone: false, effects })
  }
  return 'ok'
}

function withdraw(world: World, request: Request, by: string, { at }: Times): Answer {
  const callbackOf = (one: Request) => world.callbacks.find(({ id }) => id === one.callback)
  const callback = callbackOf(request)
  const replacing = world.requests.find(({ mail, isAdded }) => mail === by && !isAdded)
  const isUnknown = by !== '' && (!replacing || replacing === request)
  if (request.isAdded || at - request.received >= DAY || isUnknown) return ['unknown']
  if (request.isWithdrawn) return 'ok'
  if (callback && !isOpen(world, callback)) return ['settled']
  const its = replacing && callbackOf(replacing)
  // Otherwise nobody would be called.
  if (replacing && (!its || statusOf(world, its) === 'spam' || replacing.isWithdrawn)) return 'ok'
  request.isWithdrawn = true
  callback?.events.push({ withdrawn: request.mail })
  return 'ok'
}

function erase(world: World, gone: (request: Request) => boolean): Answer {
  const erased = new Set(world.requests.filter(gone).map(({ mail }) => mail))
  world.requests = world.requests.filter(({ mail }) => !erased.has(mail))
  world.callbacks = world.callbacks.filter((callback) => requestsOf(world, callback).length > 0)
  for (const callback of world.callbacks) {
    callback.events = callback.events.filter((event) => !('joined' in event) || !erased.has(event.joined))
    for (const change of changesOf(callback)) change.effects = change.effects.filter(({ of }) => !erased.has(of))
  }
  for (const by of world.blocked.keys()) if (!world.callbacks.some(({ id }) => id === by)) world.blocked.delete(by)
  return 'ok'
}

/** The outcomes of a callback, which may be undone. */
export function outcomesOf(callback: Callback): Change[] {
  return changesOf(callback).filter(({ what }) => !['rescheduled', 'reopened', 'restored'].includes(what))
}

/**
 * What an act does to the world, and what is answered.
 *
 * @param mail of the request that the act is about
 * @param key names what it makes: a request by its mail, or a change
 */
export function apply(world: World, act: Act, mail: string | undefined, key: string, times: Times): Answer {
  if (act.act === 'ask' || act.act === 'add') {
    const answers = askersOf(act, key).map((asker) => ask(world, act, asker, times))
    return answers.find((answer) => answer !== 'ok') ?? 'ok'
  }
  if (act.act === 'deliver') return 'ok'
  if (act.act === 'purge') return erase(world, ({ received }) => received < times.at - act.hours * HOUR)
  if (act.act === 'erase') {
    const { scope, of } = act
    const isOf = (one: Request) => one.number === of?.number && (scope === 'number' || one.person === of.person)
    return erase(world, scope === 'request' ? (one) => one.mail === mail : isOf)
  }
  const request = world.requests.find((one) => one.mail === mail)
  if (!request) return ['unknown']
  if (act.act === 'withdraw') return withdraw(world, request, act.by, times)
  if (act.act === 'restore') return restore(world, request, act.who, key, times)
  const callback = world.callbacks.find(({ id }) => id === request.callback)
  if (!callback) return ['unknown']
  switch (act.act) {
    case 'claim':
      return claim(world, callback, act, times)
    case 'report':
      return report(world, callback, act, key, times)
    case 'undo':
      return undo(world, callback, act.who, act.attempt, times)
    case 'reopen':
      return reopen(world, callback, act, key, times)
    case 'reschedule': {
      if (isAnothers(callback, act.who, times)) return ['claimed', 'closed']
      if (!isOpen(world, callback)) return ['closed']
      const effects = [...endAll(world, callback), ...chosenBy(world, callback, act.chosen, key, times)]
      callback.events.push({ key, what: 'rescheduled', by: act.who, at: times.at, isUndone: false, effects })
      return 'ok'
    }
    case 'release': {
      const isOthers = isAnothers(callback, act.who, times)
      if (isOthers && !act.isManager) return ['claimed']
      Object.assign(callback, { heldUntil: 0, lastHolder: isOthers ? null : callback.lastHolder })
      return 'ok'
    }
  }
}
