const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Scripts whose letters are about as wide as 1.6 of the others. */
const BROAD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bengali}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}]/u
const BROAD_IN_LETTERS = 1.6

/** How many letters a text has, as a reader counts them, and how many of ordinary width would need its room. */
export function lettersIn(text: string): { count: number; room: number } {
  const letters = Array.from(graphemes.segment(text), ({ segment }) => segment)
  const broad = letters.filter((letter) => BROAD.test(letter)).length
  return { count: letters.length, room: letters.length + broad * (BROAD_IN_LETTERS - 1) }
}

/** What is wrong with a text that needs more room than its place has; undefined when it fits. */
export function tooLong(text: string, most: number): string | undefined {
  const { count, room } = lettersIn(text)
  return room > most ? `has ${count} letters; at most ${Math.floor((most * count) / room)} fit` : undefined
}
