import { expect } from '@playwright/test'
import { appointment, FORMS, press, status } from '../support/page/forms.ts'
import { carousel, hero, openHome, slidesOf } from '../support/page/home-page.ts'
import { test } from '../support/page/site.ts'
import { expectNoViolations } from '../support/page/violations.ts'

test('axe finds nothing wrong with any page', async ({ page }) => {
  await openHome(page)
  await expectNoViolations(page)
  for (const path of ['/thank-you', '/privacy', '/no-such-page']) {
    await page.goto(path)
    await expectNoViolations(page)
  }
})

for (const form of FORMS) {
  test(`axe finds nothing wrong with the ${form.name}, empty and in error`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await form.arrive(page)
    if (form === appointment) await form.in(page).locator('summary').click()
    const part = await form.in(page).getAttribute('id')
    await expectNoViolations(page, `#${part}`)
    await press(page, form)
    await expect(status(form.in(page))).toHaveText('Please fill the form correctly.')
    await expectNoViolations(page, `#${part}`)
  })
}

test('Hero and procedures are carousels of named slides, with their controls inside', async ({ home: page }) => {
  for (const [part, count, buttons] of [
    [hero(page), 3, ['Previous slide', 'Next slide']],
    [carousel(page), 16, ['Previous procedures', 'Next procedures']],
  ] as const) {
    await expect(part).toHaveAccessibleName(/\S/)
    await expect(slidesOf(part)).toHaveCount(count)
    for (const [at, slide] of (await slidesOf(part).all()).entries()) {
      await expect(slide).toHaveAttribute('aria-label', `${at + 1} of ${count}`)
    }
    for (const name of buttons) await expect(part.getByRole('button', { name, exact: true })).toBeVisible()
    await expect(part.getByRole('button', { name: /^(Pause|Play) / })).toBeVisible()
  }
})
