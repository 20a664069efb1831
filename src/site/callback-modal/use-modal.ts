import { type MouseEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useDocumentEvent } from '../../ui/use-document-event.ts'
import { useFocusInView } from '../../ui/use-focus-in-view.ts'

/**
 * Opens and closes a native dialog as the page's modal: see `CallbackModal`. The browser keeps the focus inside, makes
 * the page behind it inert, and handles Escape.
 *
 * @param first gets the focus when it opens
 * @returns whether it is open, and the handlers of the dialog
 */
export function useModal(dialog: RefObject<HTMLDialogElement | null>, first: RefObject<HTMLElement | null>) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<Element>(null)
  const pressBeganInside = useRef(false)

  useDocumentEvent('triggerModal', (event) => {
    const modal = dialog.current
    if (!modal?.isConnected) return
    if (modal.open) return setOpen(true)
    event.preventDefault()
    if (!isOpen) opener.current = document.activeElement
    modal.showModal()
    first.current?.focus({ preventScroll: true })
    setOpen(true)
  })
  useLayoutEffect(() => setOpen(dialog.current?.open ?? false), [dialog]) // it may have been opened before React
  useFocusInView(dialog)

  return {
    isOpen,
    onClose: () => {
      if (dialog.current?.open) return // it was opened again before the browser said that it was closed
      setOpen(false)
      // Most browsers return the focus; Chrome before 93 does not.
      const focused = document.activeElement
      if (focused !== document.body && !dialog.current?.contains(focused)) return
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
    },
    onPointerDown: ({ target, currentTarget }: MouseEvent) => {
      pressBeganInside.current = target !== currentTarget
    },
    onClick: ({ target, currentTarget }: MouseEvent<HTMLDialogElement>) => {
      if (target === currentTarget && !pressBeganInside.current) currentTarget.close()
      pressBeganInside.current = false
    },
  }
}
