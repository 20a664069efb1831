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
    const path = event.target instanceof Element && event.target.getAttribute('action')
    if (!path || released.has(path) || !isReactComing) return
    event.preventDefault()
    waiting.add(path)
    showSending(path)
    setTimeout(sendByBrowser, WAIT_FOR_REACT_MS, path)
  })

  return {
    /** Whether a form is waiting for React. */
    isWaiting: (path: string) => waiting.has(path),
    /** React has taken the form at this address over, and gets what was sent early. */
    release: (path: string) => {
      released.add(path)
      // An event and not requestSubmit, which Safari before 16 does not have. Nothing but React answers it.
      if (waiting.delete(path)) findForm(path)?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    },
    /** React will not come: what is sent now, or was sent before, is sent by the browser. */
    giveUp: () => {
      isReactComing = false
      for (const path of [...waiting]) sendByBrowser(path)
    },
  }
}

const findForm = (path: string) => document.querySelector<HTMLFormElement>(`form[action="${path}"]`)

/** Shows what React would show for PENDING. */
function showSending(path: string) {
  const form = findForm(path)
  const status = form?.querySelector<HTMLElement>('[role="status"]')
  if (status) {
    status.textContent = 'Sending...'
    status.dataset['tone'] = 'pending'
  }
  form?.querySelector('[type="submit"]')?.setAttribute('aria-busy', 'true')
}
