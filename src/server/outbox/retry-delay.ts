/** The longest wait before the next attempt: 6 hours. */
export const LONGEST_DELAY_SECONDS = 6 * 60 * 60

/** How long a message may wait between its attempts altogether before it is abandoned: 3 days. */
export const RETRY_BUDGET_SECONDS = 3 * 24 * 60 * 60

/** Up to a fifth earlier or later, so that messages that failed together are not retried together. */
const JITTER = 0.2

/**
 * How long a message waits after a failure: about 1 s, then 2, 4, 8 …, at most 6 h. Source: the product's contract.
 *
 * @param failedAttempts how often it has failed, including this time: at least 1
 * @param random from 0 (a fifth earlier) to 1 (a fifth later), as `Math.random` gives it
 */
export function retryDelaySeconds(failedAttempts: number, random: number): number {
  const factor = 1 - JITTER + 2 * JITTER * random
  return Math.min(2 ** (failedAttempts - 1) * factor, LONGEST_DELAY_SECONDS)
}
