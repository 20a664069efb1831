import { expect, test } from 'vitest'
import { contents, english } from '../tests/support/content.ts'
import { robotsOf, sitemapOf } from './crawler-files.ts'

test('Crawlers stay away from the calls only; the sitemap has home and privacy notice in every language', () => {
  const { siteAddress } = english.department
  expect(robotsOf(english)).toBe(`User-agent: *\nDisallow: /api/\n\nSitemap: ${siteAddress}/sitemap.xml\n`)
  const listed = Array.from(sitemapOf(contents).matchAll(/<loc>(.*?)<\/loc>/g), ([, address]) => address)
  expect(listed).toEqual(contents.flatMap(({ path }) => [`${siteAddress}${path}`, `${siteAddress}${path}privacy`]))
})
