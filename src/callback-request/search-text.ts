import { comparableEmail, normalized } from './normalized.ts'
import { phoneKey, withoutSpaces } from './phone-number.ts'
import { referenceIn } from './reference.ts'

/** Shorter words are not searched. Source: desk, section 7, as the next two. */
const MIN_WORD_CHARACTERS = 2

/** With fewer digits a text is a word, with as many as the second a whole telephone number. */
const MIN_PHONE_DIGITS = 4
const WHOLE_PHONE_DIGITS = 10

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

function textOf(typed: string): SearchText | undefined {
  if (typed.includes('@')) return { kind: 'email', email: comparableEmail(typed) }
  const [, digits = ''] = /^\+?(\d+)$/.exec(withoutSpaces(typed)) ?? []
  if (digits.length >= MIN_PHONE_DIGITS) {
    return digits.length >= WHOLE_PHONE_DIGITS
      ? { kind: 'phone', key: phoneKey(digits) }
      : { kind: 'phone part', digits }
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

/** The words by which a request is found, in order: of its name the first eight, each up to 24 letters. */
export function wordsOf({ name, phone, email }: { name: string; phone: string; email: string }): string[] {
  const ofName = nameWords(name).slice(0, MAX_WORDS).map(beginningOf)
  const ofEmail = email === '' ? [] : [wordOfEmail(email)]
  const key = phoneKey(phone)
  return [...new Set([...ofEmail, wordOfPhone(key), wordOfPhoneEnd(key), ...ofName])].sort()
}

/** What a text looks for: a request must have all of these words, each in one of its ranges. */
export function wordsIn(text: SearchText): { from: string; to: string }[][] {
  switch (text.kind) {
    case 'email':
      return [[only(wordOfEmail(text.email))]]
    case 'phone':
      return [[only(wordOfPhone(text.key))]]
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

/** The last ten digits of a number, or the first of them, as a word. */
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
