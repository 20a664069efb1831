import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { convert } from 'fontverter'
import * as harfbuzz from 'harfbuzzjs'

/**
 * Returns the typeface with only the glyphs that set the words and characters of a text, as WOFF2.
 *
 * Scripts such as Devanagari have more glyphs than letters: the letters of a word change each other. A subset by letters
 * alone keeps every glyph that they could form in any order, which is several times as many.
 *
 * @param typeface in any format of web fonts
 * @param hints whether the instructions for coarse screens are kept; they can be most of a glyph
 */
export async function subsetTypeface(typeface: Buffer, text: string, hints: Hints): Promise<Buffer> {
  const font = await convert(typeface, 'sfnt')
  const glyphs = glyphsOf(font, new Set(text.match(WORDS)))
  return convert(await subsetOf(font, { characters: new Set(text), glyphs, hints }), 'woff2')
}

type Hints = 'kept' | 'removed'

/** Letters, the signs on them, and the invisible characters that keep letters apart or join them. */
const WORDS = /[\p{L}\p{M}\u200c\u200d]+/gu

/** All glyphs that shaping the words needs: those that it ends with, and those from which it forms them. */
function glyphsOf(data: Buffer, words: Iterable<string>): Set<number> {
  const font = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(data)))
  const glyphs = new Set<number>()
  for (const word of words) {
    const buffer = new harfbuzz.Buffer()
    buffer.addText(word)
    buffer.guessSegmentProperties()
    for (const step of harfbuzz.shapeWithTrace(font, buffer, [], 0, harfbuzz.TracePhase.DONT_STOP)) {
      if (step.glyphs) for (const { g } of step.t as { g: number }[]) glyphs.add(g)
    }
  }
  return glyphs
}

/** Of `hb-subset.h`: which set of a subset's input, and which flags. */
const SETS = { glyphs: 0, layoutFeatures: 6 }
const FLAGS = { noHinting: 0x1, noLayoutClosure: 0x200 }

/** Calls HarfBuzz's subsetter, for which its package has no functions of JavaScript. */
async function subsetOf(
  font: Buffer,
  { characters, glyphs, hints }: { characters: Set<string>; glyphs: Set<number>; hints: Hints },
): Promise<Buffer> {
  const file = fileURLToPath(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'))
  const { instance } = await WebAssembly.instantiate(readFileSync(file))
  const { memory, ...exports } = instance.exports as { memory: WebAssembly.Memory } & Record<string, Call>
  const call = (name: string, ...values: number[]): number => {
    const result = exports[name]?.(...values) ?? 0
    if (result === 0 && /_(create|create_or_fail|or_fail)$/.test(name)) throw new Error(`HarfBuzz: ${name} failed.`)
    return result
  }
  call('_initialize')
  const start = call('malloc', font.length)
  new Uint8Array(memory.buffer).set(font, start)
  const face = call('hb_face_create', call('hb_blob_create', start, font.length, 0, 0, 0), 0)
  const input = call('hb_subset_input_create_or_fail')

  for (const character of characters) {
    call('hb_set_add', call('hb_subset_input_unicode_set', input), character.codePointAt(0) ?? 0)
  }
  for (const glyph of glyphs) call('hb_set_add', call('hb_subset_input_set', input, SETS.glyphs), glyph)
  const features = call('hb_subset_input_set', input, SETS.layoutFeatures)
  call('hb_set_clear', features)
  call('hb_set_invert', features) // all of them
  const flags = FLAGS.noLayoutClosure | (hints === 'removed' ? FLAGS.noHinting : 0)
  call('hb_subset_input_set_flags', input, call('hb_subset_input_get_flags', input) | flags)

  const subset = call('hb_face_reference_blob', call('hb_subset_or_fail', face, input))
  const at = call('hb_blob_get_data', subset, 0)
  return Buffer.from(new Uint8Array(memory.buffer).slice(at, at + call('hb_blob_get_length', subset)))
}

type Call = (...values: number[]) => number
