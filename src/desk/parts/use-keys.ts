import { useLayoutEffect } from 'react'
import { useDocumentEvent } from '../../ui/use-document-event.ts'

const STORED = 'desk-keys'

/** In these, a key types or chooses something. */
const OTHER_USES =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"]'

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

let openDialogs = 0

/** No key does anything behind the dialog that calls this, wherever the focus is. */
export function useNoKeysBehind(): void {
  useLayoutEffect(() => {
    openDialogs++
    return () => void openDialogs--
  }, [])
}

/**
 * Does something when its key is pressed alone, outside fields and dialogs, as soon as the page shows what the key is
 * for. A key without a handler does nothing.
 */
export function useKeys(handlers: Readonly<Record<string, (() => void) | undefined>>): void {
  useDocumentEvent('keydown', (event) => {
    const handler = handlers[event.key]
    const isCombined = event.ctrlKey || event.metaKey || event.altKey
    const others = event.key === 'Enter' ? `${OTHER_USES}, ${PRESSED_BY_ENTER}` : OTHER_USES
    const hasOtherUse = event.target instanceof Element && event.target.closest(others)
    if (!handler || isCombined || hasOtherUse || openDialogs > 0 || event.repeat || !keysAreOn()) return
    event.preventDefault()
    handler()
  })
}
