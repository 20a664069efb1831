/** The space left between the focused element and the bar, in px. */
const SPACE_PX = 16

/** Opens the bar at the address `#appointment`, and keeps it from covering the focused element. */
export function installBar() {
  const openAtAddress = () => {
    if (location.hash === '#appointment') openBar()
  }
  addEventListener('DOMContentLoaded', openAtAddress)
  addEventListener('hashchange', openAtAddress)

  document.addEventListener('focusin', ({ target }) => {
    const bar = document.querySelector('#appointment')
    if (!bar || !(target instanceof Element) || target.closest('dialog')) return
    // The bar does not cover its own fields; padding would only scroll the page.
    const height = bar.contains(target) ? 0 : bar.getBoundingClientRect().height
    document.documentElement.style.scrollPaddingBlockEnd = height ? `${height + SPACE_PX}px` : ''
    if (height && target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest' })
  })
}

/**
 * Keeps an open bar in sight when a phone is turned: in a window so low the bar does not stick, and is at the page's end.
 * See `appointment-bar.module.css`.
 */
export function keepBarInSight() {
  matchMedia('(max-height: 29.99em)').addEventListener('change', ({ matches }) => {
    if (!matches || document.querySelector('dialog[open]')) return
    const bar = document.querySelector('#appointment')
    const used = bar?.querySelector(':focus') ?? bar?.querySelector('details[open]')?.parentElement
    used?.scrollIntoView({ block: 'nearest' })
  })
}

/** Opens the fields of the appointment bar. On wide screens they are always open. */
export function openBar() {
  document.querySelector('#appointment details')?.setAttribute('open', '')
}
