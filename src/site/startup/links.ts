/**
 * Makes the page's links that look like buttons behave like buttons: the space key presses them, and a card's link
 * chooses its service in the appointment form and brings the visitor there. Without script they lead where they say.
 */
export function installLinks() {
  document.addEventListener('keydown', (event) => {
    const { key, target } = event
    if (key !== ' ' || !(target instanceof HTMLAnchorElement) || target.getAttribute('role') !== 'button') return
    event.preventDefault()
    target.click()
  })
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLElement>('a[data-service]')
    if (!link || !askAbout(link.dataset.service ?? '')) return
    event.preventDefault()
  })
}

/** @returns whether there is a form to ask in */
function askAbout(service: string): boolean {
  const select = document.querySelector<HTMLSelectElement>('#appointment [name="selected"]')
  if (!select?.form) return false
  openBar()
  select.value = service
  select.dispatchEvent(new Event('change', { bubbles: true }))
  select.form.querySelector('input')?.focus()
  return true
}

/** Opens the appointment bar where it can be closed: on narrow screens. */
export function openBar() {
  document.querySelector('#appointment details')?.setAttribute('open', '')
}
