import type { TimeSlot } from '../../callback-request/time-slots.ts'
import { FORM_PATHS, type FormName } from '../forms/request-form.tsx'

/** A request of this visit that has been stored: what was typed, and UTC instants, but never a sentence. */
export interface VisitRequest {
  form: FormName
  /** Its `Idempotency-Key`, which only this browser and the server know. */
  key: string
  sentAt: string
  /** What was typed into the form's fields, by their names. */
  typed: Readonly<Record<string, string>>
  phone: string
  timeSlot: TimeSlot
  /** The window that was promised; undefined in a browser that does not know the department's time zone. */
  from?: string
  until?: string
}

export interface VisitState {
  /** Those that were not withdrawn, the oldest first. */
  requests: readonly VisitRequest[]
  /** The key of the request that the next one of the same form replaces. */
  correcting: string | null
  /** Whether the form from which that one was sent still has to be filled: perhaps by the next page. */
  isFormToCome: boolean
  /** How far withdrawing the newest request has come, or replacing one. */
  step: 'none' | 'asked' | 'sent' | 'withdrawn' | 'notWithdrawn' | 'replaced' | 'notReplaced'
}

export type VisitEvent =
  | { type: 'stored'; request: VisitRequest }
  /** Null: everything is left as it is. */
  | { type: 'correcting'; key: string | null; isFormToCome?: boolean }
  | { type: 'withdrawing'; step: VisitState['step']; gone?: string }

export const NOTHING_SENT: VisitState = { requests: [], correcting: null, isFormToCome: false, step: 'none' }

/** The next state of a visit. Pure. */
export function visitReducer(state: VisitState, event: VisitEvent): VisitState {
  switch (event.type) {
    case 'stored': {
      const { request } = event
      const correcting = correctedRequest(state, request.form) ? null : state.correcting
      return { ...state, requests: [...state.requests, request], correcting, step: 'none' }
    }
    case 'correcting':
      return { ...state, correcting: event.key, isFormToCome: event.isFormToCome ?? false, step: 'none' }
    case 'withdrawing':
      return { ...state, requests: state.requests.filter(({ key }) => key !== event.gone), step: event.step }
  }
}

/** The request that the next one of the same form replaces; with a form, only one of that form. */
export function correctedRequest({ requests, correcting }: VisitState, form?: FormName): VisitRequest | undefined {
  return requests.find((request) => request.key === correcting && (form ?? request.form) === request.form)
}

/** For a day a visitor can correct or withdraw a request. Source: contract. */
const CHANGEABLE_MS = 24 * 60 * 60_000

/** The newest request, as long as it can be corrected or withdrawn. */
export function changeableRequest({ requests }: VisitState, now: Date): VisitRequest | undefined {
  const request = requests[requests.length - 1]
  return request && now.getTime() < Date.parse(request.sentAt) + CHANGEABLE_MS ? request : undefined
}

/** What was promised for the newest request, until its window is over. */
export function promisedRequest({ requests }: VisitState, now: Date) {
  const { phone, timeSlot, from, until } = requests[requests.length - 1] ?? {}
  if (phone === undefined || timeSlot === undefined || from === undefined || until === undefined) return undefined
  return now < new Date(until) ? { phone, timeSlot, from, until } : undefined
}

/** The text of which `visitOf` makes the state again, without what ends with the page. */
export function textOf(state: VisitState): string {
  return JSON.stringify({ ...state, step: state.step === 'asked' || state.step === 'sent' ? 'none' : state.step })
}

/** Other scripts can write into the session's storage: what we cannot read is no visit. */
export function visitOf(text: string): VisitState {
  try {
    const state: VisitState = { ...NOTHING_SENT, ...JSON.parse(text) }
    const areReadable = state.requests.every(
      ({ form, key, typed, phone, sentAt, from = sentAt }) =>
        FORM_PATHS[form] && key && typed && phone && Date.parse(from),
    )
    return areReadable ? state : NOTHING_SENT
  } catch {
    return NOTHING_SENT
  }
}
