import type { Calendar, Span } from '../calling-days.ts'
import { dueWindow, MINIMUM_REMAINING_MS, windowOnDay } from '../due-window.ts'
import { instantOf, localDayOf, localDayText } from '../local-clock.ts'
import { ANYTIME, type TimeSlot } from '../time-slots.ts'

/** When somebody is to call: from an instant until another. Both are UTC, ISO 8601 to the millisecond, and so sort by time. */
export interface Window {
  due_from: string
  due_until: string
}

/** A window and the slot that it comes from. */
export interface SlotWindow extends Window {
  slot: TimeSlot
}

/** A request and its promised window, if it had one. */
export interface RestoredRequest {
  slot: TimeSlot
  received_at: string
  due_from: string | null
  due_until: string | null
}

const HOUR_MS = 60 * 60_000

/** How many days ahead a time can be chosen. Source: desk, section 5. */
export const MAX_DAYS_AHEAD = 60

/** An exact time means from then on for half an hour. Source: desk, section 5. */
export const EXACT_TIME_MS = HOUR_MS / 2

/** After a call without an answer, somebody who may be called at any time is called again this much later. */
const ANYTIME_PAUSE_MS = 2 * HOUR_MS

/** The window that a request is to be called in, by its slot and the instant of its receipt. */
export function windowOf(slot: TimeSlot, receivedAt: Date, calendar: Calendar): Window {
  return windowBetween(dueWindow(slot, receivedAt, calendar))
}

function windowBetween({ from, until }: Span): Window {
  return { due_from: from.toISOString(), due_until: until.toISOString() }
}

/** The window of a request that is restored: as it was promised, or the slot's next one when that is over. */
export function restoredWindow(
  { slot, received_at, due_from, due_until }: RestoredRequest,
  now: Date,
  calendar: Calendar,
): Window {
  const isPromised = due_from !== null && due_until !== null
  const first = isPromised ? { due_from, due_until } : windowOf(slot, new Date(received_at), calendar)
  return first.due_until > now.toISOString() ? first : windowOf(slot, now, calendar)
}

/**
 * When to call again after a call without an answer. A call before the window began leaves it as it is. Otherwise it is
 * the slot's first window that begins after now and on a later local day than the tried one's; for Anytime, from two
 * hours on for a day; or the window of another of the requests that begins after now, if it is earlier.
 */
export function requeue(tried: SlotWindow, others: readonly SlotWindow[], now: Date, calendar: Calendar): SlotWindow {
  const at = now.toISOString()
  if (at < tried.due_from) return tried
  const next = { slot: tried.slot, ...nextWindow(tried, now, calendar) }
  return others
    .filter(({ due_from }) => due_from > at)
    .reduce((earliest, other) => (other.due_from < earliest.due_from ? other : earliest), next)
}

function nextWindow({ slot, due_from }: SlotWindow, now: Date, calendar: Calendar): Window {
  if (slot === ANYTIME) return windowOf(slot, new Date(now.getTime() + ANYTIME_PAUSE_MS), calendar)
  const dayOf = (instant: string) => localDayText(new Date(instant), calendar.timeZone)
  let candidate = windowOf(slot, now, calendar)
  while (candidate.due_from <= now.toISOString() || dayOf(candidate.due_from) <= dayOf(due_from)) {
    candidate = windowOf(slot, new Date(candidate.due_until), calendar)
  }
  return candidate
}

/**
 * The window of a slot on a chosen local day; for Anytime the rest of that day.
 *
 * @param day such as `2026-11-22`
 * @returns undefined when there is no such day, or less than 15 minutes of the window remain
 */
export function chosenWindow(day: string, slot: TimeSlot, now: Date, timeZone: string): Window | undefined {
  const date = localDayOf(day)
  if (!date) return undefined
  const { from: start, until } = windowOnDay(date, slot, timeZone)
  const from = slot === ANYTIME && start < now ? now : start
  const remaining = until.getTime() - Math.max(now.getTime(), from.getTime())
  return remaining < MINIMUM_REMAINING_MS ? undefined : windowBetween({ from, until })
}

/**
 * The half hour from a chosen time on a local day.
 *
 * @param day such as `2026-11-22`
 * @param time such as `15:30`
 * @returns undefined when there is no such day or time, or less than 15 minutes of it remain
 */
export function chosenTime(day: string, time: string, now: Date, timeZone: string): Window | undefined {
  const date = localDayOf(day)
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? []
  if (!date || hour === undefined) return undefined
  const from = instantOf({ ...date, hour: Number(hour), minute: Number(minute) }, timeZone)
  const until = new Date(from.getTime() + EXACT_TIME_MS)
  return until.getTime() - now.getTime() < MINIMUM_REMAINING_MS ? undefined : windowBetween({ from, until })
}
