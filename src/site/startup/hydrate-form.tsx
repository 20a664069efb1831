import { type ReactElement, startTransition, useLayoutEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { type EarlySubmissions, findForm } from './early-submission.ts'

/**
 * Hydrates the form with this `action` when it becomes visible; a form in a closed modal or a closed bar can wait. Its
 * values and the focus are kept, and an early submission is released.
 *
 * Where translators, password managers and the like have changed the form, React cannot hydrate it and renders a new
 * one; then values, focus and selection are copied from the old form.
 */
export function hydrateFormWhenVisible(
  path: string,
  formElement: ReactElement,
  submissions: Pick<EarlySubmissions, 'release'>,
) {
  const root = findForm(path)?.closest('[data-root]')
  if (!root) return
  const observer = new IntersectionObserver((entries) => {
    // A busy browser reports several changes at once: out of sight at first, in sight since.
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    observer.disconnect()
    hydrateForm(root, formElement, () => submissions.release(path))
  })
  observer.observe(root)
}

function hydrateForm(root: Element, formElement: ReactElement, onHydrated: () => void) {
  const before = root.querySelector('form')
  if (!before) return
  let focused: EventTarget | null = document.activeElement
  const noteFocus = ({ target }: FocusEvent) => {
    focused = target
  }
  document.addEventListener('focusin', noteFocus)
  const finish = () => {
    document.removeEventListener('focusin', noteFocus)
    const now = root.querySelector('form')
    if (now && now !== before) copyState(before, now, focused)
    queueMicrotask(onHydrated) // React is idle by then, and can render the messages at once
  }
  startTransition(() => {
    hydrateRoot(root, <HydratedForm onMount={finish}>{formElement}</HydratedForm>, {
      onRecoverableError: () => {}, // another script has changed the form: see above
    })
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
