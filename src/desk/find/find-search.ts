import type { RowsPage } from '../../callback-request/calling/callback-row.ts'
import type { StoredRequest } from '../../callback-request/stored-request.ts'

/** The forms of requests as the pages name them. */
export const FORM_NAMES = { appointment: 'Appointment', contact: 'Contact', desk: 'Added by staff' } as const

/** What was typed, from the address's fragment: it reaches no server, proxy or log. */
export function textInFragment(fragment: string): string {
  return new URLSearchParams(fragment).get('text') ?? ''
}

/** The fragment that holds what was typed. */
export function fragmentOf(text: string): string {
  return text === '' ? '' : new URLSearchParams({ text }).toString()
}

/** A row of what was found. */
export interface FoundRequest
  extends Pick<
    StoredRequest,
    'reference' | 'received_at' | 'name' | 'phone' | 'service' | 'time_slot' | 'status' | 'language' | 'suspected'
  > {
  campaign: string | null
}

/** A page of it. */
export interface FoundPage extends RowsPage<FoundRequest> {
  /** False when the page ended before it was full. */
  complete: boolean
  searched_back_to: string | null
}
