import { type RefObject, useEffect, useRef } from 'react'

/** The names in the modal of the bar's fields that it has too. */
const SAME_IN_MODAL: Readonly<Record<string, string>> = {
  fullname: 'name',
  phone: 'phone',
  email: 'email',
  time_slot: 'time_slot',
}

/**
 * Whenever the modal opens, fills in what was typed into the bar and is not yet sent, as long as nobody has typed into the
 * modal.
 */
export function useFillFromBar(form: RefObject<HTMLFormElement | null>, isOpen: boolean) {
  const filled = useRef<Record<string, string>>({})
  useEffect(() => {
    if (!isOpen) return
    const fill = (typed: FormData) => {
      const controls = [...(form.current?.elements ?? [])].filter(isField)
      if (!controls.every(({ name, value }) => value === '' || value === filled.current[name])) return
      for (const [name, value] of typed) {
        const control = controls.find((one) => one.name === SAME_IN_MODAL[name])
        if (!control || value === control.value) continue
        // To React a text that was set as the property `value` is no change, and its message would stay.
        if ('setRangeText' in control) control.setRangeText(String(value), 0, control.value.length)
        else control.value = String(value)
        filled.current[control.name] = control.value
        control.dispatchEvent(new Event('change', { bubbles: true }))
      }
    }
    document.dispatchEvent(new CustomEvent('askForTyped', { detail: fill }))
  }, [form, isOpen])
}

const isField = (control: Element): control is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement =>
  'name' in control && control.name !== ''
