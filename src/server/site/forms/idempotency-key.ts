import type { FastifyRequest } from 'fastify'
import type { FieldErrors } from '../../../callback-request/validation-result.ts'

/** Enough for any identifier in use; a longer one is a mistake or an attack. */
const MAX_CHARACTERS = 255

/** The caller's key for this request; undefined when it is missing or empty. */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  return request.headers['idempotency-key']?.toString() || undefined
}

export function keyErrors(key: string | undefined): FieldErrors {
  return key !== undefined && key.length > MAX_CHARACTERS
    ? { 'Idempotency-Key': `A key has at most ${MAX_CHARACTERS} characters` }
    : {}
}

export const KEY_REUSED: FieldErrors = { 'Idempotency-Key': 'This key came before with another request' }
