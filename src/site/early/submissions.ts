/** How long a submission waits for React before the browser sends it as an HTML form post. */
const WAIT_MS = 3000

/**
 * Holds the submissions of forms that React does not handle yet, and shows "Sending..." at once.
 *
 * @returns the paths to which held forms are posted, since other scripts may replace elements: a hydrated form takes its
 *   own out and sends it. `giveUp` says that React does not come
 */
export function holdSubmissions(sending: string) {
  const held = new Set<string>()
  let expectsReact = true
  const sendByBrowser = (path: string) => {
    const form = held.delete(path) && [...document.forms].find((one) => pathOf(one) === path)
    if (!form) return
    form.submit()
    // The browser may keep this page as it is, for its Back button.
    addEventListener('pageshow', ({ persisted }) => persisted && showStatus(form, ''))
  }
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    const path = pathOf(form)
    if (event.defaultPrevented || !path.startsWith('/api/') || !expectsReact) return
    event.preventDefault()
    if (held.has(path)) return
    held.add(path)
    showStatus(form, sending)
    setTimeout(sendByBrowser, WAIT_MS, path)
  })
  const giveUp = () => {
    expectsReact = false
    for (const path of [...held]) sendByBrowser(path)
  }
  return { held, giveUp }
}

/** Shows what React renders while it sends, or without a text what it renders before. */
function showStatus(form: HTMLFormElement, text: string) {
  const line = form.querySelector('[role="status"]')
  if (line) line.textContent = text
  for (const element of [line, line?.parentElement]) element?.setAttribute('data-tone', text ? 'pending' : 'none')
  form.querySelector('[type="submit"]')?.setAttribute('aria-busy', String(text !== ''))
}

/** Without the language that it names. */
const pathOf = (form: HTMLFormElement) => form.getAttribute('action')?.split('?')[0] ?? ''
