import { atMost } from '../../../callback-request/rules.ts'

/** The header of the key under which a call is stored once; also the name of the key in the errors of an answer. */
export const KEY_HEADER = 'Idempotency-Key'

/** Enough for any identifier in use; a longer one is a mistake or an attack. */
const MAX_CHARACTERS = 255

export const KEY_LENGTH = atMost(MAX_CHARACTERS, `A key has at most ${MAX_CHARACTERS} characters`)

export const KEY_REUSED = 'This key came before with another request'
