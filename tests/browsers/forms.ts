import type { Values } from '../support/page/forms.ts'
import type { Page } from './engine.ts'
import { eventually, press, see } from './visitor.ts'

/** The selector of a form. */
type Form = string

/** Types into the fields key by key after a press on each; chooses in the selects, whose lists no driver can reach. */
export async function fill(page: Page, form: Form, values: Values) {
  for (const [name, value] of Object.entries(values)) {
    const selector = `[name="${name}"]`
    const chosen = await page.evaluate(choose, `${form} ${selector}`, value)
    if (!chosen) await typeInto(page, form, name, value)
  }
}

/** Runs in the page. */
function choose(selector: string, value: string): boolean {
  const control = document.querySelector(selector)
  if (!(control instanceof HTMLSelectElement)) return false
  control.value = value
  control.dispatchEvent(new Event('input', { bubbles: true }))
  control.dispatchEvent(new Event('change', { bubbles: true }))
  return true
}

export async function typeInto(page: Page, form: Form, name: string, text: string) {
  const target = { within: form, selector: `[name="${name}"]` }
  await press(page, target)
  await eventually(async () => {
    if (!(await see(page, target)).focused) throw new Error(`a press does not focus the field ${name}`)
  })
  await page.type(text)
}

/** What stands in the fields now, by field name. */
export function valuesIn(page: Page, form: Form): Promise<Values> {
  return page.evaluate(
    (selector: string) => Object.fromEntries(new FormData(document.querySelector(selector) ?? undefined)) as Values,
    `${form} form`,
  )
}

/** The visible text of the form's status line. @throws when it is not visible */
export async function statusOf(page: Page, form: Form): Promise<string> {
  return (await see(page, { within: form, selector: '[role="status"]' })).text
}

/** What each field in error says, by field name: the texts of its description, without the hint of the time slots. */
export function messagesIn(page: Page, form: Form): Promise<Record<string, string>> {
  return page.evaluate((within: string) => {
    const messages: Record<string, string> = {}
    for (const control of document.querySelectorAll(`${within} [aria-invalid="true"]`)) {
      const ids = (control.getAttribute('aria-describedby') ?? '').split(' ')
      const texts = ids.map((id) => document.getElementById(id)).filter((element) => element?.getClientRects().length)
      messages[control.getAttribute('name') ?? ''] = texts
        .map((element) => element?.textContent ?? '')
        .filter((text) => text !== '' && !text.startsWith('Times are '))
        .join(' / ')
    }
    return messages
  }, form)
}
