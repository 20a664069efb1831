import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { english } from '../../tests/support/content.ts'
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
