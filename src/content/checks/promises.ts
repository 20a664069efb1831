import type { GenericSchema } from 'valibot'
import { normalized } from '../../callback-request/normalized.ts'
import { PROMISE_RULES, type PromiseRule } from './promise-rules.ts'
import { placeOf, placesIn } from './texts.ts'

/**
 * What the texts of a language promise that no hospital may promise: a line for each promise, with the rule behind it.
 * Every language is searched for English words too, which many use.
 */
export function promiseWarnings(code: string, texts: unknown, schema?: GenericSchema): string[] {
  const [language = ''] = code.split('-')
  return placesIn(texts, schema).flatMap(({ path, text }) =>
    promisesIn(text, language).map(
      ({ words, reason }) => `${placeOf(`${code}.json`, path)}: "${words}" promises too much. ${reason}`,
    ),
  )
}

/** Whether there are words to search for in a language. */
export const isPromiseLanguage = (code: string) => ['en', 'hi'].includes(code.split('-')[0] ?? '')

/**
 * The forbidden promises in a text, each as `plain` writes it. One that is denied, as in "nobody can guarantee", is none.
 */
export function promisesIn(text: string, language: string): { words: string; reason: string }[] {
  const letters = plain(text)
  return PROMISE_RULES.flatMap(({ reason, ...rule }) => {
    const harmless = findAll(letters, rule.harmless, language)
    return findAll(letters, rule.words, language)
      .filter(({ start, end }) => !harmless.some((phrase) => phrase.start <= start && end <= phrase.end))
      .filter(({ start, end }) => !isDenied(letters.slice(0, start), letters.slice(end)))
      .map(({ start, end }) => ({ words: letters.slice(start, end), reason }))
  })
}

const NO_LETTER_BEFORE = '(?<![\\p{L}\\p{M}\\p{N}])'
const NO_LETTER_AFTER = '(?![\\p{L}\\p{M}\\p{N}])'

function findAll(
  letters: string,
  words: PromiseRule['words'] = {},
  language: string,
): { start: number; end: number }[] {
  const expressions = [...new Set(['en', language])].flatMap((code) => words[code] ?? [])
  if (expressions.length === 0) return []
  const spaced = expressions.join('|').replaceAll(' ?', '[\\s-]*').replaceAll(' ', '[\\s-]+')
  const pattern = new RegExp(`${NO_LETTER_BEFORE}(?:${spaced})${NO_LETTER_AFTER}`, 'gu')
  return Array.from(letters.matchAll(pattern), ({ index, 0: found }) => ({ start: index, end: index + found.length }))
}

/** English denies before the word, Hindi mostly after it; in the same part of the sentence, a few words away. */
function isDenied(before: string, after: string): boolean {
  const [earlier = ''] = before.split(CLAUSE_END).slice(-1)
  const [later = ''] = after.split(CLAUSE_END)
  const wordsBefore = earlier
    .replace(/not (only|just)/g, '')
    .split(/[\s-]+/)
    .slice(-7)
  const wordsAfter = later.split(/[\s-]+/).slice(0, 6)
  return wordsBefore.some((word) => DENIES_BEFORE.test(word)) || wordsAfter.some((word) => DENIES_AFTER.test(word))
}

const CLAUSE_END = /[.,;:!?()।–—]|\sbut\s|\sलेकिन\s|\sपरंतु\s/
const DENIES_BEFORE = /^(no|not|never|nobody|none|neither|nor|cannot|without|\p{L}+n't|बिना|बगैर)$/u
const DENIES_AFTER = /^(नहीं|नही)$/

/** The text as the rules have it: small, without nukta, with plain apostrophes, candrabindu as anusvara. */
const plain = (text: string) =>
  normalized(normalized(text.toLowerCase(), 'NFD').replace(UNSEEN, '')).replaceAll('’', "'").replaceAll('ँ', 'ं')

const UNSEEN = /[\u093c\u200c\u200d]/g // nukta, and what joins or separates letters
