import { expect, type Page } from '@playwright/test'
import { HONEYPOT_FIELD } from '../../src/callback-request/spam-signals.ts'
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
import { modal } from '../support/page/home-page.ts'
import { expectFits } from '../support/page/looks.ts'
import { storedFor, test } from '../support/page/site.ts'

test.use({ javaScriptEnabled: false })

/** How a visitor without script comes to each form. */
async function arrive(page: Page, form: Form) {
  await page.goto('/?utm_source=newsletter&utm_medium=email')
  if (form === contact) await page.getByRole('banner').getByRole('button', { name: 'Get a callback' }).click()
  await expect(form.in(page).getByRole('button', { name: form.button })).toBeVisible()
}

for (const form of FORMS) {
  test(`Without script the ${form.name} is posted, sent back with its mistakes, put right, stored and thanked for`, async ({
    page,
    site,
  }) => {
    const email = `no.script.${form.button.toLowerCase()}@people.example`
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(decodeURIComponent(request.url().replaceAll('+', ' '))))
    await arrive(page, form)
    const honeypot = field(form.in(page), HONEYPOT_FIELD)
    await expect(honeypot).toHaveCount(1)
    await expect(honeypot).toBeHidden()
    await expect(honeypot).toHaveAttribute('autocomplete', 'off')
    await expect(form.in(page).getByLabel('Leave this empty')).toBeHidden()
    expect(await form.in(page).ariaSnapshot()).not.toContain('Leave this empty')

    const typed = { ...form.values, phone: '98765', email: 'asha@example' }
    await fill(form.in(page), typed)
    const answer = page.waitForResponse((response) => response.request().method() === 'POST')
    await press(page, form)
    expect((await answer).status()).toBe(422)
    const main = page.getByRole('main')
    await expect(status(main)).toHaveText('Please fill the form correctly.')
    await expectMessages(main, {
      phone:
        form === appointment ? 'Phone No. must have 10 digits' : 'This field should be at least 10 characters long',
      email: 'Value is not a valid email address',
    })
    expect(await valuesIn(main)).toMatchObject({ ...typed, [HONEYPOT_FIELD]: '' })
    const fields = main.locator('[aria-invalid="true"]')
    const links = main.getByRole('listitem').getByRole('link')
    const ids = await fields.evaluateAll((invalid) => invalid.map(({ id }) => `#${id}`))
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href'))), 'summary').toEqual(ids)
    await links.last().click()
    await expect(fields.last()).toBeFocused()

    await fill(main, { phone: '+91 98765-43210', email })
    await main.getByRole('button', { name: form.button }).click()
    await page.waitForURL('/thank-you')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/thank you/i)
    expect(await storedFor(email, site)).toEqual([
      expect.objectContaining({
        form: form === appointment ? 'appointment' : 'contact',
        name: form.values.fullname ?? form.values.name,
        phone: '9876543210',
        time_slot: '10:00am-12:00pm',
        start_time: '10:00am',
        suspected: false,
        campaign: { source: 'newsletter', medium: 'email', campaign: null, term: null, content: null },
      }),
    ])
    expect(addresses.filter((address) => /Asha|Meera|@|98765/.test(address))).toEqual([])
  })
}

test('Without script /#contact shows the modal as part of the page', async ({ page }) => {
  await page.goto('/')
  await expect(modal(page)).toBeHidden()
  await page.goto('/#contact')
  await expect(modal(page)).toBeVisible()
  await expect(modal(page).getByRole('heading', { name: 'Get A Callback' })).toBeInViewport()
  for (const name of Object.keys(contact.values)) await expect(field(modal(page), name)).toBeVisible()
  await expect(modal(page).locator('[data-icon="close"]'), 'what nothing would close').toBeHidden()
  await expect(page.getByRole('main')).toBeVisible()
  const { y: footer = 0 } = (await page.getByRole('contentinfo').boundingBox()) ?? {}
  const { y = 0, height = 0 } = (await modal(page).locator('div').first().boundingBox()) ?? {}
  expect(footer - (y + height), 'px from the panel to the line of the footer').toBeGreaterThanOrEqual(24)
  await expectFits(page, 'Home page without script')
})
