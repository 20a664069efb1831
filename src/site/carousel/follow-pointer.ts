/** The least horizontal distance of a drag, in px; less is a press or a scroll. */
const DRAG_PX = 8

/** The least distance of a drag that is a swipe, in px. */
const SWIPE_PX = 40

/**
 * Follows a finger or a mouse that drags an element horizontally; ignores presses and scrolls. While it is dragged, the
 * element has `data-dragging`.
 */
export function followPointer(
  element: HTMLElement,
  {
    accepts = () => true,
    onBegin,
    onMove,
    onEnd,
    onSwipe,
  }: {
    /** Whether a pointer may drag: where text is to be selected, a mouse may not. */
    accepts?: (event: PointerEvent) => boolean
    onBegin: () => void
    onMove?: (px: number) => void
    onEnd: () => void
    /** Called after `onEnd` when the drag was long enough, with its length; negative is backwards. */
    onSwipe: (px: number) => void
  },
) {
  let start: { id: number; x: number; y: number } | undefined
  let dragging = false

  const begin = (event: PointerEvent) => {
    const { isPrimary, button, pointerId: id, clientX: x, clientY: y } = event
    dragging = false
    start = isPrimary && button === 0 && accepts(event) ? { id, x, y } : undefined
  }
  const move = (event: PointerEvent) => {
    if (!start || event.pointerId !== start.id) return
    const x = event.clientX - start.x
    if (!dragging) {
      if (Math.abs(x) < DRAG_PX || Math.abs(x) < Math.abs(event.clientY - start.y)) return
      dragging = true
      element.setPointerCapture(start.id)
      element.dataset.dragging = ''
      onBegin()
    }
    onMove?.(x)
  }
  const end = (event: PointerEvent) => {
    if (!start || event.pointerId !== start.id) return
    const x = event.type === 'pointerup' ? event.clientX - start.x : 0
    start = undefined
    if (!dragging) return
    delete element.dataset.dragging
    onEnd()
    // A drag to the left is forward, and one to the right where text runs from right to left.
    if (Math.abs(x) >= SWIPE_PX) onSwipe(document.dir === 'rtl' ? x : -x)
  }
  /** The end of a drag does not press the link under the finger. */
  const suppressClick = (event: MouseEvent) => {
    // A click without a pointer, by the keyboard, is not the end of a drag.
    if (!dragging || event.detail === 0) return
    dragging = false
    event.preventDefault()
    event.stopPropagation()
  }

  element.addEventListener('pointerdown', begin)
  element.addEventListener('pointermove', move)
  element.addEventListener('pointerup', end)
  element.addEventListener('pointercancel', end)
  element.addEventListener('click', suppressClick, true)
  element.addEventListener('dragstart', (event) => event.preventDefault())
}
