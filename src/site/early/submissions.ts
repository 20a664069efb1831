import type { EarlyForms } from '../boundary/island-boundary.tsx'

/** How long a submission waits for React before the browser sends it as an HTML form post. */
const WAIT_MS = 3000

/**
 * Holds the submissions of forms that React does not handle yet, and shows "Sending..." at once. A form that is hydrated
 * takes its own out and sends it. `giveUp` says that React does not come.
 */
export function holdSubmissions(sending: string) {
  const earlyForms: EarlyForms = new Map() // by path, since other scripts may replace elements
  let expectsReact = true
  const sendByBrowser = (path: string) => {
    const form = earlyForms.get(path) === 'waiting' && [...document.forms].find((one) => pathOf(one) === path)
    if (!form) return
    earlyForms.set(path, 'posted')
    form.submit()
    // The browser may keep this page as it is, for its Back button.
    addEventListener('pageshow', ({ persisted }) => persisted && earlyForms.delete(path) && showStatus(form, ''))
  }
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    const path = pathOf(form)
    if (event.defaultPrevented || !path.startsWith('/api/') || !expectsReact) return
    event.preventDefault()
    if (earlyForms.has(path)) return
    earlyForms.set(path, 'waiting')
    showStatus(form, sending)
    setTimeout(sendByBrowser, WAIT_MS, path)
  })
  const giveUp = () => {
    expectsReact = false
    for (const path of earlyForms.keys()) sendByBrowser(path)
  }
  return { earlyForms, giveUp }
}

/** Shows what React renders while it sends, or without a text what it renders before. */
function showStatus(form: HTMLFormElement, text: string) {
  const line = form.querySelector('[role="status"]')
  if (line) line.textContent = text
  for (const element of [line, line?.parentElement]) element?.setAttribute('data-tone', text ? 'pending' : 'none')
  const button = form.querySelector<HTMLButtonElement>('[type="submit"]')
  button?.setAttribute('aria-busy', String(text !== ''))
  if (button && form.closest('dialog')) button.disabled = text !== ''
}

/** Without the language that it names. */
const pathOf = (form: HTMLFormElement) => form.getAttribute('action')?.split('?')[0] ?? ''
