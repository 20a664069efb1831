import { expect, type Page } from '@playwright/test'
import { FORMS, type Form, field, messagesIn, press } from '../support/page/forms.ts'
import { test } from '../support/page/site.ts'

const MADE_READY: [pasted: string, becomes: string][] = [
  ['98765 43210', '9876543210'],
  ['98765-43210', '9876543210'],
  ['(98765) 43210', '9876543210'],
  ['+919876543210', '9876543210'],
  ['+91 98765 43210', '9876543210'],
  ['+91-98765-43210', '9876543210'],
  ['+91 (98765) 43-210', '9876543210'],
]

const LEFT_ALONE = [
  '9876543210',
  '987654321',
  '98765 4321',
  '98765 43210 1',
  '+1 98765 43210',
  'Call 98765 43210',
  '98765.43210',
]

/** Pastes a text as a visitor does, from the clipboard; gives whether the page prevented the browser from doing so. */
async function paste(page: Page, form: Form, text: string): Promise<boolean> {
  const phone = field(form.in(page), 'phone')
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await phone.fill('')
  // The window is the last to hear of it: by then the page has made up its mind.
  await page.evaluate(() => {
    const note = (event: Event) => document.body.setAttribute('data-paste-prevented', String(event.defaultPrevented))
    addEventListener('paste', note, { once: true })
  })
  await page.keyboard.press('ControlOrMeta+V')
  return (await page.locator('body').getAttribute('data-paste-prevented')) === 'true'
}

for (const form of FORMS) {
  test.describe(() => {
    test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

    test(`A number that is pasted into the ${form.name} loses its signs and country prefix`, async ({ page }) => {
      await form.arrive(page)
      for (const [pasted, becomes] of MADE_READY) {
        expect.soft(await paste(page, form, pasted), `"${pasted}" is taken over`).toBe(true)
        await expect.soft(field(form.in(page), 'phone')).toHaveValue(becomes)
      }
    })

    test(`A pasted text of the ${form.name} stays as it is when not ten digits remain`, async ({ page }) => {
      await form.arrive(page)
      for (const pasted of LEFT_ALONE) {
        expect.soft(await paste(page, form, pasted), `"${pasted}" is left to the browser`).toBe(false)
        await expect.soft(field(form.in(page), 'phone')).toHaveValue(pasted)
      }
    })

    test(`A number that is pasted into the ${form.name} after a mistake takes its message away`, async ({ page }) => {
      await form.arrive(page)
      await press(page, form)
      expect(await messagesIn(form.in(page))).toHaveProperty('phone')
      await paste(page, form, '+91 98765 43210')
      await expect.poll(() => messagesIn(form.in(page))).not.toHaveProperty('phone')
    })
  })

  test(`A number that is typed into the ${form.name} is validated as typed`, async ({ page }) => {
    await form.arrive(page)
    await field(form.in(page), 'phone').pressSequentially('+91 98765 43210')
    await expect(field(form.in(page), 'phone')).toHaveValue('+91 98765 43210')
    await press(page, form)
    expect(await messagesIn(form.in(page))).toHaveProperty('phone')
  })
}
