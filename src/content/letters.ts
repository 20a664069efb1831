const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * How wide characters are, in letters of an English text on the average, spaces included: measured in Chromium, in Open
 * Sans and the Noto fonts. The first that fits counts.
 */
const WIDTHS: readonly [RegExp, number][] = [
  [/[\s.,;:!?'’|()ijlIftr-]/, 0.65],
  [/[mwMW@%…—]/, 1.85],
  [/\p{Mn}|\p{Cf}/u, 0],
  [/\p{Mc}/u, 0.5],
  [/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u, 2.1],
  [/\p{Script=Malayalam}|\p{Script=Tamil}/u, 1.85],
  [/\p{Script=Hangul}|\p{Script=Kannada}|\p{Script=Sinhala}|\p{Script=Telugu}/u, 1.5],
  [/\p{Lu}/u, 1.4],
]
const OTHERS = 1.2

/** What is wrong with a text that needs more room than so many letters of an English text; undefined when it fits. */
export function tooLong(text: string, most: number): string | undefined {
  if (roomOf(text) <= most) return undefined
  const { letters, most: fitting } = lettersAndMost(text, most)
  return `has ${letters} letters; at most ${fitting} fit`
}

/** How many letters a text has, and how many letters as wide as its own have room where so many of an English text have. */
export function lettersAndMost(text: string, most: number): { letters: number; most: number } {
  const letters = Array.from(graphemes.segment(text)).length
  return { letters, most: Math.floor((most * letters) / roomOf(text)) }
}

/** How much room a text needs, in letters of an English text on the average. */
export function roomOf(text: string): number {
  const widths = [...text].map((letter) => WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? OTHERS)
  // In whole hundredths: sums of such widths have errors.
  return Math.round(widths.reduce((sum, width) => sum + 100 * width, 0)) / 100
}
