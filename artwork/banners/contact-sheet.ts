import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { BannerLayout } from '../../src/content/schema.ts'
import { BANNER_BY_WIDTH, bannerFile } from '../../src/site/carousel/banner-files.ts'
import { ACTION, BONE, type Colour, FADE, type Hero, headingSizeIn, heroIn, INK } from './hero.ts'

/** What the sheet shows of one banner. */
export interface Shown {
  banner: string
  heading: string
  tagline: string
  layout: BannerLayout
  /** Written beside the banner: where it comes from, how large it is, what is wrong. */
  lines: readonly string[]
}

const SHEET_WIDTH = 1640
const GAP = 20
/** The sizes of the text and of the button, in CSS px. */
const BODY = 17.5
const BUTTON = 44
const BLOCK_HEIGHT = 740

/** In CSS px, and by how much each is scaled down on the sheet. */
const WINDOWS = [
  { name: 'phone', width: 390, scale: 1, left: GAP, top: 50 },
  { name: 'tablet', width: 768, scale: 1, left: 390 + 2 * GAP, top: 50 },
  { name: 'laptop', width: 1280, scale: 0.6, left: GAP, top: 480 },
  { name: 'wide screen', width: 1920, scale: 0.42, left: 768 + 2 * GAP, top: 480 },
]

/**
 * One picture that shows each banner as the page does in four windows, with its veil and its text, from the files in
 * `folder`. A dashed line is around the text's place, which browsers fill with slightly different letters.
 */
export async function contactSheet(shown: readonly Shown[], folder: string): Promise<Uint8Array> {
  const layers = await Promise.all(
    shown.map(async (banner, at) => [
      ...(await Promise.all(WINDOWS.map((window) => inWindow(banner, window, folder)))).map((layer) => ({
        ...layer,
        top: layer.top + at * BLOCK_HEIGHT,
      })),
      { input: captions(banner), left: 0, top: at * BLOCK_HEIGHT },
    ]),
  )
  const background = rgb(BONE)
  return sharp({ create: { width: SHEET_WIDTH, height: shown.length * BLOCK_HEIGHT, channels: 3, background } })
    .composite(layers.flat())
    .png()
    .toBuffer()
}

async function inWindow(shown: Shown, { width, scale, left, top }: (typeof WINDOWS)[number], folder: string) {
  const hero = heroIn(width, shown.layout.position)
  const { once } = BANNER_BY_WIDTH.find(({ max = Number.POSITIVE_INFINITY }) => width <= max * 16) ?? { once: 2560 }
  const { picture } = hero
  const visible = { left: picture.left, top: picture.top, width: hero.width, height: hero.height }
  const behind = await sharp(await readFile(join(folder, bannerFile(shown.banner, once, 'avif'))))
    .resize(Math.ceil(picture.width * scale), Math.ceil(picture.height * scale), { fit: 'fill' })
    .png()
    .toBuffer()
  const input = await sharp(behind)
    .extract(inWholePixels(visible, scale))
    .composite([{ input: Buffer.from(overlay(shown, hero, scale)) }])
    .png()
    .toBuffer()
  return { input, left, top }
}

const inWholePixels = (part: { left: number; top: number; width: number; height: number }, scale: number) => ({
  left: Math.floor(part.left * scale),
  top: Math.floor(part.top * scale),
  width: Math.floor(part.width * scale),
  height: Math.floor(part.height * scale),
})

/** Both veils and the text, over a banner. */
function overlay({ heading, tagline, layout }: Shown, hero: Hero, scale: number): string {
  const { width, height, text, veil } = hero
  const strength = layout.veil[hero.textVeil]
  const textWidth = text.right - text.left
  // Most systems' serifs are wider than the page's typeface.
  const large = 0.9 * headingSizeIn(width)
  const title = linesOf(heading, textWidth / large / 0.47)
  const body = linesOf(tagline, textWidth / BODY / 0.49)
  const titleHeight = title.length * large * 1.15
  const bodyHeight = body.length * BODY * 1.45
  const textHeight = titleHeight + bodyHeight + 2 * 16 + BUTTON
  const top = text.bottom - textHeight
  const lines = (texts: string[], first: number, size: number, step: number, typeface: string) =>
    texts.map(
      (line, at) =>
        `<text x="${text.left}" y="${first + at * step * size}" font-family="${typeface}" font-size="${size}" fill="${rgb(INK)}">${escaped(line)}</text>`,
    )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.floor(width * scale)}" height="${Math.floor(height * scale)}" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none">
    ${gradient('own', veil.colour, veil.stops)}
    ${gradient('text', BONE, [
      [strength, text.right / width],
      [0, text.right / width + FADE],
    ])}
    <rect width="100%" height="100%" fill="url(#text)"/>
    <rect width="100%" height="100%" fill="url(#own)"/>
    ${lines(title, top + large * 0.85, large, 1.15, 'Newsreader, Georgia, serif').join('')}
    ${lines(body, top + titleHeight + 16 + BODY, BODY, 1.45, 'system-ui, Arial, sans-serif').join('')}
    <rect x="${text.left}" y="${top + textHeight - BUTTON}" width="146" height="${BUTTON}" rx="10" fill="${rgb(ACTION)}"/>
    <rect x="${text.left - 4}" y="${top - 4}" width="${textWidth + 8}" height="${textHeight + 8}" fill="none" stroke="${rgb(INK)}" stroke-width="1" stroke-dasharray="4 6"/>
  </svg>`
}

function gradient(id: string, colour: Colour, stops: Hero['veil']['stops']): string {
  const parts = stops.map(
    ([strength, from]) => `<stop offset="${from}" stop-color="${rgb(colour)}" stop-opacity="${strength}"/>`,
  )
  return `<linearGradient id="${id}">${parts.join('')}</linearGradient>`
}

function captions({ lines }: Shown): Uint8Array {
  const name = ({ name, width, left, top }: (typeof WINDOWS)[number]) =>
    `<text x="${left}" y="${top - 8}" font-size="14">${name}, ${width} px</text>`
  const left = 390 + 768 + 3 * GAP
  const texts = lines
    .flatMap((line) => linesOf(line, 52))
    .map((line, at) => `<text x="${left}" y="${64 + at * 24}" font-size="15">${escaped(line)}</text>`)
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SHEET_WIDTH}" height="${BLOCK_HEIGHT}" font-family="system-ui, Arial, sans-serif" fill="${rgb(INK)}">${WINDOWS.map(name).join('')}${texts.join('')}</svg>`,
  )
}

/** A text in lines of at most so many letters, broken between words. */
function linesOf(text: string, most: number): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim()
    if (longer.length <= most || lines.at(-1) === '') lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const rgb = (colour: Colour) => `rgb(${colour.join(',')})`
