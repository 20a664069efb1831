import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contents } from '../../../tests/support/content.ts'
import { renderPages } from '../render.tsx'
import { structuredData } from './structured-data.ts'

const pages = contents.flatMap((content) =>
  ['', 'privacy', 'thank-you', '404'].map((page) => {
    const html = readFileSync(`dist/client${content.path}${page || 'index'}.html`, 'utf8')
    return { content, page, html, isListed: page === '' || page === 'privacy' }
  }),
)
const { siteAddress } = contents[0].department

/** The values of an attribute in a page, of each tag that begins so. */
const all = (html: string, tag: string, attribute: string) =>
  Array.from(html.matchAll(new RegExp(`<${tag}[^>]* ${attribute}="([^"]*)"`, 'g')), ([, value = '']) => value)

test('Each page that search engines may list names its address, the same page in every language, and how a link to it looks', () => {
  for (const { content, page, html } of pages.filter(({ isListed }) => isListed)) {
    const address = siteAddress + content.path + page
    expect(html).toMatch(new RegExp(`<html lang="${content.code}\\b`))
    expect(all(html, 'link rel="canonical"', 'href')).toEqual([address])
    expect(all(html, 'link rel="alternate"', 'hrefLang')).toEqual([...contents.map(({ code }) => code), 'x-default'])
    expect(all(html, 'link rel="alternate"', 'href')).toEqual(
      [...contents, contents[0]].map(({ path }) => siteAddress + path + page),
    )
    const [, title = ''] = /<title>(.*?)<\/title>/.exec(html) ?? []
    for (const part of [content.department.name, content.department.hospital]) expect(title).toContain(part)
    expect(title.length).toBeLessThanOrEqual(65)
    const [description = ''] = all(html, 'meta name="description"', 'content')
    expect(description).toMatch(/^.{50,160}$/)
    const openGraph = all(html, 'meta property="og:', 'content')
    for (const said of [
      title,
      description,
      address,
      `${siteAddress}/${content.sharedPicture}`,
      content.texts.sharedPicture,
    ])
      expect(openGraph).toContain(said)
    expect(all(html, 'meta property="og:locale"', 'content')).toEqual([expect.stringMatching(/^[a-z]{2,3}_[A-Z]{2}$/)])
    expect(html).not.toContain('name="robots"')
  }
})

test('Search engines may not list what is not the same for everybody', () => {
  for (const { html } of pages.filter(({ isListed }) => !isListed)) {
    expect(all(html, 'meta name="robots"', 'content')).toEqual(['noindex'])
    expect(html).not.toMatch(/rel="(canonical|alternate)"/)
  }
})

test('Each page names its icons and its manifest, and its links stay in its language', () => {
  for (const { content, html } of pages) {
    expect(all(html, 'link rel="icon"', 'href')).toEqual(['/favicon.ico'])
    expect(all(html, 'link rel="apple-touch-icon"', 'href')).toEqual(['/apple-touch-icon.png'])
    expect(all(html, 'link rel="manifest"', 'href')).toEqual([`${content.path}manifest.webmanifest`])
    const links = html.match(/<a (?![^>]*hrefLang)[^>]*/g) ?? []
    for (const href of links.flatMap((link) => all(link, 'a', 'href')))
      expect(href).toMatch(new RegExp(`^(#|tel:|mailto:|${content.path})`))
  }
})

test('The sitemap names each page that search engines may list, in every language, and no other', () => {
  const sitemap = readFileSync('dist/client/sitemap.xml', 'utf8')
  const listed = pages.filter(({ isListed }) => isListed)
  const entries = sitemap.split('<url>').slice(1)
  expect(entries.map((entry) => /<loc>(.*?)<\/loc>/.exec(entry)?.[1])).toEqual(
    listed.map(({ html }) => all(html, 'link rel="canonical"', 'href')[0]),
  )
  for (const [at, entry] of entries.entries())
    expect(all(entry, 'xhtml:link rel="alternate"', 'href')).toEqual(
      all(listed[at]?.html ?? '', 'link rel="alternate"', 'href'),
    )
  const robots = readFileSync('dist/client/robots.txt', 'utf8')
  expect(robots).toBe(`User-agent: *\nDisallow: /api/\n\nSitemap: ${siteAddress}/sitemap.xml\n`)
})

test('A text cannot end the element of the structured data', () => {
  const hospital = '</script><script>alert(1)//<!--'
  const content = { ...contents[0], department: { ...contents[0].department, hospital } }
  const { 'index.html': html = '' } = renderPages(content, { css: '', script: '', hydration: '' })
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  expect(JSON.parse(json)).toEqual(structuredData(content))
})
