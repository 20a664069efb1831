import { appointmentCall } from './form-calls.ts'

/** Sends a good call to `/api/appointment`. */
export function postAppointment(
  server: URL,
  changes: object = {},
  more: Record<string, string> = {},
  signal: AbortSignal | null = null,
): Promise<Response> {
  const { method, url, headers, payload } = appointmentCall(changes, more)
  return fetch(new URL(url, server), { method, headers, body: payload, signal })
}
