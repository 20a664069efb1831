import type { ClaimedMessage, Settlement } from '../storage/outbox/outbox-messages.ts'
import type { DeliveryResult } from './delivery.ts'
import { LONGEST_DELAY_SECONDS, RETRY_BUDGET_SECONDS, retryDelaySeconds } from './retry-delay.ts'

/**
 * What becomes of a message after a try. After a failure it waits as long as the policy says, or as long as the
 * receiver asks if that is longer, within 6 h; when the waits come to more than 3 days together, it is abandoned.
 *
 * @param random from 0 to 1, for the jitter
 * @returns undefined when the message goes back as it was
 */
export function settlementOf(
  { failedAttempts, waitedSeconds }: Pick<ClaimedMessage, 'failedAttempts' | 'waitedSeconds'>,
  outcome: DeliveryResult,
  { now, random }: { now: Date; random: number },
): Settlement | undefined {
  if (outcome.kind === 'closed') return undefined
  if (outcome.kind !== 'failed') return { status: outcome.kind }

  const asked = Math.min(outcome.retryAfterSeconds ?? 0, LONGEST_DELAY_SECONDS)
  const delaySeconds = Math.max(retryDelaySeconds(failedAttempts + 1, random), asked)
  const waited = waitedSeconds + delaySeconds
  if (waited > RETRY_BUDGET_SECONDS) return { status: 'abandoned' }
  return {
    status: 'waiting',
    failedAt: now,
    dueAt: new Date(now.getTime() + delaySeconds * 1_000),
    waitedSeconds: Math.round(waited),
  }
}
