import { onMouseExit } from './mouse-exit.ts'

/** The document event that opens the modal, from any script on the page (specification, section 2). */
const TRIGGER = 'triggerModal'

/**
 * Makes the modal open and close. It is a native dialog and needs no React, so that it works from the moment the page's
 * script runs. All listeners are on the document, and the dialog is looked up each time, because others may replace
 * parts of the page.
 *
 * It opens by `triggerModal` on `document`, by a link to `#contact`, by the address `#contact`, and once a session by
 * the mouse leaving through the top. It closes by its close button, by Escape, and by a click on the background whose
 * press began there.
 */
export function installModal() {
  document.addEventListener(TRIGGER, () => void open())
  onMouseExit(() => (open() ? 'used' : 'unused'))
  openFromLinks()
  openByAddress()
  closeByPress()
  document.addEventListener('close', ({ target }) => target === findModal() && afterClose(), true)
}

const findModal = () => document.querySelector<HTMLDialogElement>('dialog#contact')

/** Closes the modal if it is open. */
export function closeModal() {
  const modal = findModal()
  if (modal?.open) modal.close()
}

let opener: Element | null = null

/** @returns whether the modal was closed, and is open now */
function open(): boolean {
  const modal = findModal()
  if (!modal || modal.open) return false
  opener = document.activeElement
  keepPageStill()
  modal.showModal()
  modal.querySelector<HTMLElement>('h2')?.focus()
  return true
}

/** The page behind the modal does not scroll; where its scroll bar took space, that space stays. */
function keepPageStill() {
  const { documentElement: root, body } = document
  const scrollBarWidth = innerWidth - root.clientWidth
  root.style.overflow = 'hidden'
  if (scrollBarWidth > 0) body.style.paddingInlineEnd = `${scrollBarWidth}px`
}

function afterClose() {
  document.documentElement.style.overflow = ''
  document.body.style.paddingInlineEnd = ''
  // Most browsers return the focus themselves; Chrome before 93 does not, and none does to a slide that has left.
  const isLost = document.activeElement === document.body || findModal()?.contains(document.activeElement)
  if (isLost) findReturn()?.focus()
}

/** What had the focus when the modal opened, or the like of it in the slide that is shown by now. */
function findReturn(): HTMLElement | null {
  if (!(opener instanceof HTMLElement)) return null
  const hasLeft = opener.closest('[data-shown="false"]')
  return hasLeft?.parentElement?.querySelector<HTMLElement>('[data-shown="true"] a') ?? opener
}

function openFromLinks() {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a[href="#contact"]')
    if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    open()
  })
}

/** An address that names the modal opens it, and is used up: a reload after closing shows the page. */
function openByAddress() {
  const look = () => {
    if (location.hash !== '#contact') return
    history.replaceState(history.state, '', location.pathname + location.search)
    open()
  }
  addEventListener('DOMContentLoaded', look)
  addEventListener('hashchange', look)
}

function closeByPress() {
  let pressBeganInside = false
  document.addEventListener('pointerdown', ({ target }) => {
    pressBeganInside = target !== findModal()
  })
  document.addEventListener('click', ({ target }) => {
    const modal = findModal()
    if (!modal?.open || !(target instanceof Element) || !modal.contains(target)) return
    if ((target === modal && !pressBeganInside) || target.closest('[data-close]')) modal.close()
    pressBeganInside = false
  })
}
