import { openBar } from './bar.ts'

/** How long an early submission waits for hydration before the browser sends it as an HTML form post. */
const HYDRATION_TIMEOUT_MS = 3000

export type EarlySubmissions = ReturnType<typeof captureEarlySubmissions>

/**
 * Captures the submission of a form before its hydration, shows "Sending..." at once, and passes it to React after
 * hydration: so its errors show in the page, and it is sent exactly once.
 *
 * Forms are identified by their `action`, because other scripts may replace the element in the meantime.
 */
export function captureEarlySubmissions() {
  const released = new Set<string>()
  const waiting = new Set<string>()
  let hydrateFormAt = (_path: string) => {}
  let expectsHydration = true

  const sendByBrowser = (path: string) => {
    if (!waiting.delete(path)) return
    released.add(path)
    const form = findForm(path)
    if (!form) return
    form.submit()
    // The browser may keep this page as it is, for its Back button.
    addEventListener('pageshow', ({ persisted }) => persisted && showStatus(form, 'none'))
  }
  document.addEventListener('submit', (event) => {
    const form = event.target
    const path = form instanceof HTMLFormElement && pathOf(form)
    if (!path || released.has(path) || !expectsHydration) return
    event.preventDefault()
    waiting.add(path)
    if (form.closest('#appointment')) openBar()
    showStatus(form, 'PENDING')
    hydrateFormAt(path)
    setTimeout(sendByBrowser, HYDRATION_TIMEOUT_MS, path)
  })

  return {
    /** Calls `act` with the path of each captured submission, those so far included. */
    onCapture: (act: (path: string) => void) => {
      hydrateFormAt = act
      waiting.forEach(act)
    },
    /** Passes the captured submission of the form with this `action` to React, which has hydrated the form. */
    release: (path: string) => {
      released.add(path)
      if (!waiting.delete(path)) return
      const form = findForm(path)
      if (form) showStatus(form, 'none')
      // Safari before 16 has no requestSubmit. Only React listens to this event.
      form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    },
    /** Hydration has failed: the browser sends captured and later submissions. */
    giveUp: () => {
      expectsHydration = false
      for (const path of [...waiting]) sendByBrowser(path)
    },
  }
}

/** Shows what React renders for this status, so that React finds the form as it expects it. */
function showStatus(form: HTMLFormElement, status: 'PENDING' | 'none') {
  const line = form.querySelector<HTMLElement>('[role="status"]')
  if (line) {
    line.textContent = status === 'PENDING' ? String(document.documentElement.dataset.sending) : ''
    const tone = status === 'PENDING' ? 'pending' : 'none'
    for (const element of [line, line.parentElement]) element?.setAttribute('data-tone', tone)
  }
  const button = form.querySelector('[type="submit"]')
  if (status === 'PENDING') button?.setAttribute('aria-busy', 'true')
  else button?.removeAttribute('aria-busy')
}

/** The path to which a form of the page is posted, without the language that it names. */
export const pathOf = (form: HTMLFormElement) => form.getAttribute('action')?.split('?')[0] ?? ''

/** The form of the page that is posted to this path. Looked up each time, because other scripts may replace it. */
export function findForm(path: string): HTMLFormElement | undefined {
  return [...document.forms].find((form) => pathOf(form) === path)
}
