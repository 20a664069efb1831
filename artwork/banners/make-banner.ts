import sharp, { type Sharp } from 'sharp'
import type { BannerLayout } from '../../src/content/schema.ts'
import {
  BANNER_SIZES,
  type BannerSize,
  bannerFile,
  contentFile,
  plainBannerFile,
} from '../../src/site/carousel/banner-files.ts'
import { chooseEncoding, ENCODINGS, ENCODINGS_FOR_PHONES, write } from './encode.ts'
import { heroIn } from './hero.ts'
import { type Plan, partFor, SHARED, SIZES } from './plan.ts'
import type { Picture } from './read-picture.ts'
import { type Pixels, veilFor } from './veil.ts'

/** The windows in which the veil is measured, in CSS px, by the file that they show and the veil that they have. */
const PHONES = [320, 360, 390, 430, 480]
const TABLETS = [481, 600, 767]
const WIDE = [768, 1024, 1280, 1440, 1920, 2560, 3840]

/**
 * How strong the veil in wide windows is at least: it calms a light picture that would be busy behind the text. In
 * narrow windows the page's own veil does.
 */
const CALM = 0.5

/** Left of the first share of its width the phone's picture is soft, and right of the second it is as it was. */
const SOFT = 0.5
const SHARP = 0.65

export interface MadeBanner {
  layout: BannerLayout
  /** In bytes. */
  avif: Map<BannerSize, number>
}

/** Writes every file of a banner below `folder`, and measures in the files how strong its veil must be. */
export async function makeBanner(banner: string, picture: Picture, plan: Plan, folder: string): Promise<MadeBanner> {
  const forStrips = await chooseEncoding(await partOf(picture, plan, 1280), ENCODINGS)
  const forPhones = await chooseEncoding(await partOf(picture, plan, 'phone'), ENCODINGS_FOR_PHONES)
  const avif = new Map<BannerSize, number>()
  const veil = { narrow: 0, wide: CALM }
  for (const size of SIZES) {
    const part = await partOf(picture, plan, size)
    const encoding = size === 'phone' ? forPhones : forStrips
    const files = {
      avif: await part.clone().avif(encoding.avif).toBuffer(),
      jpg: await part.clone().jpeg(encoding.jpeg).toBuffer(),
    }
    avif.set(size, files.avif.length)
    for (const type of ['avif', 'jpg'] as const) {
      await write(folder, bannerFile(banner, size, type), files[type])
      const pixels = await pixelsOf(files[type])
      const least = (widths: readonly number[]) =>
        veilFor(
          pixels,
          widths.map((width) => heroIn(width, plan.position)),
        )
      veil.narrow = Math.max(veil.narrow, least(size === 'phone' ? PHONES : TABLETS))
      if (size !== 'phone') veil.wide = Math.max(veil.wide, least(WIDE))
    }
    if (size === 1920) await write(folder, contentFile(plainBannerFile(banner)), files.jpg)
  }
  return { layout: { position: plan.position, veil }, avif }
}

/** Writes the picture that shared links show. */
export async function makeShared(picture: Picture, { shared }: Plan, folder: string): Promise<void> {
  const { jpeg } = ENCODINGS.at(-1) ?? {}
  await write(folder, contentFile('og.jpg'), await scaled(picture, shared, SHARED).jpeg(jpeg).toBuffer())
}

/** A size of a banner, computed once for all its encodings. */
async function partOf(picture: Picture, plan: Plan, size: BannerSize): Promise<Sharp> {
  const part = await settled(scaled(picture, partFor(size, plan), BANNER_SIZES[size]))
  return size === 'phone' ? settled(await softUnderVeil(part)) : part
}

const scaled = (picture: Picture, part: Plan['strip'], { width, height }: { width: number; height: number }) =>
  picture.open().extract(part).resize(width, height, { kernel: 'lanczos3', fit: 'fill' })

async function settled(picture: Sharp): Promise<Sharp> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
}

/** A phone's picture, blurred where the page's veil hides all detail: a third of the bytes, and a calm ground for text. */
async function softUnderVeil(part: Sharp): Promise<Sharp> {
  const { width, height } = BANNER_SIZES.phone
  const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <linearGradient id="mask">
      <stop offset="${SOFT}" stop-opacity="0"/><stop offset="${SHARP}" stop-opacity="1"/>
    </linearGradient>
    <rect width="100%" height="100%" fill="url(#mask)"/>
  </svg>`
  const detail = part
    .clone()
    .ensureAlpha()
    .composite([{ input: Buffer.from(mask), blend: 'dest-in' }])
  const soft = await settled(part.clone().blur(16))
  return soft.composite([{ input: await detail.png().toBuffer() }]).removeAlpha()
}

async function pixelsOf(file: Uint8Array): Promise<Pixels> {
  const { data, info } = await sharp(file).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}
