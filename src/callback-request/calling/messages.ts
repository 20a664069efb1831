/** To whom a message about a request is sent, and how. */
export type Channel = 'staff-mail' | 'visitor-mail' | 'webhook' | 'overdue-mail'

/**
 * `waiting` for its first or next attempt; `delivered`; `abandoned` after three days of attempts; `dismissed`, when staff
 * have dealt with an abandoned one; or `dropped`, since it can no longer be of use to anybody, and a mail to a visitor after
 * a day of attempts.
 */
export type MessageStatus = 'waiting' | 'delivered' | 'abandoned' | 'dismissed' | 'dropped'

/** A message that has not been delivered, as the server lists it. Instants are UTC, ISO 8601. */
export interface Delivery {
  /** Stays the same when the message is sent again. */
  id: string
  reference: string
  channel: Channel
  state: 'waiting' | 'abandoned'
  /** How many of them failed. */
  attempts: number
  queued_at: string
  next_try_at: string | null
  /** Why the latest attempt failed, as a code. */
  reason: string | null
}

/** How many messages have not been delivered; 1,000 for more. */
export interface DeliveryCounts {
  waiting: number
  oldest_waiting_at: string | null
  abandoned: number
}

/**
 * A next try lies at most so far ahead: 6 h, and a fifth for the jitter. A later one is of a wrong clock, and counts as due.
 * Source: contract.
 */
export const LONGEST_DELAY_MS = 7.2 * 60 * 60_000

/**
 * How many mails one address, and all visitors together, may get within 24 hours, since anybody can enter anybody's address.
 * No department has so many requests. Source: contract.
 */
const MAX_MAILS_A_DAY = 3
const MAX_MAILS_ALTOGETHER = 300
export const DAY_MS = 86_400_000

/** A mail to a visitor: a hash of the mailbox, and the instant at which it is queued. */
export interface VisitorMail {
  recipient: string
  queued_at: string
}

/** Which of some mails to visitors may be queued beside earlier ones. @param onLimit called when all have had theirs */
export function mailsWithinLimits<Mail extends VisitorMail>(
  mails: readonly Mail[],
  earlier: readonly VisitorMail[],
  onLimit: () => void,
): Mail[] {
  const queued = earlier.map(({ recipient, queued_at }) => ({ recipient, at: Date.parse(queued_at) }))
  return mails.filter(({ recipient, queued_at }) => {
    const at = Date.parse(queued_at)
    // What is dated further ahead was queued by a wrong clock.
    const recent = queued.filter((mail) => Math.abs(mail.at - at) < DAY_MS)
    const own = recent.filter((mail) => mail.recipient === recipient)
    if (recent.length >= MAX_MAILS_ALTOGETHER || own.length >= MAX_MAILS_A_DAY) return false
    queued.push({ recipient, at })
    if (recent.length + 1 === MAX_MAILS_ALTOGETHER) onLimit()
    return true
  })
}

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

/** The last word of the mail server on some of a mail's addresses, by their hashes: 250, or why it refuses them. */
export type Replies = Readonly<Record<string, number>>

/** What an attempt has come to. Source: contract. */
export type Settlement =
  /** With a failure when only a part was delivered. */
  | { status: 'delivered'; settledAt: Date; failure?: string | undefined }
  | { status: 'abandoned'; settledAt: Date; failure: string }
  | { status: 'dropped' }
  | {
      status: 'waiting'
      failure: string
      delayMs: number
      waitedSeconds: number
      channelFailed: 0 | 1
      replies?: Replies | undefined
    }
