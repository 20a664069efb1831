import { normalized } from '../../callback-request/normalized.ts'
import { type FieldErrors, ordinaryCharacters } from '../../callback-request/rules.ts'
import { MAX_TYPED } from '../../callback-request/staff-account.ts'
import { Refusal } from '../http/problem.ts'

/** Members of a query or a body that may be left out: missing and null mean any. */
export class OptionalMembers {
  readonly #given: Readonly<Record<string, unknown>>
  readonly #absent: readonly unknown[]
  readonly #errors: FieldErrors = {}

  /** @param absent further values that mean any */
  constructor(given: Readonly<Record<string, unknown>>, absent: readonly unknown[] = []) {
    this.#given = given
    this.#absent = [undefined, null, ...absent]
  }

  /** @param message for a text that `parse` does not know, and for what is no text */
  read<Value>(name: string, message: string, parse: (text: string) => Value | undefined): Value | undefined {
    const given = this.#given[name]
    if (this.#absent.includes(given)) return undefined
    const isText = typeof given === 'string' && [...given].length <= MAX_TYPED
    const value = isText && ordinaryCharacters().keeps(given) ? parse(normalized(given)) : undefined
    if (value === undefined) this.#errors[name] = message
    return value
  }

  /** @throws Refusal with the message of each member that could not be read */
  refuseWrong(): void {
    if (Object.keys(this.#errors).length > 0) throw new Refusal(422, { errors: this.#errors })
  }
}
