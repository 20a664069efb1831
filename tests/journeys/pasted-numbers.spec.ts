import { expect, type Page } from '@playwright/test'
import { FORMS, type Form, field, messagesIn, press } from '../support/page/forms.ts'
import { test } from '../support/page/site.ts'

/** Of each kind one; `phone-number.test.ts` has all. */
const PASTED: [text: string, becomes: string][] = [
  ['98765-43210', '9876543210'],
  ['+91 (98765) 43-210', '9876543210'],
  ['9876543210', '9876543210'],
  ['+1 98765 43210', '+1 98765 43210'],
  ['98765 4321', '98765 4321'],
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

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

for (const form of FORMS) {
  test(`A number loses signs and country prefix when it is pasted into the ${form.name}, not when it is typed`, async ({
    page,
  }) => {
    await form.arrive(page)
    const phone = field(form.in(page), 'phone')
    for (const [text, becomes] of PASTED) {
      expect.soft(await paste(page, form, text), `"${text}" is taken over`).toBe(text !== becomes)
      await expect.soft(phone).toHaveValue(becomes)
    }
    await phone.fill('')
    await phone.pressSequentially('+91 98765 43210')
    await expect(phone).toHaveValue('+91 98765 43210')
    await press(page, form)
    expect(await messagesIn(form.in(page))).toHaveProperty('phone')
    await paste(page, form, '+91 98765 43210')
    await expect.poll(() => messagesIn(form.in(page))).not.toHaveProperty('phone')
  })
}
