import { expect, type Page } from '@playwright/test'
import { answerCalls } from '../support/page/calls.ts'
import {
  appointment,
  contact,
  expectMessages,
  FORMS,
  type Form,
  field,
  fill,
  messagesIn,
  press,
} from '../support/page/forms.ts'
import { openHome, openWithoutReact, settle, triggerModal } from '../support/page/home-page.ts'
import { test } from '../support/page/site.ts'

/** A number, and what is none; `phone-number.test.ts` has all kinds. */
const PUT: [text: string, becomes: string][] = [
  ['+91 (98765) 43-210', '9876543210'],
  ['98765 4321', '98765 4321'],
]

/** Ways in which several characters come into a telephone field at once. It is empty, and has the focus. */
const WAYS: Record<string, (page: Page, form: Form, text: string) => Promise<void>> = {
  pasted: async (page, _, text) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await page.keyboard.press('ControlOrMeta+V')
  },
  'inserted by a keyboard, as a suggestion or a clip': (page, _, text) => page.keyboard.insertText(text),
  dictated: async (page, _, text) => {
    const keyboard = await page.context().newCDPSession(page)
    const compose = (heard: string) =>
      keyboard.send('Input.imeSetComposition', {
        text: heard,
        selectionStart: heard.length,
        selectionEnd: heard.length,
      })
    await compose(text.slice(0, 5))
    await compose(text)
    await keyboard.send('Input.insertText', { text })
  },
  'dropped from another field': async (page, form, text) => {
    const email = field(form.in(page), 'email')
    await email.fill(text)
    await email.selectText()
    const { x = 0, y = 0, height = 0 } = (await email.boundingBox()) ?? {}
    await page.mouse.move(x + 16, y + height / 2)
    await page.mouse.down()
    const to = await field(form.in(page), 'phone').boundingBox()
    await page.mouse.move(Number(to?.x) + 20, Number(to?.y) + height / 2, { steps: 5 })
    await page.mouse.up()
    await email.fill('')
  },
  'filled in by the browser': async (page, form, text) => {
    await field(form.in(page), 'email').focus()
    await setByBrowser(page, form, text)
  },
  'filled in by the browser where the visitor is': setByBrowser,
  'replaced by a suggestion': (page, form, text) =>
    setByBrowser(page, form, text, { inputType: 'insertReplacementText' }),
}

/** Sets the number beside React's own property, as browsers and their extensions do, and tells the page. */
function setByBrowser(page: Page, form: Form, text: string, event: { inputType?: string } = {}) {
  return field(form.in(page), 'phone').evaluate(
    (phone, [text, event]) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(phone, text)
      phone.dispatchEvent(new (event.inputType ? InputEvent : Event)('input', { bubbles: true, ...event }))
      phone.dispatchEvent(new Event('change', { bubbles: true }))
    },
    [text, event] as const,
  )
}

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

