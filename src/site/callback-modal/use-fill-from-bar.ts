import { type RefObject, useEffect, useRef } from 'react'
import { controlsOf, setField } from '../../ui/set-field.ts'

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
      const controls = controlsOf(form.current)
      if (!controls.every(({ name, value }) => value === '' || value === filled.current[name])) return
      for (const [name, value] of typed) {
        const control = controls.find((one) => one.name === SAME_IN_MODAL[name])
        if (!control || value === control.value) continue
        setField(control, String(value))
        filled.current[control.name] = control.value
      }
    }
    document.dispatchEvent(new CustomEvent('askForTyped', { detail: fill }))
  }, [form, isOpen])
}
