import { normalized } from './normalized.ts'
import { phoneKey } from './phone-key.ts'

/** Shorter words are not searched. Source: desk, section 7, as the next two. */
const MIN_WORD_CHARACTERS = 2

/** With fewer digits a text is a word, with as many as the second a whole telephone number. */
const MIN_PHONE_DIGITS = 4
const WHOLE_PHONE_DIGITS = 10

/**
 * The characters of references: those that cannot be confused over a telephone or in handwriting. Excluded: 0 O Q, 1 I L,
 * 5 S F, B C E G P T V Z (which rhyme with D), A H J (with K and 8), N (with M), U V. Without vowels there are no words.
 */
export const REFERENCE_CHARACTERS = '2346789DKMRWXY'

const REFERENCE = new RegExp(`^([${REFERENCE_CHARACTERS}]{4})-?([${REFERENCE_CHARACTERS}]{4})$`)

const PHONE = /^\+?[\d\s()-]+$/

/** What somebody looks for. */
export type SearchText =
  | { kind: 'email'; email: string }
  /** A whole number: its last ten digits. */
  | { kind: 'phone'; key: string }
  /** The first or the last of the last ten digits. */
  | { kind: 'phone part'; digits: string }
  /** Each is the beginning of a word of the name. */
  | { kind: 'words'; words: string[] }

/**
 * Reads what was typed to find requests. A text that may be a reference is looked up as one first: eight characters may
 * also be digits or a word.
 *
 * @returns undefined when nothing of it can be searched
 */
export function readSearchText(typed: string): { reference: string | null; text: SearchText } | undefined {
  const trimmed = typed.trim()
  const text = textOf(trimmed)
  return text && { reference: referenceIn(trimmed) ?? null, text }
}

/** The reference that somebody typed, with letters in any case and with or without its hyphen; undefined for other texts. */
export function referenceIn(typed: string): string | undefined {
  const [, first, second] = REFERENCE.exec(typed.trim().toUpperCase()) ?? []
  return first && `${first}-${second}`
}

function textOf(typed: string): SearchText | undefined {
  if (typed.includes('@')) return { kind: 'email', email: comparableEmail(typed) }
  const digits = typed.replace(/\D/g, '')
  if (PHONE.test(typed) && digits.length >= MIN_PHONE_DIGITS) {
    return digits.length >= WHOLE_PHONE_DIGITS
      ? { kind: 'phone', key: phoneKey(digits) }
      : { kind: 'phone part', digits }
  }
  const words = nameWords(typed).sort()
  return words.length > 0 ? { kind: 'words', words } : undefined
}

/**
 * The words of a name that are long enough to be searched, each once and in the order of the name, as they are compared: without case
 * and without the accents of Latin letters.
 */
export function nameWords(name: string): string[] {
  const comparable = normalized(name.toLowerCase(), 'NFD')
    // Accents belong to the letter before them. In other scripts such characters can be letters.
    .replace(/(?<=\p{Script=Latin})\p{Script=Inherited}+/gu, '')
    // They join letters within a word.
    .replace(/[\u200c\u200d]/g, '')
  const words = normalized(comparable).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return [...new Set(words)].filter((word) => [...word].length >= MIN_WORD_CHARACTERS)
}

/** Two addresses are the same when their comparable texts are equal. */
export function comparableEmail(email: string): string {
  return normalized(email.trim()).toLowerCase()
}
