import type { Suspicion } from '../spam-signals.ts'

/** So many requests, and so many people, wait at one number at most. Source of both: desk, section 3. */
const MAX_REQUESTS = 20
const MAX_PEOPLE = 5

/** Accents tell no name apart in these scripts; in others, signs at a letter are its vowels. */
const ACCENTS = /(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]\p{M}*)\p{M}/gu

/** A name as it is compared: its words without case, accents and punctuation, in their order, with spaces between them. */
export function comparedName(name: string): string {
  const letters = name.normalize('NFKD').replace(ACCENTS, '').toLowerCase().normalize('NFC')
  const words = letters.replace(/[\p{Cf}'’ʼ`]/gu, '').split(/[^\p{L}\p{M}\p{N}]+/u)
  return words.filter((word) => word !== '').join(' ') || letters.trim()
}

/**
 * Whether two names may be of one person: each word of the shorter one is a word of the longer one or the initial of one,
 * and at least one word of two letters or more is the same in both. Letters are never guessed. Source: desk, section 3.
 *
 * @param one both as `comparedName` returns them
 */
export function namesMatch(one: string, other: string): boolean {
  const [shorter, longer] = [one.split(' '), other.split(' ')].sort((a, b) => a.length - b.length) as [
    string[],
    string[],
  ]
  const isAmong = (words: string[]) => (word: string) =>
    words.includes(word) || (isInitial(word) && words.some((longerWord) => longerWord.startsWith(word)))
  const fits = shorter.every(isAmong(longer)) || (shorter.length === longer.length && longer.every(isAmong(shorter)))
  return one === other || (fits && shorter.some((word) => !isInitial(word) && longer.includes(word)))
}

/**
 * Those of some callbacks of a number that a name may belong to: all of their names match it. If one of them has exactly
 * its words, only those with exactly its words. A request that may belong to several belongs to none of them: a wrong
 * guess would tell one relative about another. Source: desk, section 3.
 *
 * @param callbacks each with the names of its requests, as they are compared
 */
export function callbacksOfName<Callback extends { names: readonly string[] }>(
  name: string,
  callbacks: readonly Callback[],
): readonly Callback[] {
  const matching = callbacks.filter(({ names }) => names.length > 0 && names.every((known) => namesMatch(name, known)))
  const words = sortedWords(name)
  const same = matching.filter(({ names }) => names.some((known) => sortedWords(known) === words))
  return same.length > 0 ? same : matching
}

/** A callback of a number, with the names of its requests as they are compared. */
export interface Known {
  person: string
  names: readonly string[]
}

/** What is stored at a number when a request comes: the waiting callbacks, and the newest settled ones. */
export interface AtNumber {
  waiting: readonly (Known & { id: string; requests: number })[]
  settled: readonly Known[]
  /** Whether somebody there asked not to be called any more. */
  isBlocked: boolean
}

/**
 * Decides whose a request is, and which waiting callback it joins: all without one open another callback, unless the
 * request is held back. Whose it is stays as it is decided here. Source: desk, section 3.
 *
 * @param request `suspicion` is what the request itself shows; `isAdded` when staff add it, who spoke to the person
 * @returns `person` undefined for somebody new, `suspicion` null where somebody is to call
 */
export function placeAt(
  request: { name: string; suspicion: Suspicion | null; isAdded: boolean },
  { waiting, settled, isBlocked }: AtNumber,
): { callback: string | undefined; person: string | undefined; suspicion: Suspicion | null } {
  const name = comparedName(request.name)
  const found = callbacksOfName(name, waiting)
  const own = found.length === 1 ? found[0] : undefined
  const known =
    found.length === 0 ? new Set(callbacksOfName(name, settled).map((one) => one.person)) : new Set<string>()
  const person = own?.person ?? (known.size === 1 ? [...known][0] : undefined)
  const limit = hasRoom(waiting, own) ? (isBlocked && !request.isAdded ? 'do_not_call' : null) : 'flood'
  return { callback: own?.id, person, suspicion: request.suspicion ?? limit }
}

/** Whether one more request may wait at a number. @param own the callback that it would join; otherwise it opens one */
export function hasRoom(waiting: AtNumber['waiting'], own: { id: string } | undefined): boolean {
  const requests = waiting.reduce((sum, one) => sum + one.requests, 1)
  return !isTooMany(requests, waiting.length + (own ? 0 : 1))
}

/** Whether so many requests of so many people are more than may wait at one number. */
export function isTooMany(requests: number, people: number): boolean {
  return requests > MAX_REQUESTS || people > MAX_PEOPLE
}

function isInitial(word: string): boolean {
  return (word.match(/[\p{L}\p{N}]/gu) ?? []).length === 1
}

function sortedWords(name: string): string {
  return name.split(' ').sort().join(' ')
}
