import { expect, type Locator, type Page } from '@playwright/test'
import { SERVICES } from '../../src/callback-request/services.ts'
import { HONEYPOT_FIELD } from '../../src/callback-request/spam-signals.ts'
import { department } from '../../src/site/content.ts'
import {
  appointment,
  contact,
  expectMessages,
  FORMS,
  type Form,
  field,
  fill,
  press,
  status,
  valuesIn,
} from '../support/page/forms.ts'
import { bar, carousel, hero, modal, slidesOf } from '../support/page/home-page.ts'
import { storedFor } from '../support/page/running-site.ts'
import { test } from '../support/page/site.ts'
import { exceedRateLimit, lockStore } from '../support/page/states.ts'

test.use({ javaScriptEnabled: false })

/** How a visitor without script comes to each form. */
async function arrive(page: Page, form: Form) {
  await page.goto('/')
  if (form === contact) await page.getByRole('banner').getByRole('button', { name: 'Get a callback' }).click()
  await expect(form.in(page).getByRole('button', { name: form.button })).toBeVisible()
}

/** Every address that the browser asks for while a form is being sent. */
function addressesOf(page: Page): string[] {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(decodeURIComponent(request.url().replaceAll('+', ' '))))
  return addresses
}

/** Presses a form's button, and gives the status of the answer. */
async function statusOnPress(button: Locator): Promise<number> {
  const answer = button.page().waitForResponse((response) => response.request().method() === 'POST')
  await button.click()
  return (await answer).status()
}

for (const form of FORMS) {
  test(`Without script the ${form.name} is posted, stored and thanked for`, async ({ page, site }) => {
    const email = `no.script.${form.button.toLowerCase()}@people.example`
    const addresses = addressesOf(page)
    await arrive(page, form)
    await fill(form.in(page), { ...form.values, email })
    await press(page, form)
    await page.waitForURL('/thank-you')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/thank you/i)
    expect(await storedFor(email, site)).toEqual([
      expect.objectContaining({
        form: form === appointment ? 'appointment' : 'contact',
        name: form.values.fullname ?? form.values.name,
        phone: form.values.phone,
        time_slot: '10:00am-12:00pm',
        start_time: '10:00am',
        end_time: '12:00pm',
        service: form.values.selected ?? null,
        message: form.values.message ?? null,
      }),
    ])
    expect(addresses.filter((address) => /Asha|Meera|people\.example|\d{10}/.test(address))).toEqual([])
  })

  test(`Without script the mistakes of the ${form.name} come back with messages and what was typed`, async ({
    page,
    site,
  }) => {
    const email = `mistaken.${form.button.toLowerCase()}@people.example`
    const addresses = addressesOf(page)
    await arrive(page, form)
    const typed = { ...form.values, phone: '98765', email: 'asha@example' }
    await fill(form.in(page), typed)
    expect(await statusOnPress(form.in(page).getByRole('button', { name: form.button }))).toBe(422)

    const main = page.getByRole('main')
    await expect(status(main)).toHaveText('Please fill the form correctly.')
    await expectMessages(main, {
      phone:
        form === appointment ? 'Phone No. must have 10 digits' : 'This field should be at least 10 characters long',
      email: 'Value is not a valid email address',
    })
    expect(await valuesIn(main)).toEqual({ ...typed, [HONEYPOT_FIELD]: '' })

    await fill(main, { phone: '9876543210', email })
    await main.getByRole('button', { name: form.button }).click()
    await page.waitForURL('/thank-you')
    expect(await storedFor(email, site)).toHaveLength(1)
    expect(addresses.filter((address) => /Asha|Meera|@|98765/.test(address))).toEqual([])
  })
}

/** What every page says that refuses a form: what to do now, in the body of the page, and whom to call. */
async function expectRefusal(page: Page, heading: string, text: RegExp) {
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(heading)
  await expect(main).toContainText(text)
  const telephone = main.getByRole('link', { name: department.telephone.shown })
  await expect(telephone).toHaveAttribute('href', `tel:${department.telephone.dialled}`)
}

