import { useEffect, useLayoutEffect, useRef } from 'react'
import { dragDirection } from './browser-state.ts'

/** The least horizontal distance of a drag, in px; less is a press or a scroll. */
const DRAG_PX = 8

/** The least distance of a drag that changes the position, in px. */
const SWIPE_PX = 40

/**
 * The width of the row, in which each card is whole pixels wide: WebKit moves by shares of rounded widths, and cards far
 * from the first would stand beside their place. Browsers without `round()` keep the row's own width.
 */
const WHOLE_PIXELS = (() => {
  const gaps = 'var(--spacing) * (var(--in-view) - 1)'
  return `calc(round(down, (100% - ${gaps}) / var(--in-view), 1px) * var(--in-view) + ${gaps})`
})()

/** A position beyond this, in cards, is reduced to one near zero, where a browser's lengths are exact. */
const MAX_POSITION = 1000

/**
 * Slides the cards to the carousel's position, and lets a finger or a mouse drag them. One CSS transition moves the
 * track without using the main thread; its lengths are relative, so that a resize needs no script. To loop, cards out
 * of view are moved to where they are shown next.
 *
 * @param onSwipe receives by how many cards the carousel was dragged; negative is backwards
 */
export function useSlidingTrack(
  viewport: HTMLElement,
  {
    index,
    count,
    inView,
    onSwipe,
    onDragged,
  }: {
    index: number
    count: number
    inView: number
    onSwipe: (steps: number) => void
    onDragged: (dragged: boolean) => void
  },
) {
  const position = useRef(0) // in cards, unbounded: the carousel's index is its remainder

  useLayoutEffect(() => {
    const from = Math.abs(position.current) > MAX_POSITION ? remainder(position.current, count) : position.current
    const ahead = remainder(index - from, count)
    const to = from + (ahead > count / 2 ? ahead - count : ahead)
    position.current = to
    placeCards(viewport, { from, to, count, inView })
  }, [viewport, index, count, inView])

  useEffect(() => {
    const drag = (draggedPx: number) => moveTrack(viewport, position.current, inView, draggedPx)
    return followPointer(viewport, {
      onBegin: () => onDragged(true),
      onMove: drag,
      onEnd: (draggedPx) => {
        onDragged(false)
        drag(0)
        const step = (viewport.clientWidth || 1) / inView
        if (Math.abs(draggedPx) >= SWIPE_PX)
          onSwipe(dragDirection(draggedPx) * Math.max(1, Math.round(Math.abs(draggedPx) / step)))
      },
    })
  }, [viewport, inView, onSwipe, onDragged])

  useEffect(() => {
    viewport.dataset.slides = 'dragged'
    viewport.style.width = WHOLE_PIXELS
    // The cards were a scrollable row until now. Setting its scroll position forces a layout: so once, in a frame.
    requestAnimationFrame(() => {
      viewport.scrollLeft = 0
    })
  }, [viewport])
}

/** Moves each card to where the transition shows it, and the track to its new position. */
function placeCards(
  viewport: HTMLElement,
  { from, to, count, inView }: { from: number; to: number; count: number; inView: number },
) {
  const span = Math.abs(to - from) + inView
  const first = count > inView ? Math.min(from, to) - Math.floor((count - span) / 2) : to
  for (const [index, slide] of viewport.querySelectorAll<HTMLElement>('[role="group"]').entries()) {
    const rounds = Math.ceil((first - index) / count)
    slide.style.transform =
      rounds === 0 ? '' : `translateX(calc(var(--forward) * ${rounds * count} * (100% + var(--spacing))))`
  }
  moveTrack(viewport, to, inView, 0)
}

function moveTrack(viewport: HTMLElement, position: number, inView: number, draggedPx: number) {
  const track = viewport.querySelector<HTMLElement>('[data-track]')
  if (track)
    track.style.transform = `translateX(calc(var(--forward) * ${-position / inView} * (100% + var(--spacing)) + ${draggedPx}px))`
}

const remainder = (value: number, of: number) => ((value % of) + of) % of

/** Follows a finger or a mouse that drags an element horizontally; ignores presses and scrolls. */
function followPointer(
  element: HTMLElement,
  { onBegin, onMove, onEnd }: { onBegin: () => void; onMove: (px: number) => void; onEnd: (px: number) => void },
): () => void {
  let start: { id: number; x: number; y: number } | undefined
  let dragging = false

  const begin = ({ isPrimary, button, pointerId: id, clientX: x, clientY: y }: PointerEvent) => {
    dragging = false
    start = isPrimary && button === 0 ? { id, x, y } : undefined
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
    onMove(x)
  }
  const end = (event: PointerEvent) => {
    if (!start || event.pointerId !== start.id) return
    const x = event.type === 'pointerup' ? event.clientX - start.x : 0
    start = undefined
    if (!dragging) return
    delete element.dataset.dragging
    onEnd(x)
  }
  /** The end of a drag does not press the link under the finger. */
  const suppressClick = (event: MouseEvent) => {
    if (!dragging) return
    dragging = false
    event.preventDefault()
    event.stopPropagation()
  }
  const preventLinkDrag = (event: Event) => event.preventDefault()

  const listening = new AbortController()
  const { signal } = listening
  element.addEventListener('pointerdown', begin, { signal })
  element.addEventListener('pointermove', move, { signal })
  element.addEventListener('pointerup', end, { signal })
  element.addEventListener('pointercancel', end, { signal })
  element.addEventListener('click', suppressClick, { signal, capture: true })
  element.addEventListener('dragstart', preventLinkDrag, { signal })
  return () => listening.abort()
}
