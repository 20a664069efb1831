import type { Channel, Replies, Settlement } from '../../callback-request/calling/messages.ts'
import type { ClaimedMessage } from '../storage/outbox.ts'

/** The result of one attempt. A reason is a code, such as `SMTP 451`: never what somebody typed. */
export type DeliveryResult =
  /** With a reason when only a part was delivered. */
  | { kind: 'delivered'; reason?: string }
  | {
      kind: 'failed'
      reason: string
      /** Whether the channel itself failed, so that any message would have, or this message. Without it neither is known. */
      cause?: 'channel' | 'message'
      retryAfterSeconds?: number | undefined
      replies?: Replies
    }
  /** It can no longer be of use to anybody: it is not tried again, and nobody has to do anything. */
  | { kind: 'dropped'; reason: string }
  /** The attempt does not count: the message waits as before. */
  | { kind: 'released' }

/** Delivers the messages of one channel. */
export interface Delivery {
  channel: Channel
  /** How long one attempt may take. Afterwards its signal is aborted. */
  timeoutMs: number
  retryBudget: RetryBudget
  /** Makes one attempt. A fault that is thrown counts as a failed one. */
  deliver(message: ClaimedMessage, signal: AbortSignal): Promise<DeliveryResult>
}

/** The mail server's reply to an address that gets the mail. */
export const ACCEPTED = 250

/** The longest wait before the next attempt: 6 hours. */
const LONGEST_DELAY_SECONDS = 6 * 60 * 60

/** How long a message may wait between its attempts altogether, and what it becomes then. Source: contract. */
interface RetryBudget {
  seconds: number
  endsAs: 'abandoned' | 'dropped'
}

/** Somebody must act when the department is not told. */
export const OF_DEPARTMENT: RetryBudget = { seconds: 3 * 24 * 60 * 60, endsAs: 'abandoned' }

/** A mistyped address is nobody's task. */
export const OF_VISITOR: RetryBudget = { seconds: 24 * 60 * 60, endsAs: 'dropped' }

/** Up to a fifth earlier or later, so that messages that failed together are not retried together. */
const JITTER = 0.2

/**
 * What happens to a message after an attempt. After a failure it waits as long as the retry policy says, or as long as
 * the receiver asks if that is longer, at most 6 h. When its waits together exceed its budget, it is abandoned or dropped; a mail that
 * some of the department's addresses have got counts as delivered to these.
 *
 * @param random from 0 to 1, for the jitter
 * @returns undefined when the message is released unchanged
 */
export function settlementOf(
  { failedAttempts, waitedSeconds }: Pick<ClaimedMessage, 'failedAttempts' | 'waitedSeconds'>,
  result: DeliveryResult,
  { now, random, retryBudget }: { now: Date; random: number; retryBudget: RetryBudget },
): Settlement | undefined {
  if (result.kind === 'released') return undefined
  if (result.kind === 'delivered') return { status: 'delivered', settledAt: now, failure: result.reason }
  if (result.kind === 'dropped') return { status: 'dropped' }

  const asked = Math.min(result.retryAfterSeconds ?? 0, LONGEST_DELAY_SECONDS)
  const delaySeconds = Math.max(retryDelaySeconds(failedAttempts + 1, random), asked)
  const waited = waitedSeconds + delaySeconds
  const { reason: failure, replies } = result
  if (waited > retryBudget.seconds) {
    if (retryBudget.endsAs === 'dropped') return { status: 'dropped' }
    const isPartlyDelivered = Object.values(replies ?? {}).includes(ACCEPTED)
    return { status: isPartlyDelivered ? 'delivered' : 'abandoned', settledAt: now, failure }
  }
  return {
    status: 'waiting',
    failure,
    replies,
    channelFailed: result.cause === 'channel' ? 1 : 0,
    delayMs: Math.round(delaySeconds * 1_000),
    waitedSeconds: Math.round(waited),
  }
}

/**
 * How long a message waits after a failure: about 1 s, then 2, 4, 8 …, at most 6 h. Source: the product's contract.
 *
 * @param failedAttempts how often it has failed, including this time: at least 1
 * @param random from 0 (a fifth earlier) to 1 (a fifth later), as `Math.random` gives it
 */
function retryDelaySeconds(failedAttempts: number, random: number): number {
  const factor = 1 - JITTER + 2 * JITTER * random
  return Math.min(2 ** (failedAttempts - 1) * factor, LONGEST_DELAY_SECONDS)
}
