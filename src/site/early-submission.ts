/** How long a form that was sent early waits for React, before it is sent as without script. */
const PATIENCE_MS = 3000

/**
 * Keeps back a form that is sent before React is there, so that its mistakes are told in the page and nothing is sent
 * that the page would not send. Call one of the two that it gives: `judge` when React has taken the page over, and
 * `sendPlainly` when it will not.
 */
export function keepEarlySubmission() {
  let early: HTMLFormElement | undefined
  const keep = (event: SubmitEvent) => {
    event.preventDefault()
    early = event.target as HTMLFormElement
    setTimeout(sendPlainly, PATIENCE_MS)
  }
  const letGo = () => {
    document.removeEventListener('submit', keep)
    const form = early
    early = undefined
    return form
  }
  const judge = () => letGo()?.requestSubmit()
  const sendPlainly = () => letGo()?.submit()
  document.addEventListener('submit', keep)
  return { judge, sendPlainly }
}
