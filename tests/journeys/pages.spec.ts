import { expect, type Page } from '@playwright/test'
import { department, notice, slides } from '../../src/site/content.ts'
import { appointment, contact, type Form, fill, press } from '../support/page/forms.ts'
import { bar, carousel, expectModal, hero, openHome, slidesOf } from '../support/page/home-page.ts'
import { test } from '../support/page/site.ts'

const PAGES = [
  { path: '/', status: 200, heading: department.name },
  { path: '/thank-you', status: 200, heading: /thank you/i },
  { path: '/privacy', status: 200, heading: /privacy/i },
  { path: '/no-such-page', status: 404, heading: /page not found/i },
]

for (const { path, status, heading } of PAGES) {
  test(`${path} answers ${status} with a heading, and with the hospital's name, location and telephone number`, async ({
    page,
  }) => {
    const answer = await page.goto(path)
    expect(answer?.status()).toBe(status)
    expect(answer?.headers()['content-type']).toMatch(/^text\/html; charset=utf-8/i)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expect(page.getByRole('main')).toHaveCount(1)
    await expect(page).toHaveTitle(new RegExp(department.hospital))
    for (const part of [page.getByRole('banner'), page.getByRole('contentinfo')]) {
      await expect(part).toContainText(department.hospital)
      await expect(part).toContainText(department.location)
    }
    await expect(page.getByText(department.location).first()).toBeInViewport()
    const telephone = page.getByRole('banner').getByRole('link', { name: department.telephone.shown })
    await expect(telephone).toHaveAttribute('href', `tel:${department.telephone.dialled}`)
  })

  test(`${path} works without an error, a policy report or a request to another host`, async ({ page, baseURL }) => {
    const complaints: string[] = []
    const elsewhere: string[] = []
    page.on('console', (line) => {
      const isOwnStatus = status === 404 && line.location().url.endsWith(path) // the browser notes the page's own 404
      if (['error', 'warning'].includes(line.type()) && !isOwnStatus) complaints.push(line.text())
    })
    page.on('request', (request) => {
      if (!request.url().startsWith(`${baseURL}/`) && !request.url().startsWith('data:')) elsewhere.push(request.url())
    })
    await page.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ violatedDirective }) => console.error(violatedDirective))
    })
    const missing: string[] = []
    page.on('response', (answer) => {
      if (answer.status() >= 400 && !answer.url().endsWith(path)) missing.push(answer.url())
    })
    if (path === '/') {
      await openHome(page)
      await hero(page).getByRole('button', { name: 'Next slide' }).click()
      await slidesOf(carousel(page)).first().scrollIntoViewIfNeeded()
      await page.getByRole('banner').getByRole('button', { name: 'Get a callback' }).click()
      await expectModal(page, 'open')
    } else await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect({ complaints, elsewhere, missing }).toEqual({ complaints: [], elsewhere: [], missing: [] })
  })
}

test('The page holds banner, carousel, appointment form and modal under their anchors', async ({ home: page }) => {
  for (const anchor of ['#carousel-demo', '#appointment', '#contact']) {
    await expect(page.locator(anchor)).toHaveCount(1)
  }
  for (const anchor of ['#appointment', '#contact']) {
    await expect(page.locator(`${anchor} form`)).toHaveCount(1)
    await expect(page.locator(anchor).getByRole('status', { includeHidden: true })).toHaveCount(1)
  }
  await expect(hero(page)).toHaveCount(1)
  await expect(hero(page)).toBeInViewport()
  await expect(bar(page)).toBeInViewport()
  for (const each of [hero(page), carousel(page)]) {
    await expect(each).toHaveAttribute('aria-roledescription', 'carousel')
  }
})

test('With script neither form has a field besides those that people see', async ({ home: page }) => {
  const names = (form: Form) =>
    form
      .in(page)
      .locator('form')
      .evaluate((element) => [...new FormData(element as HTMLFormElement).keys()])
  expect(await names(appointment)).toEqual(Object.keys(appointment.values))
  expect(await names(contact)).toEqual(Object.keys(contact.values))
})

