import { useLayoutEffect, useRef } from 'react'

const STORED = 'desk-keys'

/** In these, a key types or chooses something. */
const OTHER_USES = 'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"]'

/** These are pressed by Enter. */
const PRESSED_BY_ENTER = 'a, button, summary'

/** Whether this browser's person uses keyboard shortcuts. */
export function keysAreOn(): boolean {
  return localStorage.getItem(STORED) !== 'off'
}

export function switchKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(STORED)
  else localStorage.setItem(STORED, 'off')
}

/**
 * Does something when its key is pressed alone, outside fields and dialogs, as soon as the page shows what the key is
 * for. A key without a handler does nothing.
 */
export function useKeys(handlers: Readonly<Record<string, (() => void) | undefined>>): void {
  const latest = useRef(handlers)
  useLayoutEffect(() => {
    latest.current = handlers
  })

  useLayoutEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const handler = latest.current[event.key]
      const isCombined = event.ctrlKey || event.metaKey || event.altKey
      const others = event.key === 'Enter' ? `${OTHER_USES}, ${PRESSED_BY_ENTER}` : OTHER_USES
      const hasOtherUse = event.target instanceof Element && event.target.closest(others)
      const isBehindDialog = document.querySelector('[role="dialog"], [role="alertdialog"]')
      if (!handler || isCombined || hasOtherUse || isBehindDialog || event.repeat || !keysAreOn()) return
      event.preventDefault()
      handler()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
