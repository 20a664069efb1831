import { isRemembered, onMouseExit, rememberForSession } from './mouse-exit.ts'

/** The event of the modal, just before it opens. */
export const OPENING = 'opening'

/** The document event that opens the modal, from any script on the page (specification, section 2). */
const TRIGGER = 'triggerModal'

/**
 * Makes the modal open and close. It is a native dialog without React, so that it works as soon as the page's script
 * runs. All listeners are on the document, and each looks the dialog up again, because other scripts may replace parts
 * of the page.
 *
 * It opens by `triggerModal` on `document`, by a link to `#contact`, at the address `#contact`, and once per session
 * when the mouse leaves through the top. It closes by its close button, by Escape, and by a click on the background
 * whose press began there.
 */
export function installModal() {
  if (isRemembered(STORED_FLAG)) document.documentElement.dataset.stored = ''
  document.addEventListener(TRIGGER, () => void open())
  onMouseExit(() => (open() ? 'used' : 'unused'))
  openFromLinks()
  openAtAddress()
  closeOnClick()
  document.addEventListener('close', ({ target }) => target === findModal() && afterClose(), true)
}

const findModal = () => document.querySelector<HTMLDialogElement>('dialog#contact')

/** The key in sessionStorage that records that a request of this visit has been stored. */
const STORED_FLAG = 'callback-request-stored'

/** Remembers that a request of this visit has been stored: from then on the modal says so (`data-stored`). */
export function rememberStored() {
  document.documentElement.dataset.stored = ''
  rememberForSession(STORED_FLAG)
}

/** Opens the modal if it is closed, as any script on the page can. */
export function openModal() {
  document.dispatchEvent(new Event(TRIGGER))
}

/** Closes the modal if it is open. */
export function closeModal() {
  const modal = findModal()
  if (modal?.open) modal.close()
}

let opener: Element | null = null

/** @returns whether the modal was closed before and is open now */
function open(): boolean {
  const modal = findModal()
  if (!modal || modal.open) return false
  opener = document.activeElement
  modal.dispatchEvent(new Event(OPENING))
  stopPageScrolling()
  modal.showModal()
  modal.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
  return true
}

/** Stops the page behind the modal from scrolling, and keeps the space of its scroll bar. */
function stopPageScrolling() {
  const { documentElement: root, body } = document
  const scrollBarWidth = innerWidth - root.clientWidth
  // Its side depends on the browser more than on the page: Chrome has it at the right in pages from right to left, too.
  const side = root.getBoundingClientRect().left > 0 ? 'paddingLeft' : 'paddingRight'
  root.style.overflow = 'hidden'
  if (scrollBarWidth > 0) body.style[side] = `${scrollBarWidth}px`
}

function afterClose() {
  document.documentElement.style.overflow = ''
  document.body.style.padding = ''
  // Most browsers return the focus; Chrome before 93 does not, and no browser returns it to a slide that is now hidden.
  const isLost = document.activeElement === document.body || findModal()?.contains(document.activeElement)
  if (isLost) findFocusTarget()?.focus({ preventScroll: true })
}

/** The element that had the focus when the modal opened; when its slide is hidden, the link in the slide now shown. */
function findFocusTarget(): HTMLElement | null {
  if (!(opener instanceof HTMLElement)) return null
  const hiddenSlide = opener.closest('[data-shown="false"]')
  return hiddenSlide?.parentElement?.querySelector<HTMLElement>('[data-shown="true"] a') ?? opener
}

function openFromLinks() {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a[href="#contact"]')
    if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    open()
  })
}

/** Opens the modal at its address, and removes the fragment: a reload after closing shows the page. */
function openAtAddress() {
  const openIfNamed = () => {
    if (location.hash !== '#contact') return
    history.replaceState(history.state, '', location.pathname + location.search)
    open()
  }
  addEventListener('DOMContentLoaded', openIfNamed)
  addEventListener('hashchange', openIfNamed)
}

function closeOnClick() {
  let pressBeganInside = false
  document.addEventListener('pointerdown', ({ target }) => {
    pressBeganInside = target !== findModal() && isInModal(target)
  })
  document.addEventListener('click', ({ target }) => {
    const beganInside = pressBeganInside
    pressBeganInside = false
    const modal = findModal()
    if (!modal?.open || !isInModal(target)) return
    if ((target === modal && !beganInside) || target.closest('[data-icon="close"]')) modal.close()
  })
}

const isInModal = (target: EventTarget | null): target is Element =>
  target instanceof Element && findModal()?.contains(target) === true
