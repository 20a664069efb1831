import { APPOINTMENT_PAYLOAD } from './samples.ts'

/** Sends a good call to `/api/appointment`. */
export function postAppointment(
  server: URL,
  changes: Partial<typeof APPOINTMENT_PAYLOAD> = {},
  headers: Record<string, string> = {},
  signal: AbortSignal | null = null,
): Promise<Response> {
  return fetch(new URL('/api/appointment', server), {
    method: 'POST',
    headers: { 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ...APPOINTMENT_PAYLOAD, ...changes }),
    signal,
  })
}
