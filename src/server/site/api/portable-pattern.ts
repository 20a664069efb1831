/** A character class, or an escape of a Unicode property outside a class. */
const CLASS = /\[(?:\\.|[^\]\\])*\]|\\p\{\w+\}/g

const LAST_ASCII = 0x7f
const LAST_LATIN_1 = 0xff

/**
 * The pattern of a rule without Unicode properties, which the regular expressions of Python and others do not have: all
 * characters outside ASCII count as letters. For ASCII it means the same.
 */
export function portablePattern({ source }: RegExp): string {
  return source.replace(CLASS, (one) => (one.includes(String.raw`\p`) ? withoutProperties(one) : one))
}

/**
 * The class of the characters that a rule excludes, without Unicode properties. Lone surrogates are left out: they are
 * no text, and few languages can write them.
 *
 * @throws when it excludes characters other than those of Latin-1, which this class does not have
 */
export function portableCharacters(excluded: RegExp): string {
  if (excluded.test('क😀')) throw new Error(`More than Latin-1 is excluded: ${excluded.source}`)
  return `[${rangesOf(LAST_LATIN_1, (character) => excluded.test(character))}]`
}

function withoutProperties(one: string): string {
  const accepted = new RegExp(one, 'u')
  return one.includes(String.raw`\p{L}`)
    ? `[^${rangesOf(LAST_ASCII, (character) => !accepted.test(character))}]`
    : `[${rangesOf(LAST_ASCII, (character) => accepted.test(character))}]`
}

/** The characters from 0 to the last one that a class should contain, as its ranges. */
function rangesOf(last: number, contains: (character: string) => boolean): string {
  const codes = Array.from({ length: last + 1 }, (_, code) => code).filter((code) =>
    contains(String.fromCharCode(code)),
  )
  const starts = codes.filter((code) => !codes.includes(code - 1))
  const ends = codes.filter((code) => !codes.includes(code + 1))
  return starts.map((start, index) => rangeOf(start, ends[index] ?? start)).join('')
}

function rangeOf(start: number, end: number): string {
  return start === end ? escapeOf(start) : `${escapeOf(start)}-${escapeOf(end)}`
}

function escapeOf(code: number): string {
  return String.raw`\x${code.toString(16).padStart(2, '0')}`
}
