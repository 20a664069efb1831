import { randomInt } from 'node:crypto'
import { REFERENCE_CHARACTERS } from '../../../callback-request/search-text.ts'

const COUNT = REFERENCE_CHARACTERS.length

const DAY_MS = 86_400_000

/** How many references begin with the same two characters. */
export const REFERENCES_OF_A_DAY = COUNT ** 6

/**
 * Draws a new reference such as `7K3M-9RXD`. The caller must check that it is unique.
 *
 * The first two characters stand for the UTC day and repeat after 196 days; the others are one of 7.5 million
 * combinations. So a day's references lie together in the database's index, and a store of a million requests accepts
 * the next as fast as an empty one.
 *
 * @param number chooses the combination: from 0 to below `REFERENCES_OF_A_DAY`
 */
export function newReference(receivedAt: Date, number = randomInt(REFERENCES_OF_A_DAY)): string {
  const day = Math.floor(receivedAt.getTime() / DAY_MS)
  const characters = [
    character(Math.floor(day / COUNT)),
    character(day),
    ...Array.from({ length: 6 }, (_, place) => character(Math.floor(number / COUNT ** place))),
  ]
  return `${characters.slice(0, 4).join('')}-${characters.slice(4).join('')}`
}

/** The character for a number, modulo fourteen. */
function character(number: number): string {
  return REFERENCE_CHARACTERS.charAt(number % COUNT)
}
