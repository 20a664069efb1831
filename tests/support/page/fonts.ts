import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { convert } from 'fontverter'

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
export async function unpackFonts(browser: string, place: string, own: string): Promise<string> {
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
