import { expect } from '@playwright/test'
import { contents, english } from '../support/content.ts'
import { carousel, expectModal, hero, hydrated, slidesOf } from '../support/page/home-page.ts'
import { test } from '../support/page/site.ts'

const { department, slides } = english

const PAGES = [
  { path: '/', status: 200, heading: department.name, says: [] },
  {
    path: '/thank-you',
    status: 200,
    heading: /thank you/i,
    says: [
      /^Thank you(?! *\. We will call)/,
      /If you have just sent the form/,
      /window that you chose/i,
      /Anytime/,
      /Indian? Standard Time/,
    ],
  },
  { path: '/privacy', status: 200, heading: /privacy/i, says: [department.noticeVersion] },
  { path: '/no-such-page', status: 404, heading: /page not found/i, says: [] },
]

/** Of the same pages in every language. */
const ADDRESSES = contents.flatMap((content) => PAGES.map(({ path }) => content.path + path.slice(1)))

for (const { path, status, heading, says } of PAGES) {
  test(`${path} answers ${status}, names hospital, location, telephone and privacy notice, and works without an error`, async ({
    page,
    baseURL,
  }) => {
    const complaints: string[] = []
    page.on('console', (line) => {
      const isOwnStatus = status === 404 && line.location().url.endsWith(path) // the browser notes the page's own 404
      if (['error', 'warning'].includes(line.type()) && !isOwnStatus) complaints.push(line.text())
    })
    page.on('request', (request) => {
      const isOurs = request.url().startsWith(`${baseURL}/`) || request.url().startsWith('data:')
      if (!isOurs) complaints.push(`another host: ${request.url()}`)
    })
    page.on('response', (answer) => {
      if (answer.status() >= 400 && !answer.url().endsWith(path)) complaints.push(`not there: ${answer.url()}`)
    })
    await page.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ violatedDirective }) => console.error(violatedDirective))
    })

    const answer = await page.goto(path)
    // Each fact stands in its place.
    await expect(page.locator('body')).not.toContainText(/\{\w+\}/, { useInnerText: true })
    expect(answer?.status()).toBe(status)
    expect(answer?.headers()['content-type']).toMatch(/^text\/html; charset=utf-8/i)
    expect(answer?.headers()['x-robots-tag']).toBe(/thank-you|no-such/.test(path) ? 'noindex' : undefined)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    const main = page.getByRole('main')
    await expect(main).toHaveCount(1)
    await expect(main, 'no word stands alone on its line').toHaveCSS('text-wrap', 'pretty')
    for (const text of says) await expect(main).toContainText(text)
    await expect(page).toHaveTitle(new RegExp(department.hospital))
    for (const part of [page.getByRole('banner'), page.getByRole('contentinfo')]) {
      await expect(part).toContainText(department.hospital)
      await expect(part).toContainText(department.address)
    }
    await expect(page.getByText(department.address).first()).toBeInViewport()
    await expect(page.getByRole('contentinfo')).toContainText('A sample department')
    const telephone = page.getByRole('banner').getByRole('link', { name: department.telephone.shown })
    await expect(telephone).toHaveAttribute('href', `tel:${department.telephone.dialled}`)
    const privacy = page.getByRole('contentinfo').getByRole('link', { name: /privacy/i })
    await expect(privacy).toHaveAttribute('href', '/privacy')

    if (path === '/') {
      const headings = [slides[0]?.heading, 'Procedures', 'How it works', 'Before you ask'].map(String)
      await expect(page.getByRole('heading', { level: 2 })).toHaveText(headings)
      await hydrated(page)
      await hero(page).getByRole('button', { name: 'Next slide' }).click()
      await slidesOf(carousel(page)).first().scrollIntoViewIfNeeded()
      await page.getByRole('banner').getByRole('button', { name: 'Get a callback' }).click()
      await expectModal(page, 'open')
    }
    await page.waitForLoadState('networkidle')
    expect(complaints).toEqual([])
  })
}

test('A manifest names and colours the site in the language of the page, and its icons are there', async ({
  page,
  request,
}) => {
  for (const { path, texts, department } of contents) {
    await page.goto(path)
    const address = await page.locator('link[rel="manifest"]').getAttribute('href')
    const answer = await request.get(String(address))
    expect(answer.headers()['content-type']).toBe('application/manifest+json')
    const { icons, ...manifest } = await answer.json()
    expect(manifest).toMatchObject({
      name: `${department.name}, ${department.hospital}`,
      lang: texts.language.locale,
      start_url: path,
      theme_color: department.colours.paper,
      background_color: department.colours.paper,
    })
    for (const { src, type } of icons) {
      const icon = await request.get(src)
      expect([icon.status(), icon.headers()['content-type']]).toEqual([200, type])
    }
    // The browser reads it, whatever the policy of the page says.
    const session = await page.context().newCDPSession(page)
    const read = await session.send('Page.getAppManifest')
    expect(read.errors).toEqual([])
    expect(JSON.parse(read.data ?? '{}')).toMatchObject({ name: manifest.name })
  }
})

test('Both forms say who may ask, what the details are for, and what to do in an emergency', async ({ home: page }) => {
  for (const form of ['#appointment', '#contact']) {
    const text = await page.locator(form).textContent()
    expect(text).toContain('Used only to call you back. Privacy notice. For adults. Not for emergencies: call 112.')
    await expect(page.locator(form).locator('a[href="/privacy"]')).toHaveText('Privacy notice')
  }
})

test('From /thank-you a link leads back, and from the header of /privacy one to the open modal of the home page', async ({
  page,
}) => {
  await page.goto('/thank-you')
  const main = page.getByRole('main')
  const telephone = main.getByRole('link', { name: department.telephone.shown })
  await expect(telephone).toHaveAttribute('href', `tel:${department.telephone.dialled}`)
  await main.getByRole('link', { name: /back/i }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/privacy')
  await page.getByRole('banner').getByRole('link', { name: 'Get a callback' }).click()
  await expectModal(page, 'open')
})

test('Inner pages begin at the column of the header, and a short one fills the window', async ({ page }) => {
  for (const width of [390, 1280, 2560]) {
    await page.setViewportSize({ width, height: 1000 })
    await page.goto('/no-such-page')
    const leftOf = async (part: string) => (await page.locator(part).first().boundingBox())?.x
    expect(await leftOf('h1'), `at ${width} px`).toBe(await leftOf('header a'))
    const { y = 0, height = 0 } = (await page.getByRole('contentinfo').boundingBox()) ?? {}
    expect(Math.round(y + height)).toBe(1000)
  }
})

test('On a phone with a font of 24 px no page scrolls sideways', async ({ page }) => {
  for (const path of ADDRESSES) {
    await page.goto(path)
    // Where there is a script, until its carousels and the typeface are there.
    await page.locator('html:not([data-scripted]), html[data-typeface]').waitFor()
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      const sideways = await page.evaluate(() => {
        document.documentElement.style.fontSize = '24px'
        return document.documentElement.scrollWidth - innerWidth
      })
      expect.soft(sideways, `how far ${path} scrolls sideways at ${width} px`).toBeLessThanOrEqual(0)
    }
  }
})
