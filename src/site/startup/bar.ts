import { openBar } from './links.ts'

/** Between what has the focus and the bar, in px. */
const SPACE_PX = 16

/** Opens the bar for the address `#appointment`, and keeps what gets the focus from being covered by it. */
export function installBar() {
  const look = () => {
    if (location.hash === '#appointment') openBar()
  }
  addEventListener('DOMContentLoaded', look)
  addEventListener('hashchange', look)

  document.addEventListener('focusin', ({ target }) => {
    const bar = document.querySelector('#appointment')
    if (!bar || !(target instanceof Element) || target.closest('dialog')) return
    // Within the bar nothing is covered by it; a padding would scroll the page.
    const height = bar.contains(target) ? 0 : bar.getBoundingClientRect().height
    document.documentElement.style.scrollPaddingBlockEnd = height ? `${height + SPACE_PX}px` : ''
    if (height && target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest' })
  })
}
