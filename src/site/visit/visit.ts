import { useMemo, useSyncExternalStore } from 'react'
import type { Calendar } from '../../callback-request/calling-days.ts'
import { dueWindow } from '../../callback-request/due-window.ts'
import type { TimeSlot } from '../../callback-request/time-slots.ts'
import { useNow } from '../../ui/use-now.ts'
import { withStorage } from '../session.ts'

/** The key in sessionStorage of the newest request of this visit. */
const REQUEST = 'callback-request'

/** A request of this visit that has been stored: what was typed, and UTC instants, but never a sentence. */
export interface VisitRequest {
  phone: string
  timeSlot: TimeSlot
  /** The window that was promised. */
  from: string
  until: string
}

let newest: string | null | undefined

/** Remembers a request that was stored just now, for this tab's session, and tells every part of the page. */
export function rememberRequest({ phone, timeSlot }: Pick<VisitRequest, 'phone' | 'timeSlot'>, calendar: Calendar) {
  newest = JSON.stringify({ phone, timeSlot, ...promisedWindow(timeSlot, calendar) })
  withStorage((storage) => storage.setItem(REQUEST, String(newest)))
  document.dispatchEvent(new Event('requestStored'))
}

function promisedWindow(slot: TimeSlot, calendar: Calendar): ReturnType<typeof dueWindow> | undefined {
  try {
    return dueWindow(slot, new Date(), calendar)
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
  return { hasStored: text !== null, request: request && now < new Date(request.until) ? request : undefined }
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
