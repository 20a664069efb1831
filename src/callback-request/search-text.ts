import { comparableEmail, normalized } from './normalized.ts'
import { typedDigits, withoutSpaces } from './phone-number.ts'
import { referenceIn } from './reference.ts'

/** Shorter words are not searched. Source: desk, section 7, as the next two. */
const MIN_WORD_CHARACTERS = 2

/** With fewer digits a text is a word. */
const MIN_PHONE_DIGITS = 6

/** What somebody looks for. */
export type SearchText =
  | { kind: 'email'; email: string }
  /** A whole number, as it is compared. */
  | { kind: 'phone'; number: string }
  /** The first or the last digits. */
  | { kind: 'phone part'; digits: string }
  /** Each is the beginning of a word of the name. */
  | { kind: 'words'; words: string[] }

/** The international form of a number that a country has; null for others. */
type InternationalOf = (typed: string) => string | null

/**
 * Reads what was typed to find requests. A text that may be a reference is looked up as one first: eight characters may
 * also be digits or a word.
 *
 * @param internationalOf without it every number is looked for as a part of one
 * @returns undefined when nothing of it can be searched
 */
export function readSearchText(
  typed: string,
  internationalOf: InternationalOf = () => null,
): { reference: string | null; text: SearchText } | undefined {
  const trimmed = typed.trim()
  const text = textOf(trimmed, internationalOf)
  return text && { reference: referenceIn(trimmed) ?? null, text }
}

function textOf(typed: string, internationalOf: InternationalOf): SearchText | undefined {
  if (typed.includes('@')) return { kind: 'email', email: comparableEmail(typed) }
  const [, digits = ''] = /^\+?(\d+)$/.exec(withoutSpaces(typed)) ?? []
  if (digits.length >= MIN_PHONE_DIGITS) {
    const number = internationalOf(typed)
    return number === null ? { kind: 'phone part', digits } : { kind: 'phone', number }
  }
  const words = nameWords(typed).sort()
  // Whoever has the longer word has its beginning, too, and in this order it follows at once.
  const needed = words.filter((word, index) => !words[index + 1]?.startsWith(word))
  const longest = needed.sort((a, b) => b.length - a.length).slice(0, MAX_WORDS)
  return words.length > 0 ? { kind: 'words', words: longest.sort() } : undefined
}

/** Letters that no normal form takes apart, and how somebody without them types them. The sigma at a word's end is one, too. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ...{ ł: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i', ŋ: 'n', ς: 'σ' },
  ...{ ß: 'ss', œ: 'oe', æ: 'ae', þ: 'th' },
}

/**
 * The words of a name that are long enough to be searched, each once and in the order of the name, as they are
 * compared: without case, without the accents of Latin, Greek and Cyrillic letters, and without apostrophes inside words.
 */
export function nameWords(name: string): string[] {
  const comparable = normalized(name.toLowerCase(), 'NFD')
    // They join letters within a word, or are letters themselves that stand for an apostrophe.
    .replace(/[\u200c\u200d]|[\u02b9-\u02bf]/g, '')
    .replace(/(?<=[\p{L}\p{M}])['’‘`´＇]+(?=\p{L})/gu, '')
    // Accents belong to the letter before them. In other scripts such characters can be letters.
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Script=Inherited}+/gu, '')
    .replace(/[łøđðħŧıŋςßœæþ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
  const words = normalized(comparable).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return [...new Set(words)].filter((word) => [...word].length >= MIN_WORD_CHARACTERS)
}

/** What is found of a name. Source: desk, section 12. */
const MAX_WORDS = 8
const MAX_LETTERS = 24

/** Sorts after every character that a word contains. */
const LAST_CHARACTER = '\u{10ffff}'

/** What a request is found by. */
interface FoundBy {
  name: string
  phone: string
  /** What the number is compared by. */
  number: string
  email: string
}

/** The digits that a number was typed with and has internationally, too: without a trunk prefix. */
function nationalDigits(digits: string, number: string): string {
  const international = typedDigits(number)
  let length = digits.length
  while (!international.endsWith(digits.slice(digits.length - length))) length--
  return digits.slice(digits.length - length)
}

/** The words by which a request is found, in order: of its name the first eight, each up to 24 letters. */
export function wordsOf({ name, phone, number, email }: FoundBy): string[] {
  const ofName = nameWords(name).slice(0, MAX_WORDS).map(beginningOf)
  const ofEmail = email === '' ? [] : [wordOfEmail(email)]
  const digits = typedDigits(phone)
  const ofNumber = [wordOfPhone(number), wordOfPhone(digits), wordOfPhone(nationalDigits(digits, number))]
  return [...new Set([...ofEmail, ...ofNumber, wordOfPhoneEnd(typedDigits(number)), ...ofName])].sort()
}

/** What a text looks for: a request must have all of these words, each in one of its ranges. */
export function wordsIn(text: SearchText): { from: string; to: string }[][] {
  switch (text.kind) {
    case 'email':
      return [[only(wordOfEmail(text.email))]]
    case 'phone':
      return [[only(wordOfPhone(text.number))]]
    case 'phone part':
      return [[beginningWith(wordOfPhone(text.digits)), beginningWith(wordOfPhoneEnd(text.digits))]]
    case 'words':
      return text.words.map((word) => [beginningWith(beginningOf(word))])
  }
}

const only = (word: string) => ({ from: word, to: word })

const beginningWith = (word: string) => ({ from: word, to: word + LAST_CHARACTER })

/** An address as a word. No word of a name begins like this, nor like the next two. */
export function wordOfEmail(email: string): string {
  return `@${comparableEmail(email)}`
}

/** A number as it is compared, or its first digits, as a word. */
export function wordOfPhone(digits: string): string {
  return `#${digits}`
}

/** As `wordOfPhone`, but from the end of the number: its last digits are the beginning of the word. */
function wordOfPhoneEnd(digits: string): string {
  return `%${[...digits].reverse().join('')}`
}

/** The part of a word by which it is found. */
function beginningOf(word: string): string {
  return [...word].slice(0, MAX_LETTERS).join('')
}
