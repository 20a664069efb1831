import { expect } from '@playwright/test'
import { answerCalls } from '../support/page/calls.ts'
import {
  appointment,
  expectMessages,
  FORMS,
  field,
  fill,
  messagesIn,
  press,
  status,
  valuesIn,
} from '../support/page/forms.ts'
import { settle } from '../support/page/home-page.ts'
import { test } from '../support/page/site.ts'

for (const form of FORMS) {
  const { missing } = form
  const [firstName = ''] = Object.keys(missing)

  test(`The ${form.name} shows messages beside their fields from the first press on, and they follow what is typed`, async ({
    page,
  }) => {
    const { calls } = await answerCalls(page, form, 500)
    await form.arrive(page)
    await expect(status(form.in(page))).toHaveCount(1)
    for (const name of ['phone', 'email', firstName]) {
      await field(form.in(page), name).pressSequentially('x')
      await field(form.in(page), name).blur()
      await field(form.in(page), name).fill('')
    }
    await settle(page)
    expect(await messagesIn(form.in(page)), 'before the press').toEqual({})
    expect(await status(form.in(page)).textContent()).toBe('')

    await press(page, form)
    expect(await status(form.in(page)).textContent()).toBe('Please fill the form correctly.')
    await expectMessages(form.in(page), missing)
    for (const [name, message] of Object.entries(missing)) {
      const control = field(form.in(page), name)
      await expect(control).toHaveAccessibleDescription(new RegExp(`^${message}`))
      const ids = (await control.getAttribute('aria-describedby')) ?? ''
      const said = form.in(page).locator(`#${ids.split(' ')[0]}`)
      await expect(said).toHaveText(message, { useInnerText: false })
      await expect(said).toBeVisible()
      const [box, below] = [await control.boundingBox(), await said.boundingBox()]
      expect(Number(below?.y) - Number(box?.y) - Number(box?.height), `${name}: beside its field`).toBeLessThan(40)
    }

    const { email = '', time_slot, ...others } = missing
    await field(form.in(page), 'email').pressSequentially('asha')
    await expectMessages(form.in(page), { ...missing, email: 'Value is not a valid email address' })
    await field(form.in(page), 'email').pressSequentially('@people.example')
    await field(form.in(page), 'time_slot').selectOption('Anytime')
    await expectMessages(form.in(page), others)
    await field(form.in(page), 'email').fill('')
    await expectMessages(form.in(page), { ...others, email })

    await fill(form.in(page), { ...form.values, phone: 'abc', [firstName]: ' Ana ' })
    await expectMessages(form.in(page), {
      [firstName]: 'This field should be at least 4 characters long',
      phone: form === appointment ? 'Phone No. must have 10 digits' : 'Value must be numeric',
    })
    await press(page, form)
    expect(await valuesIn(form.in(page))).toEqual({ ...form.values, phone: 'abc', [firstName]: ' Ana ' })
    expect(calls).toEqual([])
    await fill(form.in(page), form.values)
    await field(form.in(page), 'phone').press('Enter')
    await expect.poll(() => calls.length).toBe(1)
  })

  // The return key sends the form, so that is what it is called; the attribute changes only its name.
  test(`Each field of the ${form.name} brings up its keyboard and the browser's own details, and validates nothing`, async ({
    home: page,
  }) => {
    const wanted = {
      [firstName]: { autocomplete: 'name', autocorrect: 'off' },
      phone: { type: 'tel', inputmode: 'numeric', autocomplete: 'tel-national' },
      email: { type: 'text', inputmode: 'email', autocomplete: 'email', autocorrect: 'off' },
    }
    for (const [name, attributes] of Object.entries(wanted)) {
      for (const [attribute, value] of Object.entries(attributes)) {
        await expect(field(form.in(page), name)).toHaveAttribute(attribute, value)
      }
      await expect(field(form.in(page), name)).toHaveAttribute('enterkeyhint', 'send')
    }
    await expect(form.in(page).locator('form[action]')).toHaveJSProperty('noValidate', true)
    const required = form.in(page).locator('[aria-required="true"]')
    const names = await required.evaluateAll((fields) => fields.map((one) => one.getAttribute('name')))
    expect(names, 'announced as required').toEqual(Object.keys(missing))
    const forbidden = ['required', 'maxlength', 'minlength', 'pattern', 'min', 'max', 'step']
    for (const attribute of forbidden) await expect(form.in(page).locator(`[${attribute}]`)).toHaveCount(0)
    await expect(form.in(page).locator('[type="number"], [type="email"]')).toHaveCount(0)
  })
}
