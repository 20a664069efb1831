import { expect } from '@playwright/test'
import { answerCalls } from '../support/page/calls.ts'
import { appointment, fill, press, status } from '../support/page/forms.ts'
import { formsInSightHydrated, stopClock } from '../support/page/home-page.ts'
import { test } from '../support/page/site.ts'

const MODULE = '**/assets/hydrate-*.js'

test('Where an instance lacks the module another one is asked at once, then later; until one has it the page works without', async ({
  page,
}) => {
  await stopClock(page)
  const asked: string[] = []
  await page.route(MODULE, async (route) => {
    asked.push(route.request().url())
    if (asked.length > 2) return route.continue()
    const headers = { 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' }
    await route.fulfill({ status: 404, headers, body: '<h1>Page not found</h1>' })
  })
  await page.goto('/')
  const askedAtOnce = async () => {
    await page.clock.runFor(1)
    return asked.length
  }
  await expect.poll(askedAtOnce).toBe(2)
  await expect(page.locator('html[data-page]')).toHaveCount(0)
  await fill(appointment.in(page), appointment.values)
  await page.clock.runFor(2_000)
  await expect(page.locator('html[data-page="ready"]')).toBeAttached()
  await formsInSightHydrated(page) // until then the browser would post the form
  expect(asked).toHaveLength(3)
  expect(new Set(asked).size, 'addresses, which must be those that the server knows').toBe(1)

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
