import { withStorage } from '../session.ts'

/** Fires an event on the document. @returns whether some part of the page has done what it asks for */
const ask = (type: string, detail?: string) =>
  !document.dispatchEvent(new CustomEvent(type, { detail, cancelable: true }))

const openBar = () => document.querySelector('#appointment details')?.setAttribute('open', '')

/**
 * For the life of the page, turns a mouse exit, the address and presses of links into document events, and until React
 * comes does what they ask for. Links to other languages keep the address's query, which may name a campaign.
 */
export function installLinks() {
  askOnMouseExit()
  addEventListener('hashchange', openAtAddress)
  addEventListener('DOMContentLoaded', () => {
    openAtAddress()
    for (const link of document.querySelectorAll<HTMLAnchorElement>('a[hreflang]')) link.search = location.search
  })
  document.addEventListener('keydown', (event) => {
    const { key, target } = event
    if (key !== ' ' || !(target instanceof HTMLAnchorElement) || target.getAttribute('role') !== 'button') return
    event.preventDefault()
    target.click()
  })
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a')
    if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    const { service } = link.dataset
    const isModal = link.getAttribute('href') === '#contact'
    if (service ? ask('chooseService', service) : isModal && ask('triggerModal')) return event.preventDefault()
    const select = document.querySelector<HTMLSelectElement>('#appointment [name="selected"]')
    if (!service || !select) return
    select.value = service // the link itself leads to the form
    openBar()
  })
  document.addEventListener('triggerModal', (event) => {
    const modal = document.querySelector<HTMLDialogElement>('dialog#contact')
    if (!modal && document.readyState === 'loading') addEventListener('DOMContentLoaded', () => ask('triggerModal'))
    if (!modal || modal.open || modal.closest('[data-hydrated]')) return
    event.preventDefault()
    modal.showModal()
    modal.querySelector('h2')?.focus()
  })
}

/** The modal's address loses its fragment: a reload after closing shows the page. */
function openAtAddress() {
  if (location.hash === '#appointment') openBar()
  if (location.hash === '#contact' && ask('triggerModal'))
    history.replaceState(history.state, '', location.pathname + location.search)
}

/**
 * Asks for the modal when a mouse leaves through the top of the page, until it opens, once a session. Browsers report that
 * as a `mouseout` to nowhere; some also as a `mouseleave` of the document.
 */
function askOnMouseExit() {
  const SHOWN = 'callback-modal-shown'
  let lastPointer = 'mouse'
  let wasShown = withStorage((storage) => storage.getItem(SHOWN))
  const leave = (event: MouseEvent) => {
    const pages: (EventTarget | null)[] = [document, document.documentElement, document.body]
    const pointer = ('pointerType' in event && event.pointerType) || lastPointer
    if (event.type === 'mouseout' ? event.relatedTarget : !pages.includes(event.target)) return
    if (event.clientY > 0 || pointer === 'touch' || pointer === 'pen' || wasShown || !ask('triggerModal')) return
    wasShown = 'true'
    withStorage((storage) => storage.setItem(SHOWN, 'true'))
  }
  const notePointer = ({ pointerType }: PointerEvent) => {
    lastPointer = pointerType
  }
  for (const type of ['mouseleave', 'mouseout'] as const) document.addEventListener(type, leave, true)
  for (const type of ['pointerover', 'pointerdown', 'pointermove'] as const)
    document.addEventListener(type, notePointer, true)
}
