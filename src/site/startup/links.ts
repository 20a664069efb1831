import { openBar } from './bar.ts'

/**
 * Makes links that look like buttons behave like buttons: the space key presses them, and a card's link selects its
 * service in the appointment form and moves the focus there. Without script they are plain links. The links to other
 * languages keep the query of the address, which may name a campaign.
 */
export function installLinks() {
  addEventListener('DOMContentLoaded', () => {
    for (const link of document.querySelectorAll<HTMLAnchorElement>('a[hreflang]')) link.search = location.search
  })
  document.addEventListener('keydown', (event) => {
    const { key, target } = event
    if (key !== ' ' || !(target instanceof HTMLAnchorElement) || target.getAttribute('role') !== 'button') return
    event.preventDefault()
    target.click()
  })
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLElement>('a[data-service]')
    const select = document.querySelector<HTMLSelectElement>('#appointment [name="selected"]')
    if (!link || !select?.form) return
    event.preventDefault()
    openBar()
    select.value = link.dataset.service ?? ''
    select.dispatchEvent(new Event('change', { bubbles: true }))
    const field = select.form.querySelector('input')
    field?.focus({ preventScroll: true })
    // In a low window the bar is not on screen, but at the end of the page.
    if (Number(field?.getBoundingClientRect().top) > innerHeight) field?.scrollIntoView()
  })
}
