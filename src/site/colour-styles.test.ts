import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { english } from '../../tests/support/content.ts'
import { channelsOf, paletteOf } from '../content/colours.ts'
import { bannerStyles } from './carousel/banners.ts'
import { colourStyles } from './colour-styles.ts'

const read = (patterns: string[]) =>
  globSync(patterns).map((file) => ({ file, css: readFileSync(file, 'utf8').replace(/\/\*.*?\*\//gs, '') }))

const PAGES = read(['src/ui/**/*.css', 'src/site/**/*.css'])
const DESK = read(['src/ui/**/*.css', 'src/desk/**/*.css'])

const NUMBERED = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\((?!var\()[^)]*\)?/gi

test('No stylesheet of the pages writes a colour of its own', () => {
  const written = PAGES.flatMap(({ file, css }) => (css.match(NUMBERED) ?? []).map((colour) => `${file}: ${colour}`))
  expect(written).toEqual([])
})

/** A department in blue, none of whose colours is the sample's. */
const BLUE = {
  paper: '#f4f6fb',
  bone: '#e6ebf5',
  white: '#ffffff',
  ink: '#16233f',
  inkSoft: '#3a4660',
  action: '#005eb8',
  actionDeep: '#00478a',
  bronze: '#5b6b8c',
  brass: '#7d93c4',
}

test('No page of a department with other colours has one of the sample’s, in a style or in a picture', async () => {
  const { renderPages, contentStyles } = await import(pathToFileURL(resolve('dist/server/render.js')).href)
  const { css, ...assets } = JSON.parse(readFileSync('dist/server/assets.json', 'utf8'))
  const content = { ...english, department: { ...english.department, colours: BLUE } }
  const styles = css.replace(contentStyles(english), contentStyles(content))
  const pages: Record<string, string> = renderPages(content, { ...assets, css: styles })
  const { error, ...sample } = paletteOf(english.department.colours)
  const written = Object.values(sample).flatMap((colour) => [
    colour.slice(1),
    ...[', ', ',', ' '].map((between) => channelsOf(colour).join(between)),
  ])
  for (const [file, html] of Object.entries(pages)) {
    expect(html, file).toContain(`<meta name="theme-color" content="${BLUE.paper}"`)
    expect(html, file).toContain(error)
    expect(
      written.filter((colour) => html.toLowerCase().includes(colour)),
      file,
    ).toEqual([])
  }
})

test.each([
  ['pages', PAGES, colourStyles(english.department.colours) + bannerStyles(english.slides)],
  ['desk', DESK, ''],
])('Every custom property that the stylesheets of the %s use is set somewhere', (_, sheets, styles) => {
  const all = styles + sheets.map(({ css }) => css).join('\n')
  const used = new Set(Array.from(all.matchAll(/var\((--[\w-]+)\)/g), ([, name]) => name))
  const unset = [...used].filter((name) => !new RegExp(`(?<![\\w-])${name}\\s*:`).test(all))
  expect(used.size).toBeGreaterThan(10)
  expect(unset).toEqual([])
})
