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
