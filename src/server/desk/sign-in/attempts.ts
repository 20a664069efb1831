import type { SignInAttempt } from '../../../callback-request/staff-account.ts'
import { assertAllowed } from '../../http/rate-limit.ts'
import type { Limits } from '../../storage/limits.ts'
import { inHashingPlace } from './password-hash.ts'

/** Counts an attempt before it is made. @throws Refusal of somebody who has tried too often */
export async function beginAttempt(limits: Limits, attempt: SignInAttempt): Promise<void> {
  assertAllowed(await limits.begin(attempt))
}

/**
 * Makes an attempt, which counts as failed unless `work` says otherwise: also when no answer came.
 *
 * @param work gives undefined for a failure
 * @throws Refusal of somebody who has tried too often, and whatever `work` throws
 */
export async function makeAttempt<Value>(
  limits: Limits,
  attempt: SignInAttempt,
  work: () => Promise<Value | undefined>,
): Promise<Value | undefined> {
  await beginAttempt(limits, attempt)
  const value = await work()
  if (value !== undefined) await limits.forgive(attempt)
  return value
}

/**
 * As `makeAttempt`, for work that hashes a password. What is refused because too many are being hashed is refused before
 * the store is read or written; whoever has tried too often takes no place among them.
 */
export function attemptPassword<Value>(
  limits: Limits,
  attempt: Omit<SignInAttempt, 'by'>,
  work: () => Promise<Value | undefined>,
): Promise<Value | undefined> {
  const counted = { by: 'password', ...attempt } as const
  assertAllowed(limits.refusalOf(counted))
  return inHashingPlace(() => makeAttempt(limits, counted, work))
}
