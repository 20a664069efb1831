import { createHash } from 'node:crypto'
import { atMost } from '../../../callback-request/rules.ts'
import type { CallbackDetails } from '../../../callback-request/stored-request.ts'

/** The header of the key under which a call is stored once; also the name of the key in the errors of an answer. */
export const KEY_HEADER = 'Idempotency-Key'

/** Enough for any identifier in use; a longer one is a mistake or an attack. */
const MAX_CHARACTERS = 255

export const KEY_LENGTH = atMost(MAX_CHARACTERS, `A key has at most ${MAX_CHARACTERS} characters`)

export const KEY_REUSED = 'This key came before with another request'

/** Covers a double click and a reload of the answer. Whoever asks again on purpose usually does so later. */
const HTML_FORM_WINDOW_MS = 600_000

/**
 * The idempotency key of an HTML form post, which brings none: the same details are stored once within the same ten
 * minutes of the clock. No caller can send such a key, because a header cannot contain the arrow.
 */
export function htmlFormKey(details: CallbackDetails, now: Date): string {
  const digest = createHash('sha256').update(JSON.stringify(details)).digest('base64url')
  return `plain post → ${Math.floor(now.getTime() / HTML_FORM_WINDOW_MS)} ${digest}`
}
