import { createHash } from 'node:crypto'
import type { CallbackDetails } from '../../../callback-request/callback-details.ts'

/** Long enough for a double click and for a reload of the answer, short of somebody asking again on purpose. */
const WINDOW_MS = 600_000

/**
 * The idempotency key of a form that the browser posted itself, which has none of its own: the same details are stored
 * once within the same ten minutes of the clock. The arrow cannot stand in a header, so no caller can take such a key.
 */
export function htmlFormKey(details: CallbackDetails, now: Date): string {
  const digest = createHash('sha256').update(JSON.stringify(details)).digest('base64url')
  return `plain post → ${Math.floor(now.getTime() / WINDOW_MS)} ${digest}`
}
