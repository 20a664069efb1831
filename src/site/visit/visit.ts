import { useSyncExternalStore } from 'react'
import type { Calendar } from '../../callback-request/calling-days.ts'
import { dueWindow } from '../../callback-request/due-window.ts'
import type { TimeSlot } from '../../callback-request/time-slots.ts'
import { useNow } from '../../ui/use-now.ts'
import { post } from '../forms/post.ts'
import { withStorage } from '../session.ts'
import {
  changeableRequest,
  correctedRequest,
  NOTHING_SENT,
  promisedRequest,
  textOf,
  type VisitEvent,
  type VisitRequest,
  type VisitState,
  visitOf,
  visitReducer,
} from './visit-state.ts'

/** The key in sessionStorage of what was sent in this visit. */
const VISIT = 'callback-visit'

/** What was promised for a request. */
export type PromisedRequest = NonNullable<ReturnType<typeof promisedRequest>>

/** What this page knows, and the text of it in the session's storage: another page of the tab may have changed that. */
let known = { text: '', state: NOTHING_SENT }

function visit() {
  const text = withStorage((storage) => storage.getItem(VISIT))
  if (text && text !== known.text) known = { text, state: visitOf(text) }
  return known.state
}

function change(event: VisitEvent) {
  const state = visitReducer(visit(), event)
  known = { state, text: textOf(state) }
  withStorage((storage) => storage.setItem(VISIT, known.text))
  document.dispatchEvent(new Event('visitChanged'))
}

/**
 * Remembers a request that was stored just now, for this tab's session, and tells every part of the page. Then withdraws
 * the one that it corrects, if it corrects one.
 */
export async function rememberRequest(
  { phone, timeSlot }: { phone: string; timeSlot: TimeSlot },
  sent: Pick<VisitRequest, 'form' | 'key' | 'typed'>,
  calendar: Calendar,
): Promise<void> {
  const corrected = correctedRequest(visit(), sent.form)
  const sentAt = new Date().toISOString()
  change({ type: 'stored', request: { ...sent, phone, timeSlot, sentAt, ...promisedWindow(timeSlot, calendar) } })
  if (corrected) await takeBack(corrected, { done: 'replaced', failed: 'notReplaced' }, sent.key)
}

function promisedWindow(slot: TimeSlot, calendar: Calendar): { from: string; until: string } | undefined {
  try {
    const { from, until } = dueWindow(slot, new Date(), calendar)
    return { from: from.toISOString(), until: until.toISOString() }
  } catch {
    return undefined // this browser does not know the department's time zone
  }
}

/** Withdraws a request of this visit, and shows whether that was possible. */
export function withdraw(request: VisitRequest): Promise<void> {
  change({ type: 'withdrawing', step: 'sent' })
  return takeBack(request, { done: 'withdrawn', failed: 'notWithdrawn' })
}

/** @param by the key of the request that corrects it */
async function takeBack({ form, key }: VisitRequest, next: Record<'done' | 'failed', VisitState['step']>, by?: string) {
  try {
    await post('/api/withdraw', { 'Content-Type': 'application/json' }, JSON.stringify({ form, key, by }))
    change({ type: 'withdrawing', step: next.done, gone: key })
  } catch (error) {
    console.error(error)
    change({ type: 'withdrawing', step: next.failed })
  }
}

/** Lets the form from which a request was sent be filled with what was sent, on this page or the next one. */
export const correct = ({ key }: VisitRequest) => change({ type: 'correcting', key, isFormToCome: true })

/** What was typed for the request that is to be corrected by a form. Once. */
export function typedToCorrect(form: VisitRequest['form']): VisitRequest['typed'] | undefined {
  const request = visit().isFormToCome ? correctedRequest(visit(), form) : undefined
  if (request) change({ type: 'correcting', key: request.key })
  return request?.typed
}

export const askWhetherToWithdraw = () => change({ type: 'withdrawing', step: 'asked' })

export const leaveAsItIs = () => change({ type: 'correcting', key: null })

/** What was sent in this visit, as of now. */
export function useVisit() {
  const state = useSyncExternalStore(subscribe, visit, () => NOTHING_SENT)
  const now = useNow()
  return {
    ...state,
    hasStored: state.requests.length > 0,
    /** What was promised for the newest request, until its window is over. */
    request: promisedRequest(state, now),
    /** The newest request, as long as it can be corrected or withdrawn. */
    changeable: changeableRequest(state, now),
    /** The form whose next request replaces one. */
    correctedForm: correctedRequest(state)?.form,
  }
}

function subscribe(onChange: () => void) {
  document.addEventListener('visitChanged', onChange)
  return () => document.removeEventListener('visitChanged', onChange)
}
