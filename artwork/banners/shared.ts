import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { convert } from 'fontverter'
import * as harfbuzz from 'harfbuzzjs'
import sharp from 'sharp'
import { PLAIN_SHARED_PICTURE, sharedPictureOf } from '../../scripts/shared-picture.ts'
import { paletteOf } from '../../src/content/colours.ts'
import type { Content } from '../../src/content/content.ts'
import { contentFile } from '../../src/site/carousel/banner-files.ts'
import { GRADIENTS } from './encode.ts'
import { SHARED } from './plan.ts'

/*
 * The words are drawn as outlines of the site's own typefaces, shaped by HarfBuzz as browsers do: which fonts this machine
 * has makes no difference.
 */

/** The headings' typefaces; each word is drawn in the first that has all of its letters. */
const TYPEFACES = [
  { file: '@fontsource/newsreader/files/newsreader-latin-400-normal.woff2', leading: 1.15 },
  {
    file: '@fontsource/tiro-devanagari-hindi/files/tiro-devanagari-hindi-devanagari-400-normal.woff2',
    leading: 1.4,
  },
]

/** The calm third of the picture, in px. */
const COLUMN = { left: 72, width: 300 }
const NAME = { most: 62, least: 30, lines: 4 }
const HOSPITAL_PX = 30
/** From the name to the thin line, and from there to the hospital. */
const GAP = 30

/**
 * Writes the picture of shared links of each language: the plain one, with the department's and the hospital's name over a
 * veil in its left third. Removes those with earlier names.
 *
 * @returns a line about each
 */
export async function nameShared(contents: readonly Content[], directory: string): Promise<string[]> {
  const folder = join(directory, 'pictures')
  const plain = join(directory, contentFile(PLAIN_SHARED_PICTURE))
  if (!existsSync(plain)) return [`${PLAIN_SHARED_PICTURE}, the picture of shared links, is still missing.`]
  const typefaces: Typeface[] = []
  // One after the other: the converter has one memory for all.
  for (const typeface of TYPEFACES) typefaces.push(await readTypeface(typeface))
  for (const name of readdirSync(folder)) if (/^og-[0-9a-f]{8}\.jpg$/.test(name)) rmSync(join(folder, name))
  const lines: string[] = []
  for (const content of contents) {
    const words = wordsOver(content, typefaces)
    if (words === undefined) {
      lines.push(`${PLAIN_SHARED_PICTURE} has no name in ${content.code}: the site's typefaces lack a letter of it.`)
      continue
    }
    const file = sharedPictureOf(content)
    const picture = sharp(plain).composite([{ input: Buffer.from(words), left: 0, top: 0 }])
    writeFileSync(join(folder, file), await picture.jpeg(GRADIENTS.jpeg).toBuffer())
    lines.push(`${file} is the picture of shared links with the names in ${content.code}.`)
  }
  return lines
}

interface Typeface {
  font: harfbuzz.Font
  upem: number
  leading: number
}

/** A word's outlines in em, its width, and its typeface's leading. */
interface Word {
  outlines: string
  width: number
  leading: number
}

async function readTypeface({ file, leading }: (typeof TYPEFACES)[number]): Promise<Typeface> {
  const data = await convert(readFileSync(fileURLToPath(import.meta.resolve(file))), 'sfnt')
  const face = new harfbuzz.Face(new harfbuzz.Blob(data))
  return { font: new harfbuzz.Font(face), upem: face.upem, leading }
}

/** The veil and the words as SVG; undefined when no typeface has a word's letters, or the words have no room. */
function wordsOver({ department }: Content, typefaces: readonly Typeface[]): string | undefined {
  const { bone, ink, inkSoft, brass } = paletteOf(department.colours)
  const [name, hospital] = [department.name, department.hospital].map((text) =>
    text.split(/\s+/).map((word) => shaped(word, typefaces)),
  )
  if (!name?.every(isShaped) || !hospital?.every(isShaped)) return undefined
  for (let px = NAME.most; px >= NAME.least; px -= 2) {
    const title = linesOf(name, px)
    const below = linesOf(hospital, HOSPITAL_PX)
    if (!title || !below || title.lines.length > NAME.lines) continue
    const top = (SHARED.height - title.height - below.height - 2 * GAP) / 2
    const rule = top + title.height + GAP
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${SHARED.width}" height="${SHARED.height}">
      <linearGradient id="veil">
        <stop offset=".31" stop-color="${bone}" stop-opacity=".92"/><stop offset=".48" stop-color="${bone}" stop-opacity="0"/>
      </linearGradient>
      <rect width="100%" height="100%" fill="url(#veil)"/>
      ${drawn(title, px, top, ink)}
      <rect x="${COLUMN.left}" y="${rule}" width="56" height="2" fill="${brass}"/>
      ${drawn(below, HOSPITAL_PX, rule + GAP, inkSoft)}
    </svg>`
  }
  return undefined
}

const isShaped = (word: Word | undefined): word is Word => word !== undefined

function shaped(text: string, typefaces: readonly Typeface[]): Word | undefined {
  for (const { font, upem, leading } of typefaces) {
    const buffer = new harfbuzz.Buffer()
    buffer.addText(text)
    buffer.guessSegmentProperties()
    harfbuzz.shape(font, buffer)
    const glyphs = buffer.getGlyphInfosAndPositions()
    if (glyphs.some(({ codepoint }) => codepoint === 0)) continue
    let x = 0
    const outlines = glyphs.map(({ codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 }) => {
      const outline = `<path transform="translate(${x + xOffset} ${yOffset})" d="${font.glyphToPath(codepoint)}"/>`
      x += xAdvance
      return outline
    })
    // Outlines grow upwards, pictures downwards.
    return {
      outlines: `<g transform="scale(${1 / upem} ${-1 / upem})">${outlines.join('')}</g>`,
      width: x / upem,
      leading,
    }
  }
  return undefined
}

const SPACE = 0.24

/** Words in lines of the column; undefined when one is wider. */
function linesOf(words: readonly Word[], px: number) {
  const most = COLUMN.width / px
  const lines: { word: Word; at: number }[][] = []
  let at = Number.POSITIVE_INFINITY
  for (const word of words) {
    if (word.width > most) return undefined
    if (at + word.width > most) {
      lines.push([])
      at = 0
    }
    lines.at(-1)?.push({ word, at })
    at += word.width + SPACE
  }
  const leading = Math.max(...words.map((word) => word.leading))
  return { lines, leading, height: lines.length * leading * px }
}

function drawn({ lines, leading }: NonNullable<ReturnType<typeof linesOf>>, px: number, top: number, colour: string) {
  // Half of the leading is above a line's letters, and three quarters of an em above their feet.
  const feet = (line: number) => top + px * (line * leading + (leading - 1) / 2 + 0.78)
  const words = lines.flatMap((line, number) =>
    line.map(
      ({ word, at }) =>
        `<g transform="translate(${COLUMN.left + at * px} ${feet(number)}) scale(${px})">${word.outlines}</g>`,
    ),
  )
  return `<g fill="${colour}">${words.join('')}</g>`
}
