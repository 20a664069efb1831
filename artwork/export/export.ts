/**
 * Masters to web files. Run by hand after rendering:
 *
 *   npm ci && npm run export -- [--masters DIR] [--to DIR] [--only SIZE] [NAME…]
 *
 * Without names, every picture whose master is there is exported; `--only 600` or `--only phone` leaves out the other
 * sizes.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp, { type Sharp } from 'sharp'
import type { BannerLayout } from '../../src/content/schema.ts'
import { BANNER_SIZES } from '../../src/site/carousel/banner-files.ts'
import { type Encoding, GRADIENTS, JPEG_FOR_PHONES } from '../banners/encode.ts'

const SLUGS = [
  'abdominoplasty',
  'blepharoplasty',
  'breast-reduction',
  'breast-augmentation',
  'brow-lift',
  'cheek-implants',
  'chin-implants',
  'face-and-neck-lift',
  'facial-paralysis',
  'fat-injection-into-face',
  'gynaecomastia',
  'hymenoplasty',
  'liposuction',
  'rhinoplasty',
  'scar-revision',
  'vaginoplasty',
]

/**
 * `avif` gives each width its AVIF quality: small files can afford more. `jpegs` are the widths that old browsers get as
 * JPEG too, by default all. `shape` is width by height, cut from the middle
 * of the master. `jpg` names the width that is also written without a width in its name. `phone` is the quality of the
 * crop for phones. The qualities were found by eye: at 55 a card shows blocks and steps, at 62 it keeps its grain and
 * takes 8 to 11 KB at 800 px.
 */
interface Export {
  avif: Record<number, number>
  jpegs?: number[]
  shape?: number
  jpg?: number
  phone?: number
}

const { phone: PHONE, ...STRIPS } = BANNER_SIZES
const BANNER: Export & { avif: Record<keyof typeof STRIPS, number> } = {
  avif: { 640: 86, 960: 86, 1280: 86, 1920: 80, 2560: 80 },
  jpg: 1920,
  phone: 52,
}
const CARD: Export = { avif: { 400: 62, 600: 62, 800: 62 }, jpegs: [600], shape: 3 / 2 }
const EXPORTS: Record<string, Export> = {
  banner_breast_augmentation: BANNER,
  banner_abdominoplasty: BANNER,
  banner_rhinoplasty: BANNER,
  ...Object.fromEntries(SLUGS.map((slug) => [`card_${slug}`, CARD])),
  modal: { avif: { 400: 70, 800: 70 }, jpegs: [400] },
  thank_you: { avif: { 800: 80, 1600: 66 }, jpegs: [800] },
  og: { avif: {}, jpg: 1200 },
}
const { jpeg: JPEG } = GRADIENTS

/** A banner's crop for phones begins where narrow windows begin to show the banner itself. */
const layouts: Record<string, BannerLayout> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../content/pictures.json'), 'utf8'),
)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    masters: { type: 'string', default: join(import.meta.dirname, '../out/masters') },
    to: { type: 'string', default: join(import.meta.dirname, '../out/pictures') },
    only: { type: 'string' },
  },
})
sharp.concurrency(1)
mkdirSync(values.to, { recursive: true })

const unknown = positionals.filter((name) => !(name in EXPORTS))
if (unknown.length > 0) throw new Error(`no picture is called ${unknown.join(', ')}`)
for (const [name, sizes] of Object.entries(EXPORTS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  if (existsSync(masterOf(name))) await exportPicture(name, sizes)
  else console.warn(`${name}: no master, left out`)
}

async function exportPicture(name: string, { avif, jpegs, shape, jpg, phone }: Export) {
  const at = (width: number) =>
    sharp(masterOf(name)).resize(width, shape && Math.round(width / shape), { kernel: 'lanczos3' })
  for (const [width, quality] of Object.entries(avif)) {
    if (!isWanted(width)) continue
    const { avif, jpeg } = encoding(quality)
    write(`${name}-${width}.avif`, await at(Number(width)).avif(avif).toBuffer())
    if (jpegs?.includes(Number(width)) ?? true)
      write(`${name}-${width}.jpg`, await at(Number(width)).jpeg(jpeg).toBuffer())
  }
  if (phone !== undefined && isWanted('phone')) {
    const cut = await cutForPhones(name)
    write(`${name}-phone.avif`, await cut.clone().avif(encoding(phone).avif).toBuffer())
    write(`${name}-phone.jpg`, await cut.jpeg(JPEG_FOR_PHONES).toBuffer())
  }
  if (jpg && isWanted(String(jpg))) write(`${name}.jpg`, await at(jpg).jpeg(JPEG).toBuffer())
}

/** The whole height of the master, in the shape of a phone's banner. */
async function cutForPhones(name: string): Promise<Sharp> {
  const { width, height } = await sharp(masterOf(name)).metadata()
  const cut = Math.round((height * PHONE.width) / PHONE.height)
  const left = Math.round(((width - cut) * (layouts[name]?.position ?? 100)) / 100)
  return sharp(masterOf(name))
    .extract({ left, top: 0, width: cut, height })
    .resize(PHONE.width, PHONE.height, { kernel: 'lanczos3' })
}

function write(file: string, content: Uint8Array) {
  writeFileSync(join(values.to, file), content)
  console.log(`${file.padEnd(44)} ${(content.length / 1024).toFixed(1).padStart(7)} KB`)
}

function masterOf(name: string) {
  return join(values.masters, `${name}.png`)
}

function isWanted(size: string) {
  return values.only === undefined || values.only === size
}

/** With the highest effort, since these files are made once. */
function encoding(quality: number): Encoding {
  return { avif: { ...GRADIENTS.avif, effort: 9, quality }, jpeg: JPEG }
}
