import { readFileSync } from 'node:fs'
import { convert } from 'fontverter'
import * as harfbuzz from 'harfbuzzjs'
import { expect, test } from 'vitest'
import { subsetTypeface } from './subset-typeface.ts'

const FILES = 'node_modules/@fontsource'
const tiro = readFileSync(`${FILES}/tiro-devanagari-hindi/files/tiro-devanagari-hindi-devanagari-400-normal.woff2`)
const newsreader = readFileSync(`${FILES}/newsreader/files/newsreader-latin-400-normal.woff2`)

/** How a typeface sets a text: the outline of each glyph and its place. */
async function setIn(typeface: Buffer, text: string) {
  const font = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(await convert(typeface, 'sfnt'))))
  const buffer = new harfbuzz.Buffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  harfbuzz.shape(font, buffer)
  const places = buffer.getGlyphPositions()
  return buffer.getGlyphInfos().map(({ codepoint }, at) => ({ outline: font.glyphToPath(codepoint), ...places[at] }))
}

test('A subset sets each text as the whole typeface does, and has no glyphs that the text does not need', async () => {
  const rows = [
    'ब्रेस्ट ऑग्मेंटेशन', // a sign below, a half letter, and two signs above
    'सर्जरी प्रक्रियाएँ', // an r above the next letter, an r below the one before it
    'क्षत्रिय ज्ञान श्री', // letters that make a new one
    'ज़रूरी फ़ोन गड़बड़ी', // dots below
  ]
  for (const text of rows) {
    const subset = await subsetTypeface(tiro, `What else is said, यह भी: ${text}`, 'removed')
    expect(await setIn(subset, text), text).toEqual(await setIn(tiro, text))
  }
  const subset = await subsetTypeface(newsreader, 'AVATAR, Tofu – “1”', 'kept')
  for (const text of ['AVATAR', 'Tofu', 'To A 1 – “”'])
    expect(await setIn(subset, text)).toEqual(await setIn(newsreader, text))
  const one = await subsetTypeface(tiro, 'कमल', 'removed')
  expect(one.length).toBeLessThan(Math.min(2000, (await subsetTypeface(tiro, 'कमल चरण', 'removed')).length))
})
