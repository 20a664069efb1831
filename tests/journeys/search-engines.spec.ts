import { expect, type Page } from '@playwright/test'
import { contents, english } from '../support/content.ts'
import { test } from '../support/page/site.ts'

const { siteAddress } = english.department

const LISTED = contents.flatMap(({ path }) => [path, `${path}privacy`])
const UNLISTED = contents.flatMap(({ path }) => [`${path}thank-you`, `${path}no-such-page`])

/** What a page tells search engines about itself. */
const tagsOf = (page: Page) =>
  page.evaluate(() => {
    const all = (selector: string, attribute: string) =>
      Array.from(document.querySelectorAll(selector), (element) => element.getAttribute(attribute))
    return {
      canonical: all('link[rel=canonical]', 'href'),
      alternates: Array.from(document.querySelectorAll('link[rel=alternate]'), (link) => [
        link.getAttribute('hreflang'),
        link.getAttribute('href'),
      ]),
      robots: all('meta[name=robots]', 'content'),
      description: all('meta[name=description]', 'content').join(),
      language: document.documentElement.lang,
    }
  })

/** Opens a page by its address in search engines, on the server of this journey. */
async function openListed(page: Page, address: string) {
  expect(address.startsWith(`${siteAddress}/`), address).toBe(true)
  const answer = await page.goto(address.slice(siteAddress.length))
  expect(answer?.status(), address).toBe(200)
  expect(answer?.headers()['x-robots-tag'], address).toBeUndefined()
  return tagsOf(page)
}

test('Each page names its address, and the same page in every language, which names it too', async ({ page }) => {
  for (const path of LISTED) {
    const tags = await openListed(page, `${siteAddress}${path}`)
    expect(tags).toMatchObject({ canonical: [`${siteAddress}${path}`], robots: [] })
    expect(tags.alternates.map(([language]) => language)).toEqual([...contents.map(({ code }) => code), 'x-default'])
    expect(tags.description).toMatch(/^.{50,160}$/)
    expect(tags.alternates.filter(([, address]) => address === tags.canonical[0])).not.toEqual([])
    for (const [language, address] of tags.alternates) {
      const other = await openListed(page, String(address))
      expect(other).toMatchObject({ canonical: [address], alternates: tags.alternates })
      expect(other.language.split('-')[0]).toBe(language === 'x-default' ? 'en' : language)
    }
  }
})

test('Search engines may not list what is not the same for everybody', async ({ page }) => {
  for (const path of UNLISTED) {
    const answer = await page.goto(path)
    expect(answer?.headers()['x-robots-tag'], path).toBe('noindex')
    expect(await tagsOf(page), path).toMatchObject({ canonical: [], alternates: [], robots: ['noindex'] })
  }
})

test('The sitemap names each page that search engines may list, as the page does itself, and no other', async ({
  page,
}) => {
  const robots = await page.request.get('/robots.txt')
  expect(robots.headers()['content-type']).toBe('text/plain; charset=utf-8')
  const [, address = ''] = /^Sitemap: (.*)$/m.exec(await robots.text()) ?? []
  const forbidden = Array.from((await robots.text()).matchAll(/^Disallow: (.*)$/gm), ([, path = '']) => path)
  expect(forbidden).toEqual(['/api/']) // crawlers must read what they may not list

  expect(address.startsWith(`${siteAddress}/`)).toBe(true)
  const sitemap = await page.request.get(address.slice(siteAddress.length))
  expect(sitemap.headers()).toMatchObject({
    'content-type': 'application/xml; charset=utf-8',
    'content-encoding': 'br',
  })
  const entries = await page.evaluate(
    (xml) => {
      const parsed = new DOMParser().parseFromString(xml, 'application/xml')
      const [fault] = parsed.getElementsByTagName('parsererror')
      if (fault) throw new Error(fault.textContent ?? '')
      const inSitemap = (parent: Document | Element, name: string) =>
        Array.from(parent.getElementsByTagNameNS('http://www.sitemaps.org/schemas/sitemap/0.9', name))
      return inSitemap(parsed, 'url').map((url) => ({
        canonical: inSitemap(url, 'loc').map(({ textContent }) => textContent),
        alternates: Array.from(url.getElementsByTagNameNS('http://www.w3.org/1999/xhtml', 'link'), (link) => [
          link.getAttribute('hreflang'),
          link.getAttribute('href'),
        ]),
      }))
    },
    await sitemap.text(),
  )
  expect(entries.flatMap(({ canonical }) => canonical)).toEqual(LISTED.map((path) => `${siteAddress}${path}`))
  for (const entry of entries) {
    expect(await openListed(page, String(entry.canonical[0]))).toMatchObject({ ...entry, robots: [] })
  }
})

test('Each page has a title, and a picture of the promised size for links to it', async ({ page }) => {
  for (const path of LISTED) {
    await page.goto(path)
    const { department, texts } = contents.filter(({ path: home }) => path.startsWith(home)).at(-1) ?? english
    const title = await page.title()
    for (const part of [department.name, department.hospital]) expect(title).toContain(part)
    expect(title.length).toBeLessThanOrEqual(65)
    const content = (name: string) =>
      page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content')
    if (!path.endsWith('privacy')) expect(await content('description')).toBe(texts.description)
    expect(await content('og:title')).toBe(title)
    expect(await content('og:description')).toBe(await content('description'))
    expect(await content('og:url')).toBe(`${siteAddress}${path}`)
    expect(await content('og:locale')).toMatch(/^[a-z]{2,3}_[A-Z]{2}$/)
    expect(await content('og:image:alt')).toBe(texts.sharedPicture)
    expect(await content('twitter:card')).toBe('summary_large_image')

    const picture = String(await content('og:image'))
    expect(picture.startsWith(`${siteAddress}/`)).toBe(true)
    const size = await sizeOfPicture(page, picture.slice(siteAddress.length))
    expect(size).toEqual([await content('og:image:width'), await content('og:image:height')].map(Number))
    expect(size).toEqual([1200, 630])
  }
})

const sizeOfPicture = (page: Page, address: string) =>
  page.evaluate(async (src) => {
    const image = Object.assign(new Image(), { src })
    await image.decode()
    return [image.naturalWidth, image.naturalHeight]
  }, address)

test('Each page names an icon that search engines can load and show', async ({ page }) => {
  for (const path of [...LISTED, ...UNLISTED]) {
    await page.goto(path)
    await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', '/favicon.ico')
  }
  const icon = await page.request.get('/favicon.ico')
  expect(icon.headers()['content-type']).toBe('image/x-icon')
  expect(await sizeOfPicture(page, '/favicon.ico')).toEqual([48, 48])
})
