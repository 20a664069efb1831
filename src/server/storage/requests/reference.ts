import { randomInt } from 'node:crypto'

/**
 * Letters and digits that are told apart when read over a telephone or from handwriting. Left out: 0 O Q, 1 I L,
 * 5 S F, B C E G P T V Z (which rhyme with D), A H J (with K and 8), N (with M), U V; no vowel, hence no word.
 */
const ALPHABET = '2346789DKMRWXY'

const DAY_MS = 86_400_000

/**
 * A new reference such as `7K3M-9RXD`. Whoever stores it sees to it that it is unique.
 *
 * The first two characters are the day's, in UTC, and come again after 196 days; the others make it one of 7.5 million.
 * So what comes in a day lies together in the database's index, and a store of a million takes the next as fast as an
 * empty one.
 */
export function newReference(receivedAt: Date): string {
  const day = Math.floor(receivedAt.getTime() / DAY_MS)
  const characters = [
    character(Math.floor(day / ALPHABET.length)),
    character(day),
    ...Array.from({ length: 6 }, () => character(randomInt(ALPHABET.length))),
  ]
  return `${characters.slice(0, 4).join('')}-${characters.slice(4).join('')}`
}

/** The character for a number, of which there are fourteen: the next number after the last has the first again. */
function character(number: number): string {
  return ALPHABET.charAt(number % ALPHABET.length)
}
