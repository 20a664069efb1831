import { createHash } from 'node:crypto'
import type { CallbackDetails } from '../../../callback-request/stored-request.ts'

/** Covers a double click and a reload of the answer. Whoever asks again on purpose usually does so later. */
const WINDOW_MS = 600_000

/**
 * The idempotency key of an HTML form post, which brings none: the same details are stored once within the same ten
 * minutes of the clock. No caller can send such a key, because a header cannot contain the arrow.
 */
export function htmlFormKey(details: CallbackDetails, now: Date): string {
  const digest = createHash('sha256').update(JSON.stringify(details)).digest('base64url')
  return `plain post → ${Math.floor(now.getTime() / WINDOW_MS)} ${digest}`
}
