import { expect, type Page } from '@playwright/test'
import { say } from '../../src/content/fill.ts'
import { hindi } from '../support/content.ts'
import { expectMessages, field, fill, formsIn, press, status } from '../support/page/forms.ts'
import { bar, carousel, hero, openHome, slidesOf } from '../support/page/home-page.ts'
import { storedFor, test } from '../support/page/site.ts'
import { expectNoViolations } from '../support/page/violations.ts'

// What only a second language can break. Many other journeys go through every language of the site.

const { hero: banner, procedures } = hindi.texts
const [inBar] = formsIn(hindi)
const inHindi = (wording: string) => say(wording, hindi.forms.translations)

/** The links to the same page in the other languages. */
const languages = (page: Page) => page.getByRole('banner').getByRole('navigation').getByRole('link')

test('In Hindi the parts that a script renders are in Hindi, and the form sends in English what it shows in Hindi', async ({
  page,
  site,
}) => {
  const email = 'hindi@people.example'
  await openHome(page, '/hi/?utm_source=newsletter&gclid=not-kept')
  await expectNoViolations(page)
  for (const [part, names] of [
    [hero(page), [banner.previous, banner.next, banner.play]],
    [carousel(page), [procedures.previous, procedures.next, procedures.play]],
  ] as const) {
    await expect(part).toHaveAttribute('aria-roledescription', hindi.texts.roles.carousel)
    for (const name of names) await expect(part.getByRole('button', { name, exact: true })).toBeVisible()
  }
  await slidesOf(carousel(page)).first().getByRole('button').click()
  await expect(field(bar(page), 'selected')).toHaveValue('Abdominoplasty')
  await fill(bar(page), { ...inBar.values, selected: '', email })
  await press(page, inBar)
  await expectMessages(bar(page), { selected: inHindi('Surgery type is required') })
  await expect(status(bar(page))).toHaveText(inHindi('Please fill the form correctly.'))
  await fill(bar(page), { selected: 'Rhinoplasty' })
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
      notice_version: hindi.department.noticeVersion,
      campaign: { source: 'newsletter', medium: null, campaign: null, term: null, content: null },
      suspected: false,
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
