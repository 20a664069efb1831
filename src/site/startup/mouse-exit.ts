/** The key in sessionStorage that records that a mouse exit has opened the modal. */
const SESSION_FLAG = 'callback-modal-shown'

/**
 * Calls `onExit` when the mouse leaves through the top of the page, until it returns 'used'; a flag records that for
 * the rest of the browser session. Touch and pen do not count; an unknown pointer counts as a mouse.
 *
 * Browsers report a real exit as a `mouseout` without a related target, from the element under the pointer; some also
 * as a `mouseleave` of the document.
 */
export function onMouseExit(onExit: () => 'used' | 'unused') {
  let lastPointer = 'mouse'
  let usedInPage = false

  const notePointer = (event: PointerEvent) => {
    lastPointer = event.pointerType
  }
  for (const type of ['pointerover', 'pointerdown', 'pointermove'] as const) {
    document.addEventListener(type, notePointer, { capture: true, passive: true })
  }

  const leave = (event: MouseEvent) => {
    const pointer = ('pointerType' in event && event.pointerType) || lastPointer
    if (event.clientY > 0 || pointer === 'touch' || pointer === 'pen' || usedInPage || isRemembered(SESSION_FLAG))
      return
    if (onExit() === 'unused') return
    usedInPage = true
    rememberForSession(SESSION_FLAG)
  }
  document.addEventListener(
    'mouseleave',
    (event) => {
      const { target } = event
      if (target === document || target === document.documentElement || target === document.body) leave(event)
    },
    true,
  )
  document.addEventListener(
    'mouseout',
    (event) => {
      if (!event.relatedTarget) leave(event)
    },
    true,
  )
}

/** Whether something is remembered for the browser session. */
export function isRemembered(key: string): boolean {
  try {
    return sessionStorage.getItem(key) !== null
  } catch {
    return false // storage is off: only this page remembers
  }
}

/** Remembers something for the browser session, as far as storage works. */
export function rememberForSession(key: string) {
  try {
    sessionStorage.setItem(key, 'true')
  } catch {
    // storage is off or full: only this page remembers
  }
}
