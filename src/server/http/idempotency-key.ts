import type { FastifyRequest } from 'fastify'
import { atMost, type FieldErrors } from '../../callback-request/rules.ts'
import { Refusal } from './problem.ts'

/** The header of the key under which a call is done once; also the name of the key in the errors of an answer. */
export const KEY_HEADER = 'Idempotency-Key'

/** Enough for any identifier in use; a longer one is a mistake or an attack. */
const MAX_CHARACTERS = 255

export const KEY_LENGTH = atMost(MAX_CHARACTERS, `A key has at most ${MAX_CHARACTERS} characters`)

export const KEY_REUSED = 'This key came before with another request'

/**
 * The key of a call, which an unchanged retry repeats. An empty one counts as none.
 *
 * @param errors of the call's body, which come together with that of the key
 * @throws Refusal of a key that is too long
 */
export function idempotencyKeyOf({ headers }: FastifyRequest, errors: FieldErrors = {}): string | undefined {
  const key = headers[KEY_HEADER.toLowerCase()]?.toString() || undefined
  if (KEY_LENGTH.keeps(key ?? '')) return key
  throw new Refusal(422, { errors: { ...errors, [KEY_HEADER]: KEY_LENGTH.message } })
}

/** The refusal of a key that came before with another body. */
export function keyReused(message: string): Refusal {
  return new Refusal(422, { errors: { [KEY_HEADER]: message } })
}
