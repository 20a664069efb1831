import { expect, type Page } from '@playwright/test'
import { HONEYPOT_FIELD } from '../../src/callback-request/spam-signals.ts'
import { say } from '../../src/content/fill.ts'
import { hindi } from '../support/content.ts'
import { expectMessages, field, fill, formsIn, press, status, type Values, valuesIn } from '../support/page/forms.ts'
import { bar, carousel, hero, modal, openHome, openWithoutReact, slidesOf } from '../support/page/home-page.ts'
import { storedFor } from '../support/page/running-site.ts'
import { test } from '../support/page/site.ts'

// What only a second language can break. Many other journeys go through every language of the site.

const { hero: banner, procedures } = hindi.texts
const FORMS = formsIn(hindi)
const [inBar, inModal] = FORMS
const inHindi = (wording: string) => say(wording, hindi.forms.translations)
const allInHindi = (messages: Values) =>
  Object.fromEntries(Object.entries(messages).map(([name, message]) => [name, inHindi(message)]))

/** The links to the same page in the other languages. */
const languages = (page: Page) => page.getByRole('banner').getByRole('navigation').getByRole('link')

/** Other mistakes than a missing text, and what each form says about them in the specification's words. */
const MISTAKES = [
  {
    form: inBar,
    typed: { ...inBar.values, fullname: 'आशा', phone: '९८७६५४३२१०', email: 'asha@example' },
    wrong: {
      fullname: 'This field should be at least 4 characters long',
      phone: 'Phone No. must be numeric',
      email: 'Value is not a valid email address',
    },
  },
  {
    form: inModal,
    typed: { ...inModal.values, phone: '12345' },
    wrong: { phone: 'This field should be at least 10 characters long' },
  },
]

test('The page in Hindi has its carousels, controls and forms under Hindi names', async ({ page }) => {
  await openHome(page, '/hi/')
  await expect(page).toHaveTitle(`${hindi.department.name}, ${hindi.department.hospital} – ${hindi.texts.getCallback}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hindi.department.name)
  for (const [part, count, names] of [
    [hero(page), 3, [banner.previous, banner.next, banner.play]],
    [carousel(page), 16, [procedures.previous, procedures.next, procedures.play]],
  ] as const) {
    await expect(part).toHaveAttribute('aria-roledescription', hindi.texts.roles.carousel)
    for (const name of names) await expect(part.getByRole('button', { name, exact: true })).toBeVisible()
    await expect(slidesOf(part)).toHaveCount(count)
    await expect(slidesOf(part).first()).toHaveAccessibleName(`${count} में से 1`)
  }
  await hero(page).getByRole('button', { name: banner.next }).click()
  await expect(slidesOf(hero(page)).nth(1).getByRole('heading')).toHaveText('एब्डोमिनोप्लास्टी')
  await expect(hero(page).locator('[data-root] > span').first()).toHaveText('2/3')
  await slidesOf(carousel(page)).first().getByRole('button').click()
  await expect(field(bar(page), 'selected')).toHaveValue('Abdominoplasty')
})

test('The links of the pages in Hindi stay in Hindi', async ({ page }) => {
  for (const path of ['/hi/', '/hi/thank-you', '/hi/privacy', '/hi/no-such-page']) {
    await page.goto(path)
    const links = await page
      .locator('a:not([hreflang])')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    expect(
      links.filter((link) => !/^(#|tel:|mailto:|\/hi\/)/.test(link)),
      path,
    ).toEqual([])
  }
})

for (const { form, typed, wrong } of MISTAKES) {
  test(`In Hindi the ${form.name} says what is wrong, and sends what is right in English`, async ({ page, site }) => {
    const email = `hindi.${form.path.slice(5)}@people.example`
    await form.arrive(page)
    await press(page, form)
    await expectMessages(form.in(page), allInHindi(form.missing))
    await expect(status(form.in(page))).toHaveText(inHindi('Please fill the form correctly.'))
    await fill(form.in(page), typed)
    await expectMessages(form.in(page), allInHindi(wrong))

    await fill(form.in(page), { ...form.values, email })
    const shown = (name: string) =>
      field(form.in(page), name).evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text)
    expect(await shown('time_slot')).toBe(hindi.forms.timeSlots?.[6])
    await press(page, form)
    if (form === inModal) await page.waitForURL('/hi/thank-you')
    else await expect(status(form.in(page))).toHaveText(inHindi('Thanks for your submission!'))
    expect(await storedFor(email, site)).toEqual([
      expect.objectContaining({
        service: form.values.selected ?? null,
        time_slot: '10:00am-12:00pm',
        start_time: '10:00am',
      }),
    ])
  })
}

test('In Hindi a form that is sent before its script came says so, and its messages are in Hindi', async ({ page }) => {
  const letReactCome = await openWithoutReact(page, '/hi/')
  await press(page, inBar)
  await expect(status(inBar.in(page))).toHaveText(inHindi('Sending...'))
  await letReactCome()
  await expectMessages(inBar.in(page), allInHindi(inBar.missing))
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
    await expect(languages(page)).toHaveAttribute('hreflang', 'hi')
    await languages(page).click()
    await expect(page).toHaveURL(path === 'no-such-page' ? '/hi/' : `/hi/${path}`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
    await expect(languages(page)).toHaveText(['English'])
    await expect(languages(page)).toHaveAttribute('lang', 'en-GB')
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
