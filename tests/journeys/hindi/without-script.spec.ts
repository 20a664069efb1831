import { expect } from '@playwright/test'
import { HONEYPOT_FIELD } from '../../../src/callback-request/spam-signals.ts'
import { say } from '../../../src/content/translations.ts'
import { hindi } from '../../support/hindi.ts'
import { expectMessages, fill, formsIn, press, status, valuesIn } from '../../support/page/forms.ts'
import { modal } from '../../support/page/home-page.ts'
import { storedFor } from '../../support/page/running-site.ts'
import { test } from '../../support/page/site.ts'
import { statesWithoutScriptIn } from '../../support/page/states.ts'

const { refusals } = hindi.texts
const [appointment, contact] = formsIn(hindi)
const inHindi = (wording: string) => say(wording, hindi.forms.translations)

test.use({ javaScriptEnabled: false })

for (const form of [appointment, contact]) {
  test(`In Hindi without script, the ${form.name} is sent back with its mistakes, put right, stored and thanked for`, async ({
    page,
    site,
  }) => {
    const email = `hindi.no.script.${form.path.slice(5)}@people.example`
    await page.goto(form === contact ? '/hi/#contact' : '/hi/')
    await expect(form.in(page).locator('form')).toHaveAttribute('action', `${form.path}?language=hi`)
    const typed = { ...form.values, email: 'asha@example' }
    await fill(form.in(page), typed)
    await press(page, form)
    const main = page.getByRole('main')
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
    await expect(status(main)).toHaveText(inHindi('Please fill the form correctly.'))
    await expectMessages(main, { email: inHindi('Value is not a valid email address') })
    expect(await valuesIn(main)).toEqual({ ...typed, [HONEYPOT_FIELD]: '' })

    await fill(main, { email })
    const answer = page.waitForResponse((response) => response.request().method() === 'POST')
    await main.getByRole('button', { name: form.button }).click()
    expect((await answer).status()).toBe(303)
    await page.waitForURL('/hi/thank-you')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(hindi.texts.thankYou.heading)
    expect(await storedFor(email, site)).toEqual([
      expect.objectContaining({ service: form.values.selected ?? null, time_slot: '10:00am-12:00pm' }),
    ])
  })
}

for (const [state, heading] of [
  ['refused-400', refusals.unreadable.heading],
  ['refused-403', refusals.otherSite.heading],
  ['refused-413', refusals.tooLong.heading],
  ['refused-415', refusals.unreadable.heading],
  ['refused-429', refusals.tooMany.heading],
  ['refused-503', refusals.unavailable.heading],
] as const) {
  test(`In Hindi without script, this refusal is in Hindi: ${state}`, async ({ page, site }) => {
    await statesWithoutScriptIn(hindi)[state]?.arrive(page, site)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page.getByRole('main').getByRole('link', { name: hindi.department.telephone.shown })).toBeVisible()
  })
}

test('In Hindi without script, a refused form opens again in Hindi', async ({ page, site }) => {
  await statesWithoutScriptIn(hindi)['refused-403']?.arrive(page, site)
  await page.getByRole('link', { name: refusals.openAgain }).click()
  await expect(page).toHaveURL('/hi/#contact')
  await expect(modal(page)).toBeVisible()
})
