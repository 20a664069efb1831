import type { Dispatch, DragEvent, MouseEvent, PointerEvent, RefObject } from 'react'
import { useZoomed } from '../../ui/use-browser-state.ts'
import { useDocumentEvent, useWindowEvent } from '../../ui/use-document-event.ts'
import type { CarouselEvent, CarouselState } from './carousel-state.ts'

/** Of `buttons`: the left button of a mouse, a finger, or the tip of a pen. */
const MAIN_BUTTON = 1

/**
 * Lets a finger or a mouse drag a carousel horizontally; presses and vertical scrolls do nothing. While the page is
 * zoomed, a finger moves the page instead.
 *
 * A press ends wherever its pointer is released: on other elements, beside the window, and where nobody tells the page,
 * as over the browser's own menu, as soon as the pointer is back.
 *
 * @param draggedBy `touch` leaves the mouse to those who select text
 * @returns the props of the slides' parent element
 */
export function useDrag(
  slides: RefObject<HTMLElement | null>,
  state: CarouselState,
  dispatch: Dispatch<CarouselEvent>,
  { draggedBy, inView }: { draggedBy: 'every pointer' | 'touch'; inView: number },
) {
  const isZoomed = useZoomed()
  const pressing = state.press?.pointer
  const cancel = () => {
    if (pressing !== undefined) dispatch({ type: 'cancel', pointer: pressing })
  }
  useDocumentEvent(
    'pointermove',
    ({ pointerId: pointer, clientX: x, clientY: y, buttons }) => {
      if (pressing === undefined) return
      dispatch({ type: 'drag', pointer, x, y, isPressed: (buttons & MAIN_BUTTON) !== 0 })
    },
    'capture',
  )
  useDocumentEvent(
    'pointerup',
    ({ pointerId: pointer, clientX: x }) => {
      const stepPx = (slides.current?.clientWidth || 1) / inView
      dispatch({ type: 'release', pointer, x, stepPx, forward: document.dir === 'rtl' ? -1 : 1 })
    },
    'capture',
  )
  useDocumentEvent('pointercancel', ({ pointerId: pointer }) => dispatch({ type: 'cancel', pointer }), 'capture')
  // Both may keep the release to themselves: the browser's menu, and another window.
  useDocumentEvent('contextmenu', cancel, 'capture')
  useWindowEvent('blur', cancel)

  return {
    'data-zoomed': isZoomed || undefined,
    onPointerDown: ({ button, isPrimary, pointerType, pointerId, clientX, clientY }: PointerEvent) => {
      if (button !== 0) return
      const canDrag = isPrimary && !isZoomed && (draggedBy === 'every pointer' || pointerType !== 'mouse')
      dispatch({ type: 'press', pointer: pointerId, x: clientX, y: clientY, canDrag })
    },
    /** The end of a drag does not press the link under the finger. A click by keyboard or script is no such end. */
    onClickCapture: (event: MouseEvent) => {
      if (event.detail === 0 || !(state.wasDragged || state.press?.isDrag)) return
      event.preventDefault()
      event.stopPropagation()
    },
    onDragStart: (event: DragEvent) => event.preventDefault(),
  }
}
