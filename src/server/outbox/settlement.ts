import type { ClaimedMessage, Settlement } from '../storage/outbox/outbox-messages.ts'
import type { DeliveryResult } from './delivery.ts'
import { LONGEST_DELAY_SECONDS, RETRY_BUDGET_SECONDS, retryDelaySeconds } from './retry-delay.ts'

/**
 * What happens to a message after an attempt. After a failure it waits as long as the retry policy says, or as long as
 * the receiver asks if that is longer, at most 6 h. When its waits together exceed 3 days, it is abandoned.
 *
 * @param random from 0 to 1, for the jitter
 * @returns undefined when the message is released unchanged
 */
export function settlementOf(
  { failedAttempts, waitedSeconds }: Pick<ClaimedMessage, 'failedAttempts' | 'waitedSeconds'>,
  result: DeliveryResult,
  { now, random }: { now: Date; random: number },
): Settlement | undefined {
  if (result.kind === 'released') return undefined
  if (result.kind !== 'failed') return { status: result.kind }

  const asked = Math.min(result.retryAfterSeconds ?? 0, LONGEST_DELAY_SECONDS)
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