for (const form of FORMS) {
  test(`Without script the ${form.name} over the rate limit is refused with a page, and Back keeps what was typed`, async ({
    page,
    site,
  }) => {
    const forwarded = await exceedRateLimit(page)
    const email = `limited.${form.button.toLowerCase()}@people.example`
    const typed = { ...form.values, email }
    await page.setExtraHTTPHeaders(forwarded)
    await arrive(page, form)
    await fill(form.in(page), typed)
    expect(await statusOnPress(form.in(page).getByRole('button', { name: form.button }))).toBe(429)
    await expectRefusal(page, 'Please send the form a little later', /in (\d|10) minutes?/)

    await page.goBack()
    expect(await valuesIn(form.in(page))).toEqual({ ...typed, [HONEYPOT_FIELD]: '' })
    await page.setExtraHTTPHeaders({})
    await press(page, form)
    await page.waitForURL('/thank-you')
    expect(await storedFor(email, site)).toHaveLength(1)
  })

  test(`Without script the ${form.name} has a honeypot that people do not meet, and that marks who fills it in`, async ({
    page,
    site,
  }) => {
    const email = `honeypot.${form.button.toLowerCase()}@people.example`
    await arrive(page, form)
    const honeypot = field(form.in(page), HONEYPOT_FIELD)
    await expect(honeypot).toHaveCount(1)
    await expect(honeypot).toBeHidden()
    await expect(honeypot).toHaveAttribute('autocomplete', 'off')
    await expect(form.in(page).getByLabel('Leave this empty')).toBeHidden()
    expect(await form.in(page).ariaSnapshot()).not.toContain('Leave this empty')

    await fill(form.in(page), { ...form.values, email })
    await honeypot.evaluate((input: HTMLInputElement) => {
      input.value = 'filled in'
    })
    await press(page, form)
    await page.waitForURL('/thank-you')
    expect(await storedFor(email, site)).toEqual([expect.objectContaining({ suspected: true })])
  })
}

test('Without script the modal with a text that is too long is refused with a page that leads back to it', async ({
  page,
  site,
}) => {
  const email = 'too.long@people.example'
  const addresses = addressesOf(page)
  await arrive(page, contact)
  await fill(modal(page), {
    ...contact.values,
    email,
    message: 'Meera '.repeat(20_000),
  })
  expect(await statusOnPress(modal(page).getByRole('button', { name: 'SUBMIT' }))).toBe(413)
  await expectRefusal(page, 'Your text is too long', /shorten it and send it again/)
  await expect(page.getByRole('main')).not.toContainText('Meera')

  await page.getByRole('link', { name: 'Open the form again' }).click()
  await expect(page).toHaveURL('/#contact')
  await expect(modal(page).getByRole('button', { name: 'SUBMIT' })).toBeVisible()
  expect(await storedFor(email, site)).toEqual([])
  expect(addresses.filter((address) => /Meera|people\.example/.test(address))).toEqual([])
})

test('Without script the modal is shown again while the store is unavailable, ready to be sent', async ({
  page,
  site,
}) => {
  const email = 'unavailable@people.example'
  const typed = { ...contact.values, email }
  await arrive(page, contact)
  await fill(modal(page), typed)
  const unlock = lockStore(site)
  expect(await statusOnPress(modal(page).getByRole('button', { name: 'SUBMIT' }))).toBe(503)
  unlock()
  await expectRefusal(page, 'We could not accept your request just now', /We have not stored your request/)

  const main = page.getByRole('main')
  expect(await valuesIn(main)).toEqual({ ...typed, [HONEYPOT_FIELD]: '' })
  await expectMessages(main, {})
  await expect(status(main)).toHaveText('')
  await main.getByRole('button', { name: 'SUBMIT' }).click()
  await page.waitForURL('/thank-you')
  expect(await storedFor(email, site)).toHaveLength(1)
})

