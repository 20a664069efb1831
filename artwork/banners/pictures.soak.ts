import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  BANNER_SIZES,
  type BannerSize,
  bannerFile,
  contentFile,
  filesOfBanner,
} from '../../src/site/carousel/banner-files.ts'
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts'

const BANNERS = ['banner_breast_augmentation', 'banner_abdominoplasty', 'banner_rhinoplasty']

/** A department's texts without any picture, and a folder for pictures. */
async function newContent() {
  const root = await temporaryDirectory()
  const [content, folder] = [join(root, 'content'), join(root, 'pictures')]
  for (const directory of [content, folder]) mkdirSync(directory)
  for (const file of globSync('content/*.json')) cpSync(file, join(root, file))
  const run = (...parameters: string[]) => {
    const command = [join(import.meta.dirname, 'pictures.ts'), ...parameters]
    const env = { ...process.env, CONTENT_DIR: content }
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', env })
    return { status, stdout, errors: stderr.split('\n').slice(0, -1) }
  }
  const file = join(content, 'department.json')
  const replace = (from: string, to: string) => writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
  return { content, folder, run, replace }
}

/** A blue drawing with a green edge at the left; its subject is a red disc at the right. */
const drawing = (width: number, height: number) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 300 200">
    <rect width="300" height="200" fill="#20306a"/><rect width="40" height="200" fill="#1a7040"/><circle cx="180" cy="90" r="40" fill="#d02020"/></svg>`)

test('Three pictures become every file of the three banners, upright, in sRGB, without what the camera added', async () => {
  const { content, folder, run, replace } = await newContent()
  replace('#efe8de', '#e0e8ff')
  const upright = await sharp(drawing(3000, 2000)).png().toBuffer()
  await sharp(upright)
    .rotate(270)
    .withIccProfile('p3')
    .withExifMerge({ IFD0: { Copyright: 'Camera of a test person' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toFile(join(folder, 'My nose.JPG'))
  await sharp(drawing(1600, 1200)).webp().toFile(join(folder, 'b.webp'))
  writeFileSync(
    join(folder, 'a.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><circle cx="20" cy="10" r="4"/></svg>',
  )
  writeFileSync(join(folder, '.hidden'), '')

  const before = readdirSync(content)
  const { status, stdout, errors } = run(folder, '--focus', 'b=60,50')
  expect({ status, errors }).toEqual({ status: 0, errors: [] })
  expect(stdout).toContain('a.svg becomes banner_breast_augmentation, by the order of names.')
  expect(stdout).toContain('My nose.JPG becomes banner_rhinoplasty, by its name.')
  expect(stdout).toContain('around 60,50 %')
  expect(stdout).toContain('Too small: 1600 × 600 px once cropped, 2560 × 960 are needed. Soft: 1920, 2560.')

  const fileOf = (address: string) => join(content, contentFile(address))
  for (const banner of BANNERS) {
    for (const file of filesOfBanner(banner)) expect(existsSync(fileOf(file)), file).toBe(true)
    expect(readFileSync(fileOf(bannerFile(banner, 'phone', 'avif'))).length).toBeLessThan(10_000)
    for (const [size, { width, height }] of Object.entries(BANNER_SIZES)) {
      for (const type of ['avif', 'jpg'] as const) {
        const file = readFileSync(fileOf(bannerFile(banner, size as unknown as BannerSize, type)))
        const { exif, icc, ...found } = await sharp(file).metadata()
        expect({ exif, icc, width: found.width, height: found.height }).toEqual({ width, height })
      }
    }
  }
  const withNames = readdirSync(join(content, 'pictures')).filter((name) => /^og-\w{8}\.jpg$/.test(name))
  expect(withNames).toHaveLength(2)
  for (const file of ['og.jpg', ...withNames])
    expect(await sharp(fileOf(file)).metadata()).toMatchObject({ width: 1200, height: 630 })
  const { $schema, ...layouts } = JSON.parse(readFileSync(join(content, 'pictures.json'), 'utf8'))
  expect($schema).toBe('./schemas/pictures.json')
  expect(Object.keys(layouts)).toEqual(BANNERS)
  expect(layouts.banner_rhinoplasty.veil.wide).toBeGreaterThan(0.6)
  expect(readdirSync(content)).toHaveLength(before.length + ['contact-sheet.png', 'pictures'].length)

  const pixelsOf = async (banner: string) => {
    const { data, info } = await sharp(fileOf(`${banner}.jpg`))
      .raw()
      .toBuffer({ resolveWithObject: true })
    return (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)]
  }
  const [svg, photograph] = [await pixelsOf('banner_breast_augmentation'), await pixelsOf('banner_rhinoplasty')]
  for (const [found, drawn] of [
    // What a drawing leaves out has the department's colour.
    [svg(10, 10), [0xe0, 0xe8, 0xff]],
    [photograph(1152, 360), [0xd0, 0x20, 0x20]],
    [photograph(100, 360), [0x1a, 0x70, 0x40]],
    [photograph(1800, 360), [0x20, 0x30, 0x6a]],
  ] as const) {
    for (const [at, value] of drawn.entries()) expect(Math.abs((found[at] ?? 0) - value)).toBeLessThan(8)
  }
})

test('A picture that is missing, unreadable or too small is named, and nothing changes', async () => {
  const { content, folder, run, replace } = await newContent()
  const state = () => globSync('**/*', { cwd: content }).sort()
  const before = state()
  const usage = 'Name one folder with your pictures: npm run pictures -- FOLDER [--focus NAME=X,Y …]'
  expect(run()).toMatchObject({ status: 1, errors: [usage] })
  expect(run(folder, '--fokus', 'a=1,1')).toMatchObject({ status: 1, errors: [usage] })
  expect(run(join(folder, 'none'))).toMatchObject({
    status: 1,
    errors: [`${join(folder, 'none')} is not a folder that can be read.`],
  })
  expect(run(folder).errors).toEqual(['There should be 3 pictures, and there are 0.'])
  writeFileSync(join(folder, 'a.jpg'), 'not a picture')
  await sharp(drawing(1200, 800)).png().toFile(join(folder, 'b.png'))
  const whole = await sharp(drawing(3000, 2000)).jpeg().toBuffer()
  writeFileSync(join(folder, 'c.jpg'), whole.subarray(0, whole.length / 2))
  const { status, stdout, errors } = run(folder)
  expect({ status, stdout, errors }).toEqual({
    status: 1,
    stdout: '',
    errors: [
      'a.jpg cannot be read: it is damaged, or no JPEG, PNG, WebP, AVIF, TIFF or SVG picture. Save it again as JPEG.',
      'b.png is too small: 1200 × 450 px once cropped; at least 1280 × 480 are needed, and 2560 × 960 to be sharp on every screen.',
      'c.jpg cannot be read: it is damaged, or no JPEG, PNG, WebP, AVIF, TIFF or SVG picture. Save it again as JPEG.',
    ],
  })
  writeFileSync(join(folder, 'card_foo.jpg'), '')
  expect(run(folder).errors[0]).toContain('card_foo.jpg is the card of no')
  replace('"+91"', '"91"')
  expect(run(folder).errors[0]).toBe('department.json, countryPrefix: is not a country prefix such as +91')
  expect(state()).toEqual(before)
})

test('Pictures that are named after what they are become that, without any banner', async () => {
  const { content, folder, run } = await newContent()
  for (const name of ['card_brow-lift', 'modal', 'thank_you', 'og', 'logo', 'favicon'])
    await sharp(drawing(1200, 800))
      .png()
      .toFile(join(folder, `${name}.png`))
  expect(run(folder)).toMatchObject({ status: 0, errors: [] })
  const sizes = ['card_brow-lift-800.avif', 'modal-800.avif', 'thank_you-1600.avif', 'og.jpg', 'logo.png'].map(
    async (file) => {
      const { width, height } = await sharp(join(content, 'pictures', file)).metadata()
      return [width, height]
    },
  )
  expect(await Promise.all(sizes)).toEqual([
    [800, 533],
    [800, 1000],
    [1600, 600],
    [1200, 630],
    [132, 88],
  ])
  expect(readFileSync(join(content, 'pictures/favicon.ico')).subarray(0, 4)).toEqual(Buffer.from([0, 0, 1, 0]))
})
