import { expect } from '@playwright/test'
import { answerCalls } from '../support/page/calls.ts'
import {
  appointment,
  contact,
  expectMessages,
  FORMS,
  field,
  fill,
  messagesIn,
  press,
  status,
} from '../support/page/forms.ts'
import { settle } from '../support/page/home-page.ts'
import { test } from '../support/page/site.ts'

/** What each form says when nothing at all was filled in. */
const ALL_MISSING = new Map([
  [
    appointment,
    {
      fullname: 'Name is required',
      phone: 'Phone No. is required',
      email: 'Email is required',
      time_slot: 'Please select preferred time for callback',
      selected: 'Surgery type is required',
    },
  ],
  [
    contact,
    {
      name: 'Value is required',
      phone: 'Value is required',
      email: 'Value is required',
      time_slot: 'Value is required',
    },
  ],
])

for (const form of FORMS) {
  const missing: Record<string, string> = ALL_MISSING.get(form) ?? {}
  const [firstName = ''] = Object.keys(missing)

  test(`The ${form.name} shows each field's first message beside it, tied to it for a screen reader`, async ({
    page,
  }) => {
    await form.arrive(page)
    await press(page, form)
    await expectMessages(form.in(page), missing)
    for (const [name, message] of Object.entries(missing)) {
      const control = field(form.in(page), name)
      await expect(control).toHaveAttribute('aria-invalid', 'true')
      const ids = (await control.getAttribute('aria-describedby')) ?? ''
      const said = form.in(page).locator(`#${ids.split(' ')[0]}`)
      await expect(said).toHaveText(message, { useInnerText: false })
      await expect(said).toBeVisible()
      const [box, below] = [await control.boundingBox(), await said.boundingBox()]
      expect(Number(below?.y) - Number(box?.y) - Number(box?.height), `${name}: beside its field`).toBeLessThan(40)
    }
  })

  test(`The ${form.name} shows only the first message of a field that breaks several rules`, async ({ page }) => {
    await form.arrive(page)
    await fill(form.in(page), { ...form.values, phone: 'abc', [firstName]: ' ' })
    await press(page, form)
    await expectMessages(form.in(page), {
      [firstName]: missing[firstName] ?? '',
      phone: form === appointment ? 'Phone No. must have 10 digits' : 'Value must be numeric',
    })
  })

  test(`The ${form.name} gives focus to the first wrong field`, async ({ page }) => {
    await form.arrive(page)
    for (const name of Object.keys(missing).reverse()) {
      await fill(form.in(page), { ...form.values, [name]: '' })
      await field(form.in(page), firstName).blur()
      await press(page, form)
      await expect(field(form.in(page), name)).toBeFocused()
    }
    await fill(form.in(page), { phone: '', email: '' })
    await press(page, form)
    await expect(field(form.in(page), firstName)).toBeFocused()
  })

  test(`The ${form.name} shows no message before its button is pressed`, async ({ page }) => {
    await form.arrive(page)
    for (const name of ['phone', 'email', firstName]) {
      await field(form.in(page), name).pressSequentially('x')
      await field(form.in(page), name).blur()
      await field(form.in(page), name).fill('')
    }
    await settle(page)
    expect(await messagesIn(form.in(page))).toEqual({})
    await expect(status(form.in(page))).toHaveText('')
  })

  test(`After a failed press the messages of the ${form.name} follow what is typed`, async ({ page }) => {
    await form.arrive(page)
    await press(page, form)
    const { email, ...others } = missing
    await field(form.in(page), 'email').pressSequentially('asha')
    await expectMessages(form.in(page), { ...missing, email: 'Value is not a valid email address' })
    await field(form.in(page), 'email').pressSequentially('@people.example')
    await expectMessages(form.in(page), others)
    await field(form.in(page), 'time_slot').selectOption('Anytime')
    const { time_slot, ...rest } = others
    await expectMessages(form.in(page), rest)
    await field(form.in(page), 'email').fill('')
    await expectMessages(form.in(page), { ...rest, email: email ?? '' })
  })

  test(`The ${form.name} sends what was put right after a mistake`, async ({ page }) => {
    const { calls } = await answerCalls(page, form, 500)
    await form.arrive(page)
    await fill(form.in(page), { ...form.values, phone: '98765' })
    await press(page, form)
    await expect(field(form.in(page), 'phone')).toBeFocused()
    await fill(form.in(page), { phone: '9000000004' })
    await page.keyboard.press('Enter')
    await expect.poll(() => calls.length).toBe(1)
    expect(calls[0]?.body).toContain('9000000004')
  })

  test(`The ${form.name} has none of the attributes by which a browser would validate for itself`, async ({
    home: page,
  }) => {
    await expect(form.in(page).locator('form')).toHaveJSProperty('noValidate', true)
    const forbidden = ['required', 'maxlength', 'minlength', 'pattern', 'min', 'max', 'step']
    for (const attribute of forbidden) await expect(form.in(page).locator(`[${attribute}]`)).toHaveCount(0)
    await expect(form.in(page).locator('[type="number"], [type="email"]')).toHaveCount(0)
    const phone = field(form.in(page), 'phone')
    await expect(phone).toHaveAttribute('type', 'tel')
    await expect(phone).toHaveAttribute('inputmode', 'numeric')
    await expect(phone).toHaveAttribute('autocomplete', 'tel-national')
    const email = field(form.in(page), 'email')
    await expect(email).toHaveAttribute('type', 'text')
    await expect(email).toHaveAttribute('inputmode', 'email')
    await expect(email).toHaveAttribute('autocomplete', 'email')
  })
}
