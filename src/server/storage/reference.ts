import { randomInt } from 'node:crypto'

/**
 * Letters and digits that are told apart when read over a telephone or from handwriting. Left out: 0 O Q, 1 I L,
 * 5 S F, B C E G P T V Z (which rhyme with D), A H J (with K and 8), N (with M), U V; no vowel, hence no word.
 */
const ALPHABET = '2346789DKMRWXY'

/** A new reference such as `7K3M-9RXD`: one of 1.5 thousand million. Whoever stores it sees to it that it is unique. */
export function randomReference(): string {
  const characters = Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)])
  return `${characters.slice(0, 4).join('')}-${characters.slice(4).join('')}`
}
