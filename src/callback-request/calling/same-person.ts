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

function isInitial(word: string): boolean {
  return (word.match(/[\p{L}\p{N}]/gu) ?? []).length === 1
}

function sortedWords(name: string): string {
  return name.split(' ').sort().join(' ')
}
