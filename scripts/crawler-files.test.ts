import { expect, test } from 'vitest'
import { contents, english } from '../tests/support/content.ts'
import { robotsOf, sitemapOf } from './crawler-files.ts'

const { siteAddress } = english.department

test('robots.txt names the sitemap, and keeps crawlers away from the calls only', () => {
  expect(robotsOf(english)).toBe(`User-agent: *\nDisallow: /api/\n\nSitemap: ${siteAddress}/sitemap.xml\n`)
})

test('The sitemap has home and privacy notice in every language, and no other page', () => {
  const listed = Array.from(sitemapOf(contents).matchAll(/<loc>(.*?)<\/loc>/g), ([, address]) => address)
  expect(listed).toEqual(contents.flatMap(({ path }) => [`${siteAddress}${path}`, `${siteAddress}${path}privacy`]))
})
