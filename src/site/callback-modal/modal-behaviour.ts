import { onMouseExit } from './mouse-exit.ts'

/** The document event that opens the modal, from any script on the page (specification, section 2). */
const TRIGGER = 'triggerModal'

/**
 * Makes the modal open and close. It is native and needs no React, so that it answers from the moment the page's
 * script runs, and an event that comes before hydration is honoured.
 *
 * It opens by `triggerModal` on `document` (the page's links to `#contact` fire it), by the address `#contact`, and
 * once a session by the mouse leaving through the top. It closes by its close button, by Escape, and by a click on
 * the background whose press began there.
 */
export function installModal(dialog: HTMLDialogElement) {
  let opener: Element | null = null
  const open = () => {
    if (dialog.open) return
    opener = document.activeElement
    dialog.showModal()
    dialog.querySelector<HTMLElement>('h2')?.focus()
  }
  dialog.addEventListener('close', () => {
    const isLost = document.activeElement === document.body || dialog.contains(document.activeElement)
    if (isLost) returnFocusNear(opener)
  })

  document.addEventListener(TRIGGER, open)
  onMouseExit(() => {
    if (dialog.open) return 'unused'
    open()
    return 'used'
  })
  fireTriggerFromLinks()
  openWhenNamed(open)
  closeFromWithin(dialog)
}

/** The browser returns the focus itself, unless the slide it was in has left: then to the slide that came. */
function returnFocusNear(opener: Element | null) {
  opener?.closest('[aria-roledescription="carousel"]')?.querySelector<HTMLElement>('[data-shown="true"] a')?.focus()
}

function fireTriggerFromLinks() {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a[href="#contact"]')
    if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    document.dispatchEvent(new Event(TRIGGER))
  })
}

/** An address that names the modal opens it, and is used up: a reload after closing shows the page. */
function openWhenNamed(open: () => void) {
  const look = () => {
    if (location.hash !== '#contact') return
    history.replaceState(history.state, '', location.pathname + location.search)
    open()
  }
  look()
  addEventListener('hashchange', look)
}

function closeFromWithin(dialog: HTMLDialogElement) {
  let pressBeganInside = false
  dialog.addEventListener('pointerdown', (event) => {
    pressBeganInside = event.target !== dialog
  })
  dialog.addEventListener('click', (event) => {
    const onBackground = event.target === dialog && !pressBeganInside
    const onCloseButton = event.target instanceof Element && event.target.closest('[data-close]')
    if (onBackground || onCloseButton) dialog.close()
    pressBeganInside = false
  })
}
