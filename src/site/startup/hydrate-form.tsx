import { type ReactElement, startTransition, useLayoutEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { FormTexts } from '../../content/content.ts'
import { AppointmentForm } from '../appointment-form/appointment-form.tsx'
import { ContactForm } from '../callback-modal/contact-form.tsx'
import { FORM_PATHS } from '../forms/request-form.tsx'
import { type EarlySubmissions, findForm } from './early-submission.ts'

/** The forms, by the paths to which they are posted. */
const FORMS: Readonly<Record<string, typeof AppointmentForm>> = {
  [FORM_PATHS.appointment]: AppointmentForm,
  [FORM_PATHS.contact]: ContactForm,
}

/**
 * Hydrates a form. Its values and the focus are kept, and an early submission is released.
 *
 * Where translators, password managers and the like have changed the form, React cannot hydrate it and renders a new
 * one; then values, focus and selection are copied from the old form.
 */
export function hydrateForm(path: string, texts: FormTexts, submissions: Pick<EarlySubmissions, 'release'>) {
  const Form = FORMS[path]
  const before = findForm(path)
  const root = before?.closest('[data-root]')
  if (!Form || !before || !root) return
  let focused: EventTarget | null = document.activeElement
  const noteFocus = ({ target }: FocusEvent) => {
    focused = target
  }
  document.addEventListener('focusin', noteFocus)
  const finish = () => {
    document.removeEventListener('focusin', noteFocus)
    const now = root.querySelector('form')
    if (now && now !== before) copyState(before, now, focused)
    queueMicrotask(() => submissions.release(path)) // React is idle by then, and can render the messages at once
  }
  startTransition(() => {
    hydrateRoot(
      root,
      <HydratedForm onMount={finish}>
        <Form texts={texts} />
      </HydratedForm>,
      {
        onRecoverableError: () => {}, // another script has changed the form: see above
      },
    )
  })
}

function HydratedForm({ onMount, children }: { onMount: () => void; children: ReactElement }) {
  useLayoutEffect(onMount, [onMount])
  return children
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Copies values, focus and selection from a form that React has replaced to the new one. */
function copyState(before: HTMLFormElement, now: HTMLFormElement, focused: EventTarget | null) {
  for (const control of controlsOf(now)) {
    const old = controlsOf(before).find(({ name }) => name === control.name)
    if (!old) continue
    control.value = old.value
    if (control instanceof HTMLSelectElement) control.dispatchEvent(new Event('change', { bubbles: true }))
    if (old !== focused) continue
    control.focus({ preventScroll: true })
    if ('setSelectionRange' in old && 'setSelectionRange' in control) {
      control.setSelectionRange(old.selectionStart, old.selectionEnd)
    }
  }
}

const controlsOf = (form: HTMLFormElement) =>
  [...form.elements].filter((element): element is Control => 'name' in element && element.name !== '')
