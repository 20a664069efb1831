import { APPOINTMENT_PAYLOAD, CONTACT_FIELDS } from './samples.ts'

/** A call as Fastify's `inject` takes it. */
export interface FormCall {
  method: 'POST' | 'PUT'
  url: string
  headers: Record<string, string>
  payload: string
  remoteAddress?: string
}

type Headers = Record<string, string>

const SCRIPT = { 'x-requested-with': 'XMLHttpRequest' }
const URLENCODED = { 'content-type': 'application/x-www-form-urlencoded' }

/** The headers of an HTML form post from a page of ours. */
export const BROWSER = {
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'sec-fetch-site': 'same-origin',
  ...URLENCODED,
}

/** A good call of the appointment form's script, but for these changes. */
export const appointmentCall = (changes: object = {}, headers: Headers = {}): FormCall => ({
  method: 'POST',
  url: '/api/appointment',
  headers: { ...SCRIPT, 'content-type': 'application/json', ...headers },
  payload: JSON.stringify({ ...APPOINTMENT_PAYLOAD, ...changes }),
})

/** A good call of the modal's script, but for these changes. */
export const contactCall = (changes: Record<string, string> = {}, headers: Headers = {}): FormCall => ({
  method: 'POST',
  url: '/api/contact-us',
  headers: { ...SCRIPT, ...URLENCODED, ...headers },
  payload: new URLSearchParams({ ...CONTACT_FIELDS, ...changes }).toString(),
})

/** A call of the page's script that takes a request back. */
export const withdrawCall = (body: object, headers: Headers = {}): FormCall => ({
  method: 'POST',
  url: '/api/withdraw',
  headers: { ...SCRIPT, 'content-type': 'application/json', ...headers },
  payload: JSON.stringify(body),
})

/** A good HTML form post, as browsers send it without script, but for these changes. */
export function htmlFormPost(
  form: 'appointment' | 'contact',
  changes: Record<string, string> = {},
  headers: Headers = BROWSER,
): FormCall {
  const { start_time: _, end_time: _e, ...own } = form === 'appointment' ? APPOINTMENT_PAYLOAD : CONTACT_FIELDS
  return {
    method: 'POST',
    url: form === 'appointment' ? '/api/appointment' : '/api/contact-us',
    headers,
    payload: new URLSearchParams({ ...own, time_slot: APPOINTMENT_PAYLOAD.time_slot, ...changes }).toString(),
  }
}
