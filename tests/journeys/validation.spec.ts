import { expect, type Locator, type Page } from '@playwright/test'
import { SERVICES } from '../../src/callback-request/services.ts'
import { TIME_SLOTS } from '../../src/callback-request/time-slots.ts'
import { answerCalls } from '../support/page/calls.ts'
import {
  appointment,
  contact,
  FORMS,
  type Form,
  field,
  fill,
  messagesIn,
  press,
  status,
} from '../support/page/forms.ts'
import { test } from '../support/page/site.ts'

const GOOD = ''
const FOUR = 'This field should be at least 4 characters long'
const TEN = 'Phone No. must have 10 digits'
const BAD_EMAIL = 'Value is not a valid email address'

/** Values of a field, each with the one message it gets on a press of the button, or none. */
type Row = [typed: string, message: string]

const NAMES: Row[] = [
  ['Ana', FOUR],
  ['  Ana  ', FOUR],
  ['Asha', GOOD],
  ['  Asha  ', GOOD],
  ['A  B', GOOD],
  ['O’Neill-Rao', GOOD],
  ['आशा', FOUR],
  ['आशा राव', GOOD],
]

const EMAILS: Row[] = [
  ['asha', BAD_EMAIL],
  ['asha@', BAD_EMAIL],
  ['@people.example', BAD_EMAIL],
  ['asha@example', BAD_EMAIL],
  ['asha@people.e', BAD_EMAIL],
  ['asha@people.example.', BAD_EMAIL],
  ['asha@people..example', BAD_EMAIL],
  ['asha@@people.example', BAD_EMAIL],
  ['asha rao@people.example', BAD_EMAIL],
  ['asha@people.example, meera@people.example', BAD_EMAIL],
  ['asha@people.example', GOOD],
  ['  asha@people.example  ', GOOD],
  ['asha.rao+clinic@mail.people.example', GOOD],
  ["o'neill_rao@people-of-pune.example", GOOD],
]

/** In UTF-16 twice as long as they are: what counts is the letter. */
const CODE_POINTS: Row[] = [
  ['𝒜𝓈𝒽', FOUR],
  ['𝒜𝓈𝒽𝒶', GOOD],
]

const RULES: [Form, fieldName: string, sentence: string, rows: Row[]][] = [
  [appointment, 'fullname', "fullname is required: 'Name is required'", empty('Name is required')],
  [appointment, 'fullname', 'fullname has at least 4 characters', NAMES],
  [appointment, 'fullname', 'fullname counts Unicode code points', CODE_POINTS],
  [appointment, 'phone', "phone is required: 'Phone No. is required'", empty('Phone No. is required')],
  [
    appointment,
    'phone',
    'phone has at most 10 and at least 10 characters',
    [
      ['1', TEN],
      ['987654321', TEN],
      ['9876543210', GOOD],
      ['98765432101', TEN],
      ['  987654321  ', TEN],
      ['  9876543210  ', GOOD],
    ],
  ],
  [
    appointment,
    'phone',
    "phone has digits only: 'Phone No. must be numeric', said when its length is right",
    [
      ['abc', TEN],
      ['+919876543210', TEN],
      ['98765abcde', 'Phone No. must be numeric'],
      ['98765 4321', 'Phone No. must be numeric'],
      ['98765.4321', 'Phone No. must be numeric'],
      ['-987654321', 'Phone No. must be numeric'],
      ['९८७६५४३२१०', 'Phone No. must be numeric'],
    ],
  ],
  [appointment, 'email', "email is required: 'Email is required'", empty('Email is required')],
  [appointment, 'email', 'email has a valid format', EMAILS],
  [appointment, 'selected', 'service is required', offered('Surgery type is required', SERVICES)],
  [appointment, 'time_slot', 'time slot is required', offered('Please select preferred time for callback', TIME_SLOTS)],
  [contact, 'name', "name is required: 'Value is required'", empty('Value is required')],
  [contact, 'name', 'name has at least 4 characters', NAMES],
  [contact, 'name', 'name counts Unicode code points', CODE_POINTS],
  [contact, 'phone', "phone is required: 'Value is required'", empty('Value is required')],
  [
    contact,
    'phone',
    'phone is numeric, digits with an optional decimal part, before its length is validated',
    [
      ['abc', 'Value must be numeric'],
      ['98765abcde', 'Value must be numeric'],
      ['+919876543210', 'Value must be numeric'],
      ['98765 43210', 'Value must be numeric'],
      ['9876543210.', 'Value must be numeric'],
      ['98765.432.10', 'Value must be numeric'],
      ['९८७६५४३२१०', 'Value must be numeric'],
      ['9876543.21', GOOD],
      ['.987654321', GOOD],
    ],
  ],
  [
    contact,
    'phone',
    'phone has at least 10 characters and no maximum',
    [
      ['987654321', 'This field should be at least 10 characters long'],
      ['98765.43', 'This field should be at least 10 characters long'],
      ['  987654321  ', 'This field should be at least 10 characters long'],
      ['9876543210', GOOD],
      ['98765432101', GOOD],
      ['9'.repeat(60), GOOD],
    ],
  ],
  [contact, 'email', "email is required: 'Value is required'", empty('Value is required')],
  [contact, 'email', 'email has a valid format', EMAILS],
  [contact, 'time_slot', 'time slot is required', offered('Value is required', TIME_SLOTS)],
  [
    contact,
    'message',
    'message is optional',
    [
      ['', GOOD],
      ['   ', GOOD],
      ['Two\nlines', GOOD],
    ],
  ],
]

