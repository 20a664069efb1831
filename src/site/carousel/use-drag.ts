import type { Dispatch, DragEvent, MouseEvent, PointerEvent, RefObject } from 'react'
import { useDocumentEvent } from '../../ui/use-document-event.ts'
import type { CarouselEvent, CarouselState } from './carousel-state.ts'

/**
 * Lets a finger or a mouse drag a carousel horizontally; presses and vertical scrolls do nothing.
 *
 * @param draggedBy `touch` leaves the mouse to those who select text
 * @returns the handlers of the slides' parent element
 */
export function useDrag(
  slides: RefObject<HTMLElement | null>,
  state: CarouselState,
  dispatch: Dispatch<CarouselEvent>,
  { draggedBy, inView }: { draggedBy: 'every pointer' | 'touch'; inView: number },
) {
  // A pointer that is released beside the slides was still pressing one.
  useDocumentEvent(
    'pointerup',
    ({ pointerId: pointer, clientX: x }) => {
      const stepPx = (slides.current?.clientWidth || 1) / inView
      dispatch({ type: 'release', pointer, x, stepPx, forward: document.dir === 'rtl' ? -1 : 1 })
    },
    'capture',
  )
  useDocumentEvent('pointercancel', ({ pointerId: pointer }) => dispatch({ type: 'cancel', pointer }), 'capture')

  return {
    onPointerDown: ({ button, isPrimary, pointerType, pointerId, clientX, clientY }: PointerEvent) => {
      if (button !== 0) return
      const canDrag = isPrimary && (draggedBy === 'every pointer' || pointerType !== 'mouse')
      dispatch({ type: 'press', pointer: pointerId, x: clientX, y: clientY, canDrag })
    },
    onPointerMove: ({ buttons, pointerId, clientX, clientY, currentTarget }: PointerEvent) => {
      if (!state.press) return
      dispatch({ type: 'drag', pointer: pointerId, x: clientX, y: clientY, isPressed: buttons > 0 })
      if (state.press.isDrag && buttons > 0) currentTarget.setPointerCapture(pointerId)
    },
    /** The end of a drag does not press the link under the finger. A click by keyboard or script is no such end. */
    onClickCapture: (event: MouseEvent) => {
      if (!state.wasDragged || event.detail === 0) return
      event.preventDefault()
      event.stopPropagation()
    },
    onDragStart: (event: DragEvent) => event.preventDefault(),
  }
}
