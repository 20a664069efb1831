import type { Calendar } from '../calling-days.ts'
import { ANYTIME_MS, dueWindow, MINIMUM_REMAINING_MS, windowOnDay } from '../due-window.ts'
import { instantOf, type LocalDay, localDayOf, localDayText } from '../local-clock.ts'
import { ANYTIME, type TimeSlot } from '../time-slots.ts'

// What a request promises lies on days with calls; what staff choose with the person may lie on any day and at any time.
// Source: desk, section 3.

/** When somebody is to be called: from an instant until another. Both are UTC, ISO 8601 to the millisecond, and so sort by time. */
export interface Window {
  due_from: string
  due_until: string
}

/** A window that staff chose, and its slot; null for an exact time. */
export interface ChosenWindow extends Window {
  slot: TimeSlot | null
}

/** How many days ahead a time can be chosen. Source: desk, section 5. */
export const MAX_DAYS_AHEAD = 60

/** Of a chosen time that is none of these. */
export const NO_SUCH_TIME = 'Please choose a time with at least 15 minutes left, within 60 days'

/** An exact time means from then on for half an hour. Source: desk, section 5. */
export const EXACT_TIME_MS = 30 * 60_000

/** Anytime today begins this much later: somebody has just been spoken to. Source: desk, section 5. */
const LATER_TODAY_MS = 2 * 60 * 60_000

/** The window that a slot promises from an instant on. */
export function promisedWindow(slot: TimeSlot, from: Date, calendar: Calendar): Window {
  const window = dueWindow(slot, from, calendar)
  return { due_from: window.from.toISOString(), due_until: window.until.toISOString() }
}

/** The window of a request that is restored: as it was promised, or the slot's next one from now if that is over. */
export function restoredWindow(
  { slot, due_from, due_until }: Window & { slot: TimeSlot },
  now: Date,
  calendar: Calendar,
): Window {
  return due_until > now.toISOString() ? { due_from, due_until } : promisedWindow(slot, now, calendar)
}

/**
 * The window of a slot on a chosen local day. Anytime means that day; today it begins two hours from now.
 *
 * @param day such as `2026-11-22`
 * @returns undefined when there is no such day within 60 days, or less than 15 minutes of the window remain
 */
export function chosenWindow(day: string, slot: TimeSlot, now: Date, timeZone: string): ChosenWindow | undefined {
  const date = dayWithinReach(day, now, timeZone)
  if (!date) return undefined
  const { from: start, until } = windowOnDay(date, slot, timeZone)
  const from = slot === ANYTIME && start <= now ? new Date(Number(now) + LATER_TODAY_MS) : start
  const remaining = Number(until) - Math.max(Number(now), Number(from))
  return remaining < MINIMUM_REMAINING_MS ? undefined : chosen(slot, from, until)
}

/**
 * The half hour from a chosen time on a local day.
 *
 * @param day such as `2026-11-22`
 * @param time such as `15:30`
 * @returns undefined when there is no such day within 60 days or no such time, or less than 15 minutes of it remain
 */
export function chosenTime(day: string, time: string, now: Date, timeZone: string): ChosenWindow | undefined {
  const date = dayWithinReach(day, now, timeZone)
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? []
  if (!date || hour === undefined) return undefined
  const from = instantOf({ ...date, hour: Number(hour), minute: Number(minute) }, timeZone)
  const until = new Date(Number(from) + EXACT_TIME_MS)
  return Number(until) - Number(now) < MINIMUM_REMAINING_MS ? undefined : chosen(null, from, until)
}

function dayWithinReach(day: string, now: Date, timeZone: string): LocalDay | undefined {
  return day > localDayText(now, timeZone, MAX_DAYS_AHEAD) ? undefined : localDayOf(day)
}

/** What a callback that is reopened without a time waits for: a call at any time from now on, for 24 hours. */
export function anytimeFrom(now: Date): ChosenWindow {
  return chosen(ANYTIME, now, new Date(Number(now) + ANYTIME_MS))
}

function chosen(slot: TimeSlot | null, from: Date, until: Date): ChosenWindow {
  return { slot, due_from: from.toISOString(), due_until: until.toISOString() }
}
