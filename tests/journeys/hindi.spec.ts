import { expect, type Page } from '@playwright/test'
import { HONEYPOT_FIELD } from '../../src/callback-request/spam-signals.ts'
import { say } from '../../src/content/fill.ts'
import { hindi } from '../support/content.ts'
import { expectMessages, field, fill, formsIn, press, status, type Values, valuesIn } from '../support/page/forms.ts'
import { bar, carousel, hero, modal, openHome, slidesOf } from '../support/page/home-page.ts'
import { storedFor } from '../support/page/running-site.ts'
import { test } from '../support/page/site.ts'

// What only a second language can break. Many other journeys go through every language of the site.

const { hero: banner, procedures } = hindi.texts
const [inBar, inModal] = formsIn(hindi)
const inHindi = (wording: string) => say(wording, hindi.forms.translations)
const allInHindi = (messages: Values) =>
  Object.fromEntries(Object.entries(messages).map(([name, message]) => [name, inHindi(message)]))

/** The links to the same page in the other languages. */
const languages = (page: Page) => page.getByRole('banner').getByRole('navigation').getByRole('link')

test('The parts of the page in Hindi that a script renders are in Hindi, too', async ({ page }) => {
  await openHome(page, '/hi/')
  for (const [part, names] of [
    [hero(page), [banner.previous, banner.next, banner.play]],
    [carousel(page), [procedures.previous, procedures.next, procedures.play]],
  ] as const) {
    await expect(part).toHaveAttribute('aria-roledescription', hindi.texts.roles.carousel)
    for (const name of names) await expect(part.getByRole('button', { name, exact: true })).toBeVisible()
  }
  await slidesOf(carousel(page)).first().getByRole('button').click()
  await expect(field(bar(page), 'selected')).toHaveValue('Abdominoplasty')
})

test('In Hindi the appointment form says what is missing, and sends what is right in English', async ({
  page,
  site,
}) => {
  const email = 'hindi@people.example'
  await openHome(page, '/hi/')
  await press(page, inBar)
  await expectMessages(bar(page), allInHindi(inBar.missing))
  await expect(status(bar(page))).toHaveText(inHindi('Please fill the form correctly.'))
  await fill(bar(page), { ...inBar.values, email })
  const chosen = field(bar(page), 'time_slot').evaluate((slot: HTMLSelectElement) => slot.selectedOptions[0]?.text)
  expect(await chosen).toBe(hindi.forms.timeSlots?.[6])
  await press(page, inBar)
  await expect(status(bar(page))).toHaveText(inHindi('Thanks for your submission!'))
  expect(await storedFor(email, site)).toEqual([
    expect.objectContaining({
      service: 'Rhinoplasty',
      time_slot: '10:00am-12:00pm',
      start_time: '10:00am',
      language: 'hi',
    }),
  ])
})

test('A link leads from each page in English to it in Hindi, and back, and keeps a campaign', async ({ page }) => {
  await page.goto('/hi/?utm_source=newsletter')
  await languages(page).click()
  await expect(page).toHaveURL('/?utm_source=newsletter')
  for (const path of ['', 'privacy', 'thank-you', 'no-such-page']) {
    await page.goto(`/${path}`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB')
    await expect(languages(page)).toHaveText(['हिन्दी'])
    await expect(languages(page)).toHaveAttribute('lang', 'hi')
    await languages(page).click()
    await expect(page).toHaveURL(path === 'no-such-page' ? '/hi/' : `/hi/${path}`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
    await languages(page).click()
    await expect(page).toHaveURL(path === 'no-such-page' ? '/' : `/${path}`)
  }
})

test.describe('Without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the modal in Hindi is sent back with its mistakes, put right, stored and thanked for', async ({
    page,
    site,
  }) => {
    const email = 'hindi.no.script@people.example'
    await page.goto('/hi/#contact')
    await expect(modal(page).locator('form')).toHaveAttribute('action', `${inModal.path}?language=hi`)
    const typed = { ...inModal.values, email: 'asha@example' }
    await fill(modal(page), typed)
    await press(page, inModal)
    const main = page.getByRole('main')
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
    await expect(status(main)).toHaveText(inHindi('Please fill the form correctly.'))
    await expectMessages(main, { email: inHindi('Value is not a valid email address') })
    expect(await valuesIn(main)).toEqual({ ...typed, [HONEYPOT_FIELD]: '' })

    await fill(main, { email })
    await main.getByRole('button', { name: inModal.button }).click()
    await page.waitForURL('/hi/thank-you')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(hindi.texts.thankYou.heading)
    expect(await storedFor(email, site)).toHaveLength(1)
  })
})
