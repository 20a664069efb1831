/**
 * The characters of references: those that cannot be confused over a telephone or in handwriting. Excluded: 0 O Q, 1 I L,
 * 5 S F, B C E G P T V Z (which rhyme with D), A H J (with K and 8), N (with M), U V. Without vowels there are no words.
 */
const CHARACTERS = '2346789DKMRWXY'

const COUNT = CHARACTERS.length

const REFERENCE = new RegExp(`^([${CHARACTERS}]{4})[- ]?([${CHARACTERS}]{4})$`)

const DAY_MS = 86_400_000

/** How many references begin with the same two characters. */
export const REFERENCES_OF_A_DAY = COUNT ** 6

/**
 * A new reference such as `7K3M-9RXD`. The caller must check that it is unique.
 *
 * The first two characters stand for the UTC day and repeat after 196 days; the others are one of 7.5 million
 * combinations. So a day's references lie together in the database's index, and a store of a million requests accepts
 * the next as fast as an empty one.
 *
 * @param number chooses the combination, such as one that was drawn: from 0 to below `REFERENCES_OF_A_DAY`
 */
export function newReference(receivedAt: Date, number: number): string {
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
  return CHARACTERS.charAt(number % COUNT)
}

/**
 * The reference that somebody typed, with letters in any case, and a hyphen, a space or nothing between its halves;
 * undefined for other texts.
 */
export function referenceIn(typed: string): string | undefined {
  const [, first, second] = REFERENCE.exec(typed.trim().toUpperCase()) ?? []
  return first && `${first}-${second}`
}
