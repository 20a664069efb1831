import { OPENING } from '../startup/modal.ts'

/** The names in the bar of the modal's fields that it has too. */
const SAME_IN_BAR: Readonly<Record<string, string>> = {
  name: 'fullname',
  phone: 'phone',
  email: 'email',
  time_slot: 'time_slot',
}

/**
 * Whenever the modal opens, fills in what was typed into the bar and is not yet sent, as long as nobody has typed into
 * the modal.
 */
export function fillModalFromBar() {
  document.addEventListener(OPENING, fillFromBar, true)
  if (document.querySelector('#contact[open]')) fillFromBar()
}

function fillFromBar() {
  const [from, to] = ['#appointment form', '#contact form'].map((form) => document.querySelector<HTMLFormElement>(form))
  if (!from || !to || from.querySelector('[aria-busy]')) return
  const controls = [...to.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]')]
  const isUntouched = ({ value, dataset }: (typeof controls)[number]) => value === '' || value === dataset.filled
  if (!controls.every(isUntouched)) return
  for (const control of controls) {
    const value = from.querySelector<HTMLInputElement>(`[name="${SAME_IN_BAR[control.name]}"]`)?.value
    if (value === undefined || value === control.value) continue
    // To React a text that was set as the property `value` is no change, and its message would stay.
    if ('setRangeText' in control) control.setRangeText(value, 0, control.value.length)
    else control.value = value
    control.dataset.filled = value
    control.dispatchEvent(new Event('change', { bubbles: true }))
  }
}
