import { expect } from '@playwright/test'
import { appointment, contact, field, press } from '../support/page/forms.ts'
import { bar, modal, openHome, triggerModal } from '../support/page/home-page.ts'
import { bannerParts, expectUncovered } from '../support/page/low-windows.ts'
import { test } from '../support/page/site.ts'

test('On a laptop at 150 % the heading, its button and the controls are above the bar, and SUBMIT is in view', async ({
  page,
}) => {
  await page.setViewportSize({ width: 911, height: 512 })
  await openHome(page)
  for (const [name, part] of Object.entries(bannerParts(page))) await expectUncovered(part, name)
  await triggerModal(page)
  await expectUncovered(modal(page).locator('[type="submit"]'), 'SUBMIT')
  await expect(modal(page).locator('img')).toBeHidden()
})

test('After a mistake the label of the field that has the focus is in view', async ({ page }) => {
  for (const height of [360, 512]) {
    await page.setViewportSize({ width: 360, height })
    await contact.arrive(page)
    await modal(page).evaluate((dialog) => dialog.scrollTo(0, dialog.scrollHeight))
    await press(page, contact)
    await expect(field(modal(page), 'name')).toBeFocused()
    await expect(modal(page).getByText('Name', { exact: true })).toBeInViewport({ ratio: 1 })
  }
})

test('A telephone’s keyboard leaves the field that has the focus, and its neighbours, where they were', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openHome(page)
  await bar(page).locator('summary').click()
  const email = field(appointment.in(page), 'email')
  await email.focus()
  const scrolled = await page.evaluate(() => scrollY)
  await page.setViewportSize({ width: 390, height: 430 })
  await expect(email).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)
  await expect(email).toBeFocused()
})
