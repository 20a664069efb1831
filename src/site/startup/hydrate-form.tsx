import { type ReactElement, startTransition, useLayoutEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { captureEarlySubmissions } from './early-submission.ts'

/**
 * Lets React take over a form. Whatever others have done to it, its values and the focus are kept, and what was sent
 * early is sent.
 *
 * Where translators, password managers and the like have changed the form, React cannot hydrate it and renders it
 * anew; then values, focus and selection are carried over from the form that was there.
 */
export function hydrateForm(
  path: string,
  submissions: Pick<ReturnType<typeof captureEarlySubmissions>, 'release'>,
  formElement: ReactElement,
) {
  const before = document.querySelector<HTMLFormElement>(`form[action="${path}"]`)
  const root = before?.closest('[data-root]')
  if (!before || !root) return

  let focused: EventTarget | null = document.activeElement
  const noteFocus = ({ target }: FocusEvent) => {
    focused = target
  }
  document.addEventListener('focusin', noteFocus)
  const takeOver = () => {
    document.removeEventListener('focusin', noteFocus)
    const now = root.querySelector('form')
    if (now && now !== before) carryOver(before, now, focused)
    queueMicrotask(() => submissions.release(path)) // React has finished by then, and shows mistakes at once
  }
  startTransition(() => {
    hydrateRoot(root, <HydratedForm onMount={takeOver}>{formElement}</HydratedForm>, {
      onRecoverableError: () => {}, // somebody else has changed the form: see above
    })
  })
}

function HydratedForm({ onMount, children }: { onMount: () => void; children: ReactElement }) {
  useLayoutEffect(onMount, [onMount])
  return children
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Puts what a form holds that has left the page into the form that stands in its place. */
function carryOver(before: HTMLFormElement, now: HTMLFormElement, focused: EventTarget | null) {
  for (const control of controlsOf(now)) {
    const old = controlsOf(before).find(({ name }) => name === control.name)
    if (!old) continue
    control.value = old.value
    if (old !== focused) continue
    control.focus({ preventScroll: true })
    if ('setSelectionRange' in old && 'setSelectionRange' in control) {
      control.setSelectionRange(old.selectionStart, old.selectionEnd)
    }
  }
}

const controlsOf = (form: HTMLFormElement) =>
  [...form.elements].filter((element): element is Control => 'name' in element && element.name !== '')
