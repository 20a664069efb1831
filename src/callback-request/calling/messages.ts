/** To whom a message about a request is sent, and how. */
export type Channel = 'staff-mail' | 'visitor-mail' | 'webhook' | 'overdue-mail'

/**
 * `waiting` for its first or next attempt; `delivered`; `abandoned` after three days of attempts; `dismissed`, when staff
 * have dealt with an abandoned one; or `dropped`, since it can no longer be of use to anybody, and a mail to a visitor after
 * a day of attempts.
 */
export type MessageStatus = 'waiting' | 'delivered' | 'abandoned' | 'dismissed' | 'dropped'

/**
 * A next try lies at most so far ahead: 6 h, and a fifth for the jitter. A later one is of a wrong clock, and counts as due.
 * Source: contract.
 */
export const LONGEST_DELAY_MS = 7.2 * 60 * 60_000

/** A message that has not been delivered. */
interface Undelivered {
  status: string
  failed_attempts: number
  due_at: string
}

/** When a message is tried again: an instant. Null when it is abandoned, or is due as one that was never tried. */
export function nextTryAt({ status, failed_attempts, due_at }: Undelivered, now: Date): string | null {
  const isPossible = Date.parse(due_at) <= now.getTime() + LONGEST_DELAY_MS
  return status === 'waiting' && failed_attempts > 0 && isPossible ? due_at : null
}
