import { expect, type Locator, type Page } from '@playwright/test'
import type { Content } from '../../../src/content/content.ts'
import { say } from '../../../src/content/fill.ts'
import { english } from '../content.ts'
import { bar, formsInSightHydrated, modal, openHome, triggerModal } from './home-page.ts'

export type Values = Record<string, string>

/** One of the two forms, and how a visitor comes to it. */
export interface Form {
  name: string
  /** The path of the page that contains it. */
  home: string
  path: '/api/appointment' | '/api/contact-us'
  /** The words on its button. */
  button: string
  /** What a visitor who makes no mistake types, by field name. */
  values: Values
  /** What it says when nothing was filled in, in the specification's words. */
  missing: Values
  in: (page: Page) => Locator
  arrive: (page: Page) => Promise<void>
}

/** Both forms in a language. */
export function formsIn({ path: home, forms: { translations } }: Content): [appointment: Form, contact: Form] {
  return [
    {
      name: 'appointment form',
      home,
      path: '/api/appointment',
      button: say('SEND', translations),
      values: {
        fullname: 'Asha Rao',
        phone: '9876543210',
        email: 'asha.rao@people.example',
        time_slot: '10:00am-12:00pm',
        selected: 'Rhinoplasty',
      },
      missing: {
        fullname: 'Name is required',
        phone: 'Phone No. is required',
        email: 'Email is required',
        time_slot: 'Please select preferred time for callback',
        selected: 'Surgery type is required',
      },
      in: bar,
      arrive: (page) => openHome(page, home),
    },
    {
      name: 'modal',
      home,
      path: '/api/contact-us',
      button: say('SUBMIT', translations),
      values: {
        name: 'Meera Iyer',
        phone: '9123456780',
        email: 'meera.iyer@people.example',
        time_slot: '10:00am-12:00pm',
        message: 'How long is the recovery?',
      },
      missing: {
        name: 'Value is required',
        phone: 'Value is required',
        email: 'Value is required',
        time_slot: 'Value is required',
      },
      in: modal,
      arrive: async (page) => {
        await openHome(page, home)
        await triggerModal(page)
        await formsInSightHydrated(page)
      },
    },
  ]
}

export const FORMS = formsIn(english)
export const [appointment, contact] = FORMS

export const field = (form: Locator, name: string) => form.locator(`[name="${name}"]`)
export const status = (form: Locator) => form.getByRole('status')

/** Presses the form's button, whatever a translator has made of its name. */
export const press = (page: Page, form: Form) => form.in(page).locator('[type="submit"]').click()

/** Types into the fields, and chooses in the selects. */
export async function fill(form: Locator, values: Values) {
  for (const [name, value] of Object.entries(values)) {
    if (SELECTS.includes(name)) await field(form, name).selectOption(value)
    else await field(form, name).fill(value)
  }
}

const SELECTS = ['time_slot', 'selected']

/** What stands in the fields now. */
export function valuesIn(form: Locator): Promise<Values> {
  return form
    .locator('form[action]')
    .evaluate((element) => Object.fromEntries(new FormData(element as HTMLFormElement)) as Values)
}

/** A form in which nothing has been typed. */
export const emptied = (values: Values): Values => Object.fromEntries(Object.keys(values).map((name) => [name, '']))

/** What each field in error says, by field name: the texts of its description, without the hint of the time slots. */
export function messagesIn(form: Locator): Promise<Record<string, string[]>> {
  return form.locator('form[action]').evaluate((element) => {
    const messages: Record<string, string[]> = {}
    for (const control of (element as HTMLFormElement).elements) {
      const ids =
        control
          .getAttribute('aria-describedby')
          ?.split(' ')
          .filter((id) => !id.endsWith('-hint')) ?? []
      const texts = ids.map((id) => document.getElementById(id)?.textContent ?? `nothing has the id ${id}`)
      const said = texts.filter((text) => text !== '')
      const invalid = control.getAttribute('aria-invalid') === 'true'
      if (invalid || said.length > 0) {
        messages[(control as HTMLInputElement).name] = invalid ? said : ['not marked as invalid', ...said]
      }
    }
    return messages
  })
}

export async function expectMessages(form: Locator, messages: Values) {
  const expected = Object.fromEntries(Object.entries(messages).map(([name, message]) => [name, [message]]))
  await expect.poll(() => messagesIn(form)).toEqual(expected)
}
