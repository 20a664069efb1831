import { expect, type Page } from '@playwright/test'
import { contents } from '../support/content.ts'
import { appointment, FORMS, field, fill, formsIn } from '../support/page/forms.ts'
import { bar, expectModal, hero, modal, openHome, slidesOf, triggerModal } from '../support/page/home-page.ts'
import { test } from '../support/page/site.ts'

/*
 * Windows with little height for their text: laptops at 150 %, large browser fonts, phones on their side, and phones whose
 * keyboard is up.
 */

const WINDOWS = [
  { width: 911, height: 512, font: 16 },
  { width: 1280, height: 560, font: 16 },
  { width: 768, height: 576, font: 16 },
  { width: 1024, height: 600, font: 16 },
  { width: 844, height: 390, font: 16 },
  { width: 568, height: 320, font: 16 },
  { width: 320, height: 568, font: 16 },
  { width: 1280, height: 720, font: 24 },
  { width: 1280, height: 720, font: 20 },
  { width: 911, height: 512, font: 24 },
]

/** The lowest of each layout, and phones with their keyboard up. */
const LOWEST = [
  { width: 911, height: 512, font: 24 },
  { width: 768, height: 576, font: 16 },
  { width: 568, height: 320, font: 16 },
  { width: 320, height: 568, font: 16 },
  { width: 360, height: 360, font: 16 },
]

/** The font that visitors have chosen in their browser; media queries follow it, too. */
async function setBrowserFont(page: Page, standard: number) {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard } })
}

for (const content of contents) {
  test(`In low windows and with large fonts the banner's heading, button and controls are above the bar, and the modal's button is in view (${content.code})`, async ({
    page,
  }) => {
    const [, contact] = formsIn(content)
    await openHome(page, content.path)
    await page.locator('html[data-typeface]').waitFor()
    for (const { width, height, font } of WINDOWS) {
      const at = `at ${width}×${height} with ${font} px`
      await setBrowserFont(page, font)
      await page.setViewportSize({ width, height })
      const end = await bar(page).evaluate((element) => Math.min(innerHeight, element.getBoundingClientRect().top))
      const parts = [hero(page).locator('[data-icon="next"]'), ...(await slidesOf(hero(page)).locator('h2, a').all())]
      for (const part of parts) {
        const { y = 0, height = 0 } = (await part.boundingBox()) ?? {}
        expect.soft(y, at).toBeGreaterThanOrEqual(0)
        expect.soft(y + height, `${await part.textContent()} ${at}`).toBeLessThanOrEqual(end)
      }
      if (width / font < 48 || height / font < 28) continue
      await triggerModal(page)
      await expect.soft(modal(page).getByRole('button', { name: contact.button }), at).toBeInViewport({ ratio: 1 })
      await expect.soft(modal(page).locator('img'), at).toBeVisible({ visible: height / font >= 36 })
      await page.keyboard.press('Escape')
      await expectModal(page, 'closed')
    }
  })
}

for (const form of FORMS) {
  test(`After a mistake in the ${form.name} its field has the focus, and field and label are in view`, async ({
    page,
  }) => {
    await form.arrive(page)
    const names = Object.keys(form.missing)
    for (const { width, height, font } of LOWEST) {
      await setBrowserFont(page, font)
      await page.setViewportSize({ width, height })
      for (const wrong of [names[0], names.at(-1)] as string[]) {
        const at = `${wrong} at ${width}×${height} with ${font} px`
        if (form === appointment)
          await bar(page)
            .locator('details')
            .evaluate((details) => details.setAttribute('open', ''))
        await fill(form.in(page), { ...form.values, [wrong]: '' })
        await field(form.in(page), names[1] ?? '').press('Enter')
        await expect(field(form.in(page), wrong), at).toBeFocused()
        await expect.soft(field(form.in(page), wrong), at).toBeInViewport({ ratio: 1 })
        const label = form.in(page).locator(`label[for="${await field(form.in(page), wrong).getAttribute('id')}"]`)
        await expect.soft(label, at).toBeInViewport({ ratio: 1 })
      }
    }
  })
}

test('The fields that open at the end of a page in a low window come into sight', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 430 })
  await openHome(page)
  await bar(page).locator('summary').click()
  await expect(field(bar(page), 'fullname')).toBeInViewport({ ratio: 1 })
  await expect(bar(page)).toHaveCSS('position', 'static')
  await field(bar(page), 'fullname').click()
  await expect(bar(page)).toHaveCSS('position', 'sticky')
  await page.evaluate(() => scrollTo(0, 0))
  await expect(field(bar(page), 'fullname')).toBeInViewport({ ratio: 1 })
})