test('The slides of the content are numbered, each with its class', async ({ home: page }) => {
  expect(slides.map(({ id }) => id)).toEqual([1, 2, 3])
  for (const [at, { heading, tagline, bgClass }] of slides.entries()) {
    const slide = slidesOf(hero(page)).nth(at)
    await expect(slide.locator('h2')).toHaveText(heading)
    await expect(slide.locator('p')).toHaveText(tagline)
    await expect(slide).toContainClass(bgClass)
  }
})

test('/thank-you says what happens next, when the department calls and how to reach it', async ({ page }) => {
  await page.goto('/thank-you')
  const main = page.getByRole('main')
  await expect(main).toContainText(/call/i)
  await expect(main).toContainText(/window you chose/i)
  await expect(main).toContainText(/Anytime/)
  await expect(main).toContainText(/Indian? Standard Time/)
  const telephone = main.getByRole('link', { name: department.telephone.shown })
  await expect(telephone).toHaveAttribute('href', `tel:${department.telephone.dialled}`)
  await main.getByRole('link', { name: /back/i }).click()
  await expect(page).toHaveURL('/')
})

test('/privacy shows its version and is linked from every page and form', async ({ page }) => {
  await page.goto('/privacy')
  await expect(page.getByRole('main')).toContainText(notice.version)
  for (const { path } of PAGES) {
    await page.goto(path)
    await expect(page.getByRole('contentinfo').getByRole('link', { name: /privacy/i })).toHaveAttribute(
      'href',
      '/privacy',
    )
  }
  await openHome(page)
  await expect(bar(page).getByRole('link', { name: /privacy/i })).toHaveAttribute('href', '/privacy')
  await expect(contact.in(page).locator('a[href="/privacy"]')).toHaveCount(1)
})

test('The header of another page leads to the open modal of the home page', async ({ page }) => {
  await page.goto('/privacy')
  await page.getByRole('banner').getByRole('link', { name: 'Get a callback' }).click()
  await expectModal(page, 'open')
})

test('Every picture and file that the page names is there', async ({ home: page, request }) => {
  const named = await page.evaluate(() => {
    const sources = [...document.querySelectorAll('[src], [srcset], [imagesrcset], link[href]')].flatMap((element) => {
      const sets = [element.getAttribute('srcset'), element.getAttribute('imagesrcset')].join(',').split(',')
      return [element.getAttribute('src'), element.getAttribute('href'), ...sets.map((set) => set.trim().split(' ')[0])]
    })
    return [...new Set(sources)].filter((source) => source?.startsWith('/')) as string[]
  })
  expect(named.length).toBeGreaterThan(60)
  for (const path of named) expect.soft((await request.head(path)).status(), path).toBe(200)
})

async function noAddressHolds(page: Page, ...typed: string[]) {
  for (const text of typed) {
    expect(decodeURIComponent(page.url())).not.toContain(text)
    expect(decodeURIComponent(await page.evaluate(() => document.referrer))).not.toContain(text)
  }
}

test('Nothing that was typed appears in an address', async ({ page }) => {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(decodeURIComponent(request.url())))
  await contact.arrive(page)
  await fill(contact.in(page), contact.values)
  await press(page, contact)
  await page.waitForURL('/thank-you')
  await noAddressHolds(page, 'Meera', '9123456780')
  expect(addresses.filter((address) => /Meera|9123456780|people\.example/.test(address))).toEqual([])
})

test('A script that was changed on its way does not run', async ({ page }) => {
  await page.route('**/assets/hydrate*.js', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `window.changed = true\n${await response.text()}` })
  })
  const refusal = page.waitForEvent('console', (message) => message.text().includes('integrity'))
  await page.goto('/')
  await refusal
  expect(await page.evaluate(() => 'changed' in window)).toBe(false)
})