for (const form of FORMS) {
  const phoneIn = (page: Page) => field(form.in(page), 'phone')

  test(`A number loses signs and prefixes in whatever way it comes into the ${form.name} at once; what is no number stays`, async ({
    page,
  }) => {
    await form.arrive(page)
    for (const [way, put] of Object.entries(WAYS)) {
      for (const [text, becomes] of PUT) {
        await phoneIn(page).fill('')
        await phoneIn(page).focus()
        await put(page, form, text)
        await expect.soft(phoneIn(page), `${text}, ${way}`).toHaveValue(becomes, { timeout: 2000 })
      }
    }
  })

  test(`A number that is typed into the ${form.name} is judged as typed, also where a keyboard composes`, async ({
    page,
  }) => {
    const { calls } = await answerCalls(page, form, 500)
    await form.arrive(page)
    const keyboard = await page.context().newCDPSession(page)
    const compose = async (text: string) => {
      for (let length = 1; length <= text.length; length++)
        await keyboard.send('Input.imeSetComposition', {
          text: text.slice(0, length),
          selectionStart: length,
          selectionEnd: length,
        })
      await keyboard.send('Input.insertText', { text })
    }
    await fill(form.in(page), form.values)
    for (const type of [(text: string) => phoneIn(page).pressSequentially(text), compose]) {
      for (const text of form === appointment ? ['09876543210', '919876543210', '+91 98765 43210'] : ['98765 43210']) {
        await phoneIn(page).fill('')
        await type(text)
        await phoneIn(page).press('End')
        await phoneIn(page).press('Backspace')
        await type(text.slice(-1))
        await press(page, form)
        await expectMessages(form.in(page), {
          phone: form === appointment ? 'Phone No. must have 10 digits' : 'Value must be numeric',
        })
        await expect(phoneIn(page)).toHaveValue(text)
      }
    }
    expect(calls).toEqual([])
    await field(form.in(page), 'email').focus()
    await phoneIn(page).evaluate((phone: HTMLInputElement) => {
      phone.value = '0091 98765-43210'
      phone.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await expect.poll(() => messagesIn(form.in(page))).toEqual({})
    await press(page, form)
    await expect.poll(() => calls.map(({ body }) => /\D9876543210\D/.test(body))).toEqual([true])
  })

  test(`Undo brings back what was in the ${form.name} before a number was put in, and redo the number`, async ({
    page,
  }) => {
    const { calls } = await answerCalls(page, form, 500)
    await form.arrive(page)
    await fill(form.in(page), form.values)
    for (const way of ['pasted', 'inserted by a keyboard, as a suggestion or a clip']) {
      await phoneIn(page).fill('')
      await phoneIn(page).pressSequentially('12')
      await phoneIn(page).selectText()
      await WAYS[way]?.(page, form, '+91 98765 43210')
      await expect(phoneIn(page)).toHaveValue('9876543210')
      const seen = [await phoneIn(page).inputValue()]
      for (const keys of ['Z', 'Z', 'Shift+Z', 'Shift+Z', 'Shift+Z']) {
        await page.keyboard.press(`ControlOrMeta+${keys}`)
        seen.push(await phoneIn(page).inputValue())
      }
      const [digits, asPut] = ['9876543210', '+91 98765 43210']
      expect(seen, way).toEqual([digits, asPut, '12', asPut, digits, digits])
    }
    // What undo has brought back was not typed.
    await page.keyboard.press('ControlOrMeta+Z')
    await expect(phoneIn(page)).toHaveValue('+91 98765 43210')
    await press(page, form)
    await expect.poll(() => calls.map(({ body }) => /\D9876543210\D/.test(body))).toEqual([true])
  })

  test(`A number that was set in the ${form.name} without any event, before or after the script came, is sent as its digits`, async ({
    page,
  }) => {
    const setSilently = (values: Record<string, string>) =>
      form.in(page).evaluate((part, values) => {
        for (const [name, value] of Object.entries(values))
          for (const control of part.querySelectorAll<HTMLInputElement>(`[name="${name}"]`)) control.value = value
      }, values)
    const { calls } = await answerCalls(page, form, 500)
    const sent = () => calls.map(({ body }) => /\D9876543210\D/.test(body))
    const letReactCome = await openWithoutReact(page)
    await setSilently({ ...form.values, phone: '+91 98765-43210' })
    await letReactCome()
    if (form === contact) await triggerModal(page)
    await press(page, form)
    await expect.poll(sent).toEqual([true])
    await setSilently({ phone: '09876543210' })
    await press(page, form)
    await expect.poll(sent).toEqual([true, true])
  })
}

test('What a visitor begins to type before the script comes is judged as typed', async ({ page }) => {
  const letReactCome = await openWithoutReact(page)
  await fill(appointment.in(page), { ...appointment.values, phone: '' })
  await field(appointment.in(page), 'phone').pressSequentially('0987')
  await letReactCome()
  await page.keyboard.type('6543210')
  await press(page, appointment)
  await expectMessages(appointment.in(page), { phone: 'Phone No. must have 10 digits' })
})

test('In the modal a number with more digits than the country has gets a hint, which is announced and follows what is typed', async ({
  page,
}) => {
  const { calls } = await answerCalls(page, contact, 500)
  await contact.arrive(page)
  const phone = field(contact.in(page), 'phone')
  const hint = contact.in(page).locator('#contact-phone-hint')
  await expect(hint).toHaveAttribute('aria-live', 'polite')
  await expect(hint, 'there before it is used').toHaveText('')
  await phone.pressSequentially('9876543210')
  await expect(hint).toHaveText('')
  await expect(phone).not.toHaveAttribute('aria-describedby')
  await phone.pressSequentially('9')
  await expect(hint).toHaveText('11 digits: is it right?')
  await expect(phone).toHaveAccessibleDescription('11 digits: is it right?')
  await expect(phone).not.toHaveAttribute('aria-invalid')
  expect(await hint.evaluate(({ childNodes }) => [...childNodes].map((node) => node.nodeName))).toEqual(['#text'])
  await phone.pressSequentially('9')
  await expect(hint).toHaveText('12 digits: is it right?')
  await fill(contact.in(page), { ...contact.values, phone: '987654321098' })
  await press(page, contact)
  await expect.poll(() => calls.length, 'calls: a hint is no error').toBe(1)
  await expect(hint).toHaveText('12 digits: is it right?')
  for (const key of ['End', 'Backspace', 'Backspace']) await phone.press(key)
  await expect(phone).toHaveValue('9876543210')
  await expect(hint).toHaveText('')
  await page.keyboard.press('Escape')
  await expect(page.locator('#appointment-phone-hint')).toHaveCount(0)
})

test('The hint is in Hindi on the Hindi page, and comes with a number that was typed into the bar', async ({
  page,
}) => {
  await openHome(page, '/hi/')
  await field(appointment.in(page), 'phone').pressSequentially('98765432101')
  await triggerModal(page)
  await settle(page)
  await expect(contact.in(page).locator('#contact-phone-hint')).toHaveText('11 अंक हैं: क्या नंबर सही है?')
})
