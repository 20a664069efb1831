import { expect } from '@playwright/test'
import { appointment, FORMS, press, status } from '../support/page/forms.ts'
import { openHome } from '../support/page/home-page.ts'
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
