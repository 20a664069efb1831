import { readFileSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contents, english } from '../tests/support/content.ts'
import { temporaryDirectory } from '../tests/support/temporary-directory.ts'
import { robotsOf, sitemapOf } from './crawler-files.ts'
import { ContentMistakes, readContents } from './read-content.ts'

const { siteAddress } = english.department

test('robots.txt names the sitemap, and keeps crawlers away from the calls only', () => {
  expect(robotsOf(english)).toBe(`User-agent: *\nDisallow: /api/\n\nSitemap: ${siteAddress}/sitemap.xml\n`)
})

test('The sitemap has home and privacy notice in every language, and no other page', () => {
  const listed = Array.from(sitemapOf(contents).matchAll(/<loc>(.*?)<\/loc>/g), ([, address]) => address)
  expect(listed).toEqual(contents.flatMap(({ path }) => [`${siteAddress}${path}`, `${siteAddress}${path}privacy`]))
})

test('A language is refused whose file has another name, because crawlers learn the language by that name', async () => {
  const directory = await temporaryDirectory()
  await cp('content', directory, { recursive: true })
  writeFileSync(join(directory, 'hindi.json'), readFileSync('content/en.json', 'utf8').replace('"en-GB"', '"hi"'))
  expect(() => readContents(directory)).toThrow(ContentMistakes)
  expect(() => readContents(directory)).toThrow('hindi.json: language.locale: the file of hi has another name')
})
