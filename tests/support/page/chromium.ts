import { spawnSync } from 'node:child_process'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'
import { convert } from 'fontverter'

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
]
const PACKAGES = join(import.meta.dirname, '../../../node_modules')

/** As root, Chromium has no sandbox of its own; the rest keeps it from calling its maker. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
]

/** A real Chromium and what its process needs in its environment. */
export interface Browser {
  executablePath: string
  env: Record<string, string>
}

/**
 * The Chromium that the journeys run in: the one that `CHROMIUM_PATH` names, else the headless shell among our
 * packages, which is the same version for everybody and needs half the time of a full Chrome, else an installed one.
 * The packaged one brings its own libraries and fonts and is unpacked once.
 *
 * @throws when there is none
 */
export async function findChromium(): Promise<Browser> {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) return { executablePath: chosen, env: {} }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    const installed = INSTALLED.find(existsSync)
    if (!installed) throw new Error('There is no Chromium to test with: set CHROMIUM_PATH')
    return { executablePath: installed, env: {} }
  }
  return unpackChromium({
    from: join(PACKAGES, '@sparticuz/chromium/bin'),
    archives: ['al2023.tar', 'fonts.tar', 'swiftshader.tar'],
    fonts: 'fonts',
    place: join(PACKAGES, '.cache/unpacked-chromium'),
  })
}

/** A Chromium that an npm package contains, packed with Brotli. */
interface PackedChromium {
  /** The folder with the packed files. */
  from: string
  /** What it needs beside itself: its libraries, in `lib`, its fonts, and what else it loads. */
  archives: string[]
  /** The folder of the fonts in these archives. */
  fonts: string
  /** Where it is unpacked. */
  place: string
}

/**
 * Unpacks a Chromium once. It is unpacked beside its place and moved there at the end, so that an interrupted unpacking
 * is never taken for a finished one.
 */
export async function unpackChromium({ from, archives, fonts, place }: PackedChromium): Promise<Browser> {
  if (!existsSync(place)) {
    const partial = `${place}.${process.pid}`
    rmSync(partial, { recursive: true, force: true })
    mkdirSync(partial, { recursive: true })
    await decompress(`${from}/chromium.br`, `${partial}/chromium`, 0o755)
    for (const archive of archives) {
      const file = `${partial}/${archive}`
      await decompress(`${from}/${archive}.br`, file)
      const { status, stderr } = spawnSync('tar', ['-xf', file, '--no-same-owner', '-C', partial])
      if (status !== 0) throw new Error(`tar could not unpack ${archive} of ${from}: ${stderr}`)
      rmSync(file)
    }
    writeFileSync(`${partial}/fonts.conf`, await unpackFonts(partial, place, fonts))
    try {
      renameSync(partial, place)
    } catch (error) {
      if (!existsSync(place)) throw error // another process was not faster
      rmSync(partial, { recursive: true })
    }
  }
  return {
    executablePath: `${place}/chromium`,
    env: { LD_LIBRARY_PATH: `${place}/lib`, FONTCONFIG_FILE: `${place}/fonts.conf` },
  }
}

function decompress(from: string, to: string, mode = 0o644) {
  return pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to, { mode }))
}

/** Of each script that a page is tested in; the browser's own fonts have Latin letters without serifs only. */
const FONTS = [
  ...['noto-serif/files/noto-serif-latin-400', 'noto-serif-devanagari/files/noto-serif-devanagari-devanagari-400'],
  ...[400, 600, 700].map((weight) => `noto-sans-devanagari/files/noto-sans-devanagari-devanagari-${weight}`),
  ...[400, 600, 700].map((weight) => `noto-sans-arabic/files/noto-sans-arabic-arabic-${weight}`),
]

const FAMILIES = {
  serif: ['Noto Serif', 'Noto Serif Devanagari', 'Noto Sans Arabic'],
  'sans-serif': ['Open Sans', 'Noto Sans Devanagari', 'Noto Sans Arabic'],
  'system-ui': ['Open Sans', 'Noto Sans Devanagari', 'Noto Sans Arabic'],
}

/**
 * Unpacks fonts for a packaged browser, so that the same text has the same size on every machine, and on one without
 * fonts too.
 *
 * @param browser the browser's folder for now
 * @param place where it is moved to when all is unpacked
 * @param own its own fonts, relative to it
 * @returns the settings of Fontconfig, which find these fonts and no others
 */
async function unpackFonts(browser: string, place: string, own: string): Promise<string> {
  mkdirSync(join(browser, 'noto'))
  for (const font of FONTS) {
    const packed = readFileSync(fileURLToPath(import.meta.resolve(`@fontsource/${font}-normal.woff2`)))
    writeFileSync(join(browser, 'noto', `${font.split('/').at(-1)}.ttf`), await convert(packed, 'sfnt'))
  }
  const preferred = Object.entries(FAMILIES).map(([family, names]) => {
    const inOrder = names.map((name) => `<family>${name}</family>`)
    return `<alias><family>${family}</family><prefer>${inOrder.join('')}</prefer></alias>`
  })
  return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
    <dir>${place}/${own}</dir><dir>${place}/noto</dir><cachedir>${place}/font-cache</cachedir>
    ${preferred.join('')}
  </fontconfig>`
}
