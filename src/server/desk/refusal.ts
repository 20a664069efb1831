import type { ValidationResult } from '../../callback-request/rules.ts'
import type { ProblemMembers } from '../http/problem.ts'

/** Ends a call with a refusal, wherever its reason is found. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly members: ProblemMembers
  readonly retryAfterSeconds: number | undefined

  /** @param members a form's messages by field, or a code that tells the page why */
  constructor(status: number, members: ProblemMembers = {}, retryAfterSeconds?: number) {
    super(`${status}`)
    this.status = status
    this.members = members
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The value of a valid form. @throws Refusal of another one, with its messages */
export function valid<Value>(result: ValidationResult<Value>): Value {
  if (!result.ok) throw new Refusal(422, { errors: result.errors })
  return result.value
}
