import { readFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import sharp from 'sharp'
import { cardPicture, type Department, proceduresIn } from '../../src/content/content.ts'
import {
  CARD_WIDTHS,
  filesOf,
  MODAL_WIDTHS,
  PORTRAIT_WIDTHS,
  THANK_YOU_WIDTHS,
  type Widths,
} from '../../src/site/picture-files.ts'
import type { Outcome } from './assignment.ts'
import { cropAround, type Size } from './crop.ts'
import { photograph, write } from './encode.ts'
import { SHARED } from './plan.ts'
import { findSubject, type Picture, readPicture } from './read-picture.ts'

/** A picture that has its own file name in the folder, such as `card_brow-lift.jpg`. */
export interface Named {
  name: string
  file: string
}

/** The pictures whose file names say what they are, and the files that can become banners. */
export function namedPictures(
  files: readonly string[],
  { offer, team }: Pick<Department, 'offer' | 'team'>,
): Outcome<{ named: Named[]; banners: string[] }> {
  const cards = proceduresIn(offer).map(cardPicture)
  const portraits = team.flatMap(({ picture }) => picture ?? [])
  const names = [...cards, ...portraits, 'modal', 'thank_you', 'og', 'logo', 'favicon']
  const named = files.flatMap((file) => {
    const name = parse(file).name.toLowerCase()
    return names.includes(name) ? [{ name, file }] : []
  })
  const unknown = files.filter((file) => /^(card|team)_/i.test(file) && !named.some((one) => one.file === file))
  const twice = named.filter(({ name }, at) => named.findIndex((one) => one.name === name) < at)
  const errors = [
    ...unknown.map(
      (file) =>
        `${file} is the card of no procedure and of nobody in the team; there are ${[...cards, ...portraits].join(', ')}.`,
    ),
    ...twice.map(({ name, file }) => `${file}: there is another picture for ${name}: remove one.`),
  ]
  if (errors.length > 0) return { ok: false, errors }
  return { ok: true, value: { named, banners: files.filter((file) => !named.some((one) => one.file === file)) } }
}

/** Shapes and sizes of what is cut from a picture around its subject. */
const CUT: Readonly<Record<string, { widths: Widths; shape: number }>> = {
  card: { widths: CARD_WIDTHS, shape: 3 / 2 },
  team: { widths: PORTRAIT_WIDTHS, shape: 4 / 5 },
  modal: { widths: MODAL_WIDTHS, shape: 4 / 5 },
  thank_you: { widths: THANK_YOU_WIDTHS, shape: 8 / 3 },
}

const ENCODING = photograph(50, 70)
/** The least that search engines show. */
export const FAVICON_PX = 48

/** What a phone shows on its home screen. */
export const APPLE_ICON = { file: 'apple-touch-icon.png', px: 180 }

/** The height in which the pages show a logo, in CSS px; its file has twice as many, for screens of density 2. */
const LOGO_HEIGHT = 44
const LOGO_MOST_WIDTH = 220

/**
 * Writes the files of a picture below `folder`.
 *
 * @returns the files
 * @throws when the picture cannot be read
 */
export async function makeNamed({ name, file }: Named, from: string, folder: string): Promise<string[]> {
  const path = join(from, file)
  if (name === 'logo') return makeLogo(path, folder)
  if (name === 'favicon') return makeIcons(path, folder)
  const picture = await readPicture(path)
  if (name === 'og') {
    const { jpeg } = ENCODING
    await write(folder, 'pictures/og.jpg', await cutTo(picture, SHARED).then((cut) => cut.jpeg(jpeg).toBuffer()))
    return ['pictures/og.jpg']
  }
  const { widths, shape } = CUT[/^(card|team)(?=_)/.exec(name)?.[0] ?? name] ?? { widths: CARD_WIDTHS, shape: 1 }
  const files = filesOf(name, widths)
  for (const one of files) {
    const [, width = '', type = ''] = /-(\d+)\.(\w+)$/.exec(one) ?? []
    const cut = await cutTo(picture, { width: Number(width), height: Math.round(Number(width) / shape) })
    const bytes = type === 'avif' ? cut.avif(ENCODING.avif) : cut.jpeg(ENCODING.jpeg)
    await write(folder, one, await bytes.toBuffer())
  }
  return files
}

/** The part of a picture around its subject, in this size. */
async function cutTo(picture: Picture, size: Size) {
  const part = cropAround(picture, size, await findSubject(picture), { least: 0, best: 0.5, most: 1 })
  return picture.open().extract(part).resize(size.width, size.height, { kernel: 'lanczos3', fit: 'fill' })
}

async function makeLogo(path: string, folder: string): Promise<string[]> {
  const most = { width: 2 * LOGO_MOST_WIDTH, height: 2 * LOGO_HEIGHT }
  const png = sharp(path, { density: 288 }).resize(most.width, most.height, { fit: 'inside' }).png({ palette: true })
  await write(folder, 'pictures/logo.png', await png.toBuffer())
  return ['pictures/logo.png']
}

/** The icon of the browser's tab on transparent ground, and that of a phone's home screen, which is never transparent. */
async function makeIcons(path: string, folder: string): Promise<string[]> {
  const options = { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } } as const
  const at = (px: number) => sharp(path, { density: 288 }).resize(px, px, options)
  const [icon, apple] = ['pictures/favicon.ico', `pictures/${APPLE_ICON.file}`]
  await write(folder, icon, icoOf(await at(FAVICON_PX).png().toBuffer(), FAVICON_PX))
  await write(folder, apple, await at(APPLE_ICON.px).flatten({ background: '#fff' }).png().toBuffer())
  return [icon, apple]
}

/** An ICO file with one picture: its header of 6 bytes, the entry of the picture, 16 bytes, and the PNG. */
export function icoOf(png: Uint8Array, size: number): Uint8Array {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}

/** One picture of all that was made besides banners, each with the name of its file. */
export async function sheetOfNamed(files: readonly string[], folder: string): Promise<Uint8Array> {
  const [across, width, height, gap] = [6, 250, 190, 20]
  const cells = await Promise.all(
    files.map(async (file, at) => {
      // An ICO has its PNG after the header.
      const source = file.endsWith('.ico') ? (await readFile(join(folder, file))).subarray(22) : join(folder, file)
      const input = await sharp(source)
        .resize(width, height - 30, { fit: 'inside' })
        .png()
        .toBuffer()
      const [left, top] = [gap + (at % across) * (width + gap), gap + Math.floor(at / across) * (height + gap)]
      const label = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="24"><text y="16" font-size="13" font-family="sans-serif">${parse(file).base}</text></svg>`
      return [
        { input, left, top },
        { input: Buffer.from(label), left, top: top + height - 26 },
      ]
    }),
  )
  const rows = Math.ceil(files.length / across)
  return sharp({
    create: { width: 1640, height: rows * (height + gap) + gap, channels: 3, background: '#efe8de' },
  })
    .composite(cells.flat())
    .png()
    .toBuffer()
}
