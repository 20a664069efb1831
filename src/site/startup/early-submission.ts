import { openBar } from './links.ts'

/** How long a form that was sent early waits for React, before the browser sends it as an HTML form post. */
const WAIT_FOR_REACT_MS = 3000

/**
 * Captures the submission of a form that React has not taken over yet, says "Sending..." at once, and gives it to React
 * when it arrives: so that its mistakes are told in the page, and it is sent exactly once.
 *
 * A form is known by its address, because its element may be replaced until then.
 */
export function captureEarlySubmissions() {
  const released = new Set<string>()
  const waiting = new Set<string>()
  let isReactComing = true

  const sendByBrowser = (path: string) => {
    if (!waiting.delete(path)) return
    released.add(path)
    findForm(path)?.submit()
  }
  document.addEventListener('submit', (event) => {
    const form = event.target
    const path = form instanceof HTMLFormElement && form.getAttribute('action')
    if (!path || released.has(path) || !isReactComing) return
    event.preventDefault()
    waiting.add(path)
    if (form.closest('#appointment')) openBar() // React comes to a form that is in sight
    show(form, { sending: true })
    setTimeout(sendByBrowser, WAIT_FOR_REACT_MS, path)
  })

  return {
    /** React has taken the form at this address over, and gets what was sent early. */
    release: (path: string) => {
      released.add(path)
      if (!waiting.delete(path)) return
      const form = findForm(path)
      if (form) show(form, { sending: false })
      // An event and not requestSubmit, which Safari before 16 does not have. Nothing but React answers it.
      form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    },
    /** React will not come: what is sent now, or was sent before, is sent by the browser. */
    giveUp: () => {
      isReactComing = false
      for (const path of [...waiting]) sendByBrowser(path)
    },
  }
}

const findForm = (path: string) => document.querySelector<HTMLFormElement>(`form[action="${path}"]`)

/** Shows what React shows for PENDING, or takes it away, so that React finds the form as it expects it. */
function show(form: HTMLFormElement, { sending }: { sending: boolean }) {
  const status = form.querySelector<HTMLElement>('[role="status"]')
  if (status) {
    status.textContent = sending ? 'Sending...' : ''
    status.dataset.tone = sending ? 'pending' : 'none'
  }
  const button = form.querySelector('[type="submit"]')
  if (sending) button?.setAttribute('aria-busy', 'true')
  else button?.removeAttribute('aria-busy')
}
