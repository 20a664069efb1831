/**
 * How a form's submission stands (specification, section 4). Its ERROR is `ERROR` when validation failed and `FAILED` when
 * the request did.
 */
export type SubmitStatus = 'none' | 'PENDING' | 'OK' | 'ERROR' | 'FAILED'

/** What the status line says, word for word, and the tone that styles it. */
export const STATUS_LINES = {
  none: { text: '', tone: 'none' },
  PENDING: { text: 'Sending...', tone: 'pending' },
  OK: { text: 'Thanks for your submission!', tone: 'ok' },
  ERROR: { text: 'Please fill the form correctly.', tone: 'error' },
  FAILED: { text: 'Please fill the form correctly.', tone: 'error' },
} as const
