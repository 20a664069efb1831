/** However often it has failed, a message is tried again within 6 hours. */
export const LONGEST_DELAY_SECONDS = 6 * 60 * 60

/** How long a message waits between its tries altogether before it is given up: 3 days. */
export const RETRY_BUDGET_SECONDS = 3 * 24 * 60 * 60

/** Instances that failed together should not come back together: up to a fifth earlier or later. */
const JITTER = 0.2

/**
 * How long a message waits after a failure: about 1 s, then 2, 4, 8 …, at most 6 h. Source: the product's contract.
 *
 * @param failedAttempts how often it has failed, this time included: at least 1
 * @param random from 0 (a fifth earlier) to 1 (a fifth later), as `Math.random` gives it
 */
export function retryDelaySeconds(failedAttempts: number, random: number): number {
  const factor = 1 - JITTER + 2 * JITTER * random
  return Math.min(2 ** (failedAttempts - 1) * factor, LONGEST_DELAY_SECONDS)
}
