import { expect, type Page } from '@playwright/test'
import { answerCalls } from '../support/page/calls.ts'
import { appointment, fill, press, status } from '../support/page/forms.ts'
import { formsInSightHydrated, hydrated, openHome } from '../support/page/home-page.ts'
import { test } from '../support/page/site.ts'

const MODULE = '**/assets/hydrate-*.js'

/** Lets the page's module be missing this many times, as on an instance of another version. Counts what is asked. */
async function missing(page: Page, times: number): Promise<string[]> {
  const asked: string[] = []
  await page.route(MODULE, async (route) => {
    asked.push(route.request().url())
    if (asked.length > times) return route.continue()
    const headers = { 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' }
    await route.fulfill({ status: 404, headers, body: '<h1>Page not found</h1>' })
  })
  return asked
}

test('Where an instance of another version is asked for the module, another one is asked at once', async ({ page }) => {
  const asked = await missing(page, 1)
  await openHome(page)
  await expect(page.locator('html[data-page="ready"]')).toBeAttached()
  expect(asked).toHaveLength(2)
  expect(new Set(asked).size, 'addresses, which must be those that the server knows').toBe(1)
})

test('Where no instance has the module for a while, the page is used without it until one has', async ({ page }) => {
  await page.clock.install()
  const asked = await missing(page, 2)
  await page.goto('/')
  await expect(page.locator('html[data-page]')).toHaveCount(0)
  await fill(appointment.in(page), appointment.values)
  await page.clock.runFor(2_000)
  await hydrated(page)
  await formsInSightHydrated(page) // until then the browser would post the form
  expect(asked).toHaveLength(3)

  const { calls } = await answerCalls(page, appointment, 201)
  await press(page, appointment)
  await expect(status(appointment.in(page))).toHaveText('Thanks for your submission!')
  expect(calls).toHaveLength(1)
})

test('A module that was changed on its way does not run, nor when it is asked for again', async ({ page }) => {
  await page.clock.install()
  await page.route(MODULE, async (route) => {
    const response = await route.fetch()
    const headers = { ...response.headers(), 'cache-control': 'no-store' }
    await route.fulfill({ response, headers, body: `window.changed = true\n${await response.text()}` })
  })
  const refusals: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('integrity')) refusals.push(message.text())
  })
  await page.goto('/')
  const refusedInTime = async () => {
    await page.clock.runFor(10_000)
    return refusals.length
  }
  await expect.poll(refusedInTime).toBe(4)
  expect(await page.evaluate(() => 'changed' in window)).toBe(false)
})
