import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PICTURES } from '../../src/content/checks/check-content.ts'
import type { BannerLayouts } from '../../src/content/schema.ts'
import { contentFile, filesOfBanner } from '../../src/site/carousel/banner-files.ts'
import type { Candidate } from './candidates.ts'
import { contactSheet, type Shown } from './contact-sheet.ts'
import { pointIn } from './crop.ts'
import { write } from './encode.ts'
import { type MadeBanner, makeBanner, makeShared } from './make-banner.ts'
import { SIZES, softnessOf } from './plan.ts'

/** Which texts a banner is behind. */
interface Slide {
  bgClass: string
  heading: string
  tagline: string
}

const SHEET = 'contact-sheet.png'

/**
 * Makes every file of the banners, then replaces those of the content one right after the other. Yields lines that say
 * what was made. Changes nothing when a file cannot be made.
 */
export async function* replaceBanners(
  candidates: readonly Candidate[],
  slides: readonly Slide[],
  directory: string,
): AsyncGenerator<string> {
  // On the same disk as the content, so that replacing is renaming.
  const folder = await mkdtemp(join(directory, '.pictures-'))
  try {
    const layouts: Record<string, BannerLayouts[string]> = JSON.parse(await readFile(join(directory, PICTURES), 'utf8'))
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
    await write(folder, PICTURES, textOf(layouts))
    await write(folder, SHEET, await contactSheet(sheet, folder))
    const pictures = [...candidates.flatMap(({ banner }) => filesOfBanner(banner)), 'og.jpg']
    for (const file of [...pictures.map(contentFile), PICTURES, SHEET]) {
      await mkdir(dirname(join(directory, file)), { recursive: true })
      await rename(join(folder, file), join(directory, file))
    }
    yield `Look at ${join(directory, SHEET)}. Where a crop is wrong, add --focus NAME=X,Y: the subject's place in percent.`
    yield 'og.jpg, the picture of shared links, is made from the first picture. npm start shows the page.'
  } finally {
    await rm(folder, { recursive: true })
  }
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

/** JSON with a line for each banner, as the formatter keeps it. */
function textOf(layouts: BannerLayouts): string {
  const lines = Object.entries(layouts).map(
    ([banner, { position, veil }]) =>
      `  "${banner}": { "position": ${position}, "veil": { "narrow": ${veil.narrow}, "wide": ${veil.wide} } }`,
  )
  return `{\n${lines.join(',\n')}\n}\n`
}
