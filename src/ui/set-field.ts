export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Sets a field that nobody types into, so that all that follows its value notices. */
export function setField(control: Control, value: string) {
  // To React a text that was set as the property `value` is no change, and its message would stay.
  if ('setRangeText' in control) control.setRangeText(value, 0, control.value.length)
  else control.value = value
  control.dispatchEvent(new Event('change', { bubbles: true }))
}

/** The fields of a form that have a name. */
export const controlsOf = (form: HTMLFormElement | null): Control[] =>
  [...(form?.elements ?? [])].filter((element): element is Control => 'name' in element && element.name !== '')
