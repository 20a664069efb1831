import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { PICTURES } from '../../src/content/checks/check-content.ts'
import type { BannerLayout } from '../../src/content/schema.ts'
import { contentFile, filesOfBanner } from '../../src/site/carousel/banner-files.ts'
import type { Candidate } from './candidates.ts'
import { contactSheet, type Shown } from './contact-sheet.ts'
import { pointIn } from './crop.ts'
import { write } from './encode.ts'
import { type MadeBanner, makeBanner, makeShared } from './make-banner.ts'
import { makeNamed, type Named, sheetOfNamed } from './other-pictures.ts'
import { SIZES, softnessOf } from './plan.ts'

/** Which texts a banner is behind. */
interface Slide {
  bgClass: string
  heading: string
  tagline: string
}

const SHEET = 'contact-sheet.png'

/** What a folder holds: pictures for all banners or for none, and those that are named after what they are. */
export interface Given {
  folder: string
  candidates: readonly Candidate[]
  named: readonly Named[]
}

/** The beginning of the folder in which the files are made, hidden in the content. */
const MAKING = '.pictures-'

/**
 * Makes every file, then replaces those of the content one right after the other. Yields lines that say what was made.
 * Changes nothing when a file cannot be made, or when somebody ends it by Ctrl-C before.
 */
export async function* replacePictures(
  { folder: from, candidates, named }: Given,
  slides: readonly Slide[],
  directory: string,
): AsyncGenerator<string> {
  // A run that was killed has left one.
  for (const name of await readdir(directory))
    if (name.startsWith(MAKING)) await rm(join(directory, name), { recursive: true })
  // On the same disk as the content, so that replacing is renaming.
  const folder = await mkdtemp(join(directory, MAKING))
  let isReplacing = false
  const stop = () => {
    if (isReplacing) return // takes no time, and ends whole
    rmSync(folder, { recursive: true, force: true })
    console.error('Nothing was changed.')
    process.exit(130)
  }
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.on(signal, stop)
  try {
    const layouts: Record<string, BannerLayout> = JSON.parse(await readFile(join(directory, PICTURES), 'utf8'))
    const sheet: Shown[] = []
    for (const [at, candidate] of candidates.entries()) {
      const { banner, picture, plan } = candidate
      const made = await makeBanner(banner, picture, plan, folder)
      if (at === 0) await makeShared(picture, plan, folder)
      layouts[banner] = made.layout
      const lines = linesAbout(candidate, made)
      const { heading = '', tagline = '' } = slides.find(({ bgClass }) => bgClass === banner) ?? {}
      sheet.push({ banner, heading, tagline, layout: made.layout, lines })
      yield* [...lines, '']
    }
    const made: string[] = []
    for (const one of named) {
      made.push(...(await makeNamed(one, from, folder)))
      yield `${one.file} becomes ${one.name}, by its name.`
    }
    await write(folder, PICTURES, textOf(layouts))
    const sheets = [
      ...(sheet.length > 0 ? [await contactSheet(sheet, folder)] : []),
      ...(made.length > 0 ? [await sheetOfNamed(made, folder)] : []),
    ]
    await write(folder, SHEET, await stacked(sheets))
    const banners = candidates.flatMap(({ banner }) => filesOfBanner(banner))
    const shared = candidates.length > 0 ? ['og.jpg'] : []
    const files = new Set([...[...banners, ...shared].map(contentFile), ...made, PICTURES, SHEET])
    isReplacing = true
    for (const file of files) {
      await mkdir(dirname(join(directory, file)), { recursive: true })
      await rename(join(folder, file), join(directory, file))
    }
    yield `Look at ${join(directory, SHEET)}. Where a crop is wrong, add --focus NAME=X,Y: the subject's place in percent.`
    if (candidates.length > 0 && !named.some(({ name }) => name === 'og'))
      yield 'og.jpg, the picture of shared links, is made from the first banner.'
  } finally {
    for (const signal of signals) process.off(signal, stop)
    await rm(folder, { recursive: true, force: true })
  }
}

/** Sheets of one width, one below the other. */
async function stacked(sheets: readonly Uint8Array[]): Promise<Uint8Array> {
  const [first, second] = sheets
  if (!first || !second) return first ?? new Uint8Array()
  const { height = 0 } = await sharp(first).metadata()
  const { height: below = 0 } = await sharp(second).metadata()
  return sharp(first)
    .extend({ bottom: below })
    .composite([{ input: Buffer.from(second), left: 0, top: height }])
    .png()
    .toBuffer()
}

function linesAbout({ file, banner, isNamed, picture, subject, plan }: Candidate, { layout, avif }: MadeBanner) {
  const percent = (share: number) => Math.round(share * 100)
  const softness = softnessOf(plan)
  return [
    `${file} becomes ${banner}, by ${isNamed ? 'its name' : 'the order of names'}.`,
    `${plan.strip.width} × ${plan.strip.height} px of its ${picture.width} × ${picture.height} are kept, around ${percent(subject.x)},${percent(subject.y)} %.`,
    ...(softness ? [softness] : []),
    ...(pointIn(plan.strip, picture, subject).x < UNDER_TEXT
      ? ['Its subject is at the left, where the text is. A picture with room left of its subject is better.']
      : []),
    `Veil under the text: ${layout.veil.wide} in wide windows, ${layout.veil.narrow} below 768 px.`,
    `AVIF: ${SIZES.map((size) => `${size} ${Math.round((avif.get(size) ?? 0) / 1000)} KB`).join(', ')}.`,
  ]
}

/** In no wide window does the text reach further into the strip. */
const UNDER_TEXT = 0.4

/** JSON with a line for each member, as the formatter keeps it. */
function textOf(file: Record<string, unknown>): string {
  const lines = Object.entries(file).map(
    ([name, value]) => `  "${name}": ${JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ')}`,
  )
  return `{\n${lines.join(',\n')}\n}\n`
}