test('Without script a form that another site sends is refused with a page', async ({ page, baseURL }) => {
  await page.route('https://elsewhere.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<form action="${baseURL}/api/contact-us" method="post"><input name="name" value="Meera"><button>Send</button></form>`,
    }),
  )
  await page.goto('https://elsewhere.example/')
  expect(await statusOnPress(page.getByRole('button'))).toBe(403)
  await expectRefusal(page, 'Please send the form from our website', /open the form again/)
  await expect(page.getByRole('main')).not.toContainText('Meera')
})

test('Without script a campaign in the address is kept, also over a mistake', async ({ page, site }) => {
  const email = 'campaign.no.script@people.example'
  await page.goto('/?utm_source=newsletter&utm_medium=email')
  await fill(bar(page), { ...appointment.values, email, phone: '' })
  await press(page, appointment)
  const main = page.getByRole('main')
  await field(main, 'phone').fill('9876543210')
  await main.getByRole('button', { name: 'SEND' }).click()
  await page.waitForURL('/thank-you')
  expect(await storedFor(email, site)).toEqual([
    expect.objectContaining({ campaign: expect.objectContaining({ source: 'newsletter', medium: 'email' }) }),
  ])
})

test('Without script /#contact shows the modal as part of the page', async ({ page }) => {
  await page.goto('/')
  await expect(modal(page)).toBeHidden()
  await page.goto('/#contact')
  await expect(modal(page)).toBeVisible()
  await expect(modal(page).getByRole('heading', { name: 'Get A Callback' })).toBeInViewport()
  for (const name of Object.keys(contact.values)) await expect(field(modal(page), name)).toBeVisible()
  await expect(page.getByRole('main')).toBeVisible()
})

for (const size of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test(`Without script at ${size.width} px every slide and card can be reached, and the form from a card`, async ({
    page,
  }) => {
    await page.setViewportSize(size)
    await page.goto('/')
    for (const slide of await slidesOf(hero(page)).all()) {
      await slide.scrollIntoViewIfNeeded()
      await expect(slide.getByRole('heading')).toBeInViewport()
      await expect(slide.getByRole('heading')).toBeVisible()
      await expect(slide).toHaveCSS('opacity', '1')
    }
    const tops = await slidesOf(hero(page)).evaluateAll((slides) =>
      slides.map((slide) => slide.getBoundingClientRect().top),
    )
    expect(new Set(tops).size, 'places of the slides').toBe(3)
    for (const [at, card] of (await slidesOf(carousel(page)).all()).entries()) {
      await expect(card.getByRole('heading')).toHaveText(SERVICES[at] ?? '')
      await card.getByRole('button').focus() // a visitor's tab key brings it into view
      await expect(card.getByRole('heading')).toBeInViewport({ ratio: 1 })
    }
    const card = slidesOf(carousel(page)).nth(3)
    await card.getByRole('button').click()
    await expect(page).toHaveURL('/#appointment')
    await expect(field(bar(page), 'fullname')).toBeVisible()
  })
}

test('Without script the bar of a phone opens its fields', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await expect(field(bar(page), 'fullname')).toBeHidden()
  await bar(page).locator('summary').click()
  for (const name of Object.keys(appointment.values)) await expect(field(bar(page), name)).toBeVisible()
})

test.describe(() => {
  test.use({ javaScriptEnabled: true })

  test('Where the script never arrives every slide is read by scrolling, and no dead button is shown', async ({
    page,
  }) => {
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto('/')
    for (const heading of ['Breast augmentation', 'Abdominoplasty', 'Rhinoplasty']) {
      const slide = slidesOf(hero(page)).filter({ has: page.getByRole('heading', { name: heading }) })
      await slide.scrollIntoViewIfNeeded()
      await expect(slide.getByRole('heading')).toBeInViewport({ ratio: 1 })
    }
    await expect(hero(page).getByRole('button', { name: 'Next slide' })).toBeHidden()
    await expect(carousel(page).getByRole('button', { name: 'Next procedures' })).toBeHidden()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  })
})
