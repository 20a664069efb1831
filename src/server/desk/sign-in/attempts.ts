import { Refusal } from '../../http/problem.ts'
import type { SignInAttempt, SignInFailures } from '../../storage/staff/sign-in-failures.ts'

/** Counts an attempt before it is made. @throws Refusal of somebody who has tried too often */
export async function beginAttempt(failures: SignInFailures, attempt: SignInAttempt): Promise<void> {
  const begun = await failures.begin(attempt)
  if (!begun.ok) throw new Refusal(429, {}, { 'retry-after': begun.retryAfterSeconds })
}

/**
 * Makes an attempt, which counts as failed from its beginning.
 *
 * @param work gives undefined for a failure. Whatever else prevents an answer is nobody's failure
 * @throws Refusal of somebody who has tried too often, and whatever `work` throws
 */
export async function makeAttempt<Value>(
  failures: SignInFailures,
  attempt: SignInAttempt,
  work: () => Promise<Value | undefined>,
): Promise<Value | undefined> {
  await beginAttempt(failures, attempt)
  try {
    const value = await work()
    if (value !== undefined) await failures.forgive(attempt)
    return value
  } catch (error) {
    await failures.forgive(attempt).catch(() => {})
    throw error
  }
}
