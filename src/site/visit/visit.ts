import { useMemo, useSyncExternalStore } from 'react'
import { dueWindow } from '../../callback-request/due-window.ts'
import type { TimeSlot } from '../../callback-request/time-slots.ts'
import { useNow } from '../../ui/use-now.ts'
import { withStorage } from '../session.ts'

/** The key in sessionStorage of the newest request of this visit. */
const REQUEST = 'callback-request'

/** How long a request for Anytime is shown, in ms: a day. Source: contract, "Corrected or withdrawn". */
const ANYTIME_MS = 24 * 60 * 60_000

/** A request of this visit that has been stored: what was typed, and UTC instants, but never a sentence. */
export interface VisitRequest {
  phone: string
  /** The window that was promised; for Anytime `until` is null. */
  from: string
  until: string | null
}

let newest: string | null | undefined

/** Remembers a request that was stored just now, for this tab's session, and tells every part of the page. */
export function rememberRequest({ phone, timeSlot }: { phone: string; timeSlot: TimeSlot }, timeZone: string) {
  newest = JSON.stringify({ phone, ...promisedWindow(timeSlot, timeZone) })
  withStorage((storage) => storage.setItem(REQUEST, String(newest)))
  document.dispatchEvent(new Event('requestStored'))
}

function promisedWindow(slot: TimeSlot, timeZone: string): Omit<VisitRequest, 'phone'> | undefined {
  try {
    const { from, until } = dueWindow(slot, new Date(), timeZone)
    return { from: from.toISOString(), until: until?.toISOString() ?? null }
  } catch {
    return undefined // this browser does not know the department's time zone
  }
}

/** Whether a request of this visit has been stored, and the newest one until its window is over. */
export function useVisit(): { hasStored: boolean; request: VisitRequest | undefined } {
  const text = useSyncExternalStore(
    subscribe,
    () => newest ?? withStorage((storage) => storage.getItem(REQUEST)) ?? null,
    () => null,
  )
  const now = useNow()
  const request = useMemo(() => requestIn(text), [text])
  return { hasStored: text !== null, request: request && now < endOf(request) ? request : undefined }
}

function subscribe(onChange: () => void) {
  document.addEventListener('requestStored', onChange)
  return () => document.removeEventListener('requestStored', onChange)
}

/** Other scripts can write into the session's storage: what we cannot read is no request. */
function requestIn(text: string | null): VisitRequest | undefined {
  try {
    const request: VisitRequest | null = JSON.parse(text ?? 'null')
    return request?.phone && !Number.isNaN(Date.parse(request.from)) ? request : undefined
  } catch {
    return undefined
  }
}

const endOf = ({ from, until }: VisitRequest) => new Date(until ?? Date.parse(from) + ANYTIME_MS)
