/** Where the session remembers that the mouse's leaving has opened the modal. */
const SESSION_FLAG = 'callback-modal-shown'

/**
 * Calls `onExit` when the mouse leaves through the top of the page, until `onExit` has answered that it made use of
 * it; that is then remembered for the rest of the browser session. Touch and pen do not leave a page; a pointer that
 * is not known is taken for a mouse.
 *
 * Browsers report a real exit as a `mouseout` from whatever lay under the pointer, with no related target; some also
 * as a `mouseleave` of the document.
 */
export function onMouseExit(onExit: () => 'used' | 'unused') {
  let lastPointer = 'mouse'
  let usedHere = false

  const notePointer = (event: PointerEvent) => {
    lastPointer = event.pointerType
  }
  for (const type of ['pointerover', 'pointerdown', 'pointermove'] as const) {
    document.addEventListener(type, notePointer, { capture: true, passive: true })
  }

  const leave = (event: MouseEvent) => {
    const pointer = ('pointerType' in event && event.pointerType) || lastPointer
    if (event.clientY > 0 || pointer === 'touch' || pointer === 'pen' || usedHere || usedInSession()) return
    if (onExit() === 'unused') return
    usedHere = true
    rememberForSession()
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

function usedInSession(): boolean {
  try {
    return sessionStorage.getItem(SESSION_FLAG) !== null
  } catch {
    return false // storage is switched off: this page alone remembers
  }
}

function rememberForSession() {
  try {
    sessionStorage.setItem(SESSION_FLAG, 'true')
  } catch {
    // storage is switched off or full: this page alone remembers
  }
}