function empty(message: string): Row[] {
  return [
    ['', message],
    ['   ', message],
  ]
}

function offered(message: string, options: readonly string[]): Row[] {
  return [['', message], ...options.map((option): Row => [option, GOOD])]
}

for (const form of FORMS) {
  test(`The ${form.name} validates every field as specified`, async ({ page }) => {
    const { calls } = await answerCalls(page, form)
    await form.arrive(page)
    for (const [, name, sentence, rows] of RULES.filter(([of]) => of === form)) {
      await test.step(sentence, async () => {
        const given = await messagesOn(form.in(page), name, [...rows.map(([typed]) => typed), ''])
        for (const [at, [typed, message]] of rows.entries()) {
          expect.soft(given[at], `${sentence}; typed: "${typed}"`).toBe(message)
        }
      })
    }
    expect(calls).toEqual([])
  })
}

/** Enters values into a field one after another, submits each, and gives the field's messages; the other fields are empty. */
function messagesOn(form: Locator, name: string, values: string[]): Promise<string[]> {
  return form.locator('form').evaluate(
    (element: HTMLFormElement, [name, values]) =>
      values.map((value) => {
        const control = element.elements.namedItem(name) as HTMLInputElement
        control.value = value
        control.dispatchEvent(new Event('input', { bubbles: true }))
        control.dispatchEvent(new Event('change', { bubbles: true }))
        element.requestSubmit()
        if (control.getAttribute('aria-invalid') !== 'true') return ''
        const ids = control.getAttribute('aria-describedby')?.split(' ') ?? []
        const texts = ids.map((id) => document.getElementById(id)?.textContent ?? `nothing has the id ${id}`)
        return texts.filter((text) => !text.startsWith('Times are ')).join(' / ')
      }),
    [name, values] as const,
  )
}

test('A select of either form that was meddled with is not sent', async ({ page }) => {
  const { calls } = await answerCalls(page, appointment)
  await appointment.arrive(page)
  await fill(appointment.in(page), appointment.values)
  await offerToo(page, appointment, 'selected', 'Appendectomy')
  await press(page, appointment)
  await expect(status(appointment.in(page))).toHaveText('Please fill the form correctly.')
  expect(await messagesIn(appointment.in(page))).toEqual({ selected: ['Please choose from the list'] })
  expect(calls).toEqual([])
})

const offerToo = (page: Page, form: Form, name: string, value: string) =>
  field(form.in(page), name).evaluate((select, text) => {
    ;(select as HTMLSelectElement).add(new Option(text, text, true, true))
  }, value)
