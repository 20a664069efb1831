import { useEffect, useLayoutEffect, useRef } from 'react'

/** How far a finger or a mouse travels sideways before it drags the cards and no longer presses or scrolls. */
const DRAG_PX = 8

/** How far it travels before letting go moves the carousel on. */
const SWIPE_PX = 40

/** From here on, in slides, the position is brought back near zero, where a browser's numbers are exact. */
const FAR = 1000

/**
 * Slides the cards to where the carousel is, and lets a finger or a mouse drag them. The track moves by one CSS
 * transition, which costs the page's thread nothing while it runs; its lengths are relative, so that a resize needs no
 * script. To go round without end, cards that are out of sight are moved to where they come into sight next.
 *
 * @param onSwipe gets how many cards the carousel was dragged on, negative for back
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
  const position = useRef(0) // in cards, without end: the carousel's index is its remainder

  useLayoutEffect(() => {
    const from = Math.abs(position.current) > FAR ? remainder(position.current, count) : position.current
    const ahead = remainder(index - from, count)
    const to = from + (ahead > count / 2 ? ahead - count : ahead)
    position.current = to
    place(viewport, { from, to, count, inView })
  }, [viewport, index, count, inView])

  useEffect(() => {
    const show = (draggedPx: number) => moveTrack(viewport, position.current, inView, draggedPx)
    return followPointer(viewport, {
      onBegin: () => onDragged(true),
      onMove: show,
      onEnd: (draggedPx) => {
        onDragged(false)
        show(0)
        const step = (viewport.clientWidth || 1) / inView
        if (Math.abs(draggedPx) >= SWIPE_PX)
          onSwipe(-Math.sign(draggedPx) * Math.max(1, Math.round(Math.abs(draggedPx) / step)))
      },
    })
  }, [viewport, inView, onSwipe, onDragged])

  useEffect(() => {
    viewport.dataset.slides = 'dragged'
    // Until now the cards were a row that one can scroll. The browser lays the page out for this, so not twice a frame.
    requestAnimationFrame(() => {
      viewport.scrollLeft = 0
    })
  }, [viewport])
}

/** Puts every card where it is seen on the way, and the track where it goes. */
function place(
  viewport: HTMLElement,
  { from, to, count, inView }: { from: number; to: number; count: number; inView: number },
) {
  const span = Math.abs(to - from) + inView
  const first = Math.min(from, to) - Math.floor((count - span) / 2)
  for (const [at, slide] of viewport.querySelectorAll<HTMLElement>('[aria-roledescription="slide"]').entries()) {
    const rounds = Math.ceil((first - at) / count)
    slide.style.transform = rounds === 0 ? '' : `translateX(calc(${rounds * count} * (100% + var(--spacing))))`
  }
  moveTrack(viewport, to, inView, 0)
}

function moveTrack(viewport: HTMLElement, position: number, inView: number, draggedPx: number) {
  const track = viewport.querySelector<HTMLElement>('[data-track]')
  if (track)
    track.style.transform = `translateX(calc(${-position / inView} * (100% + var(--spacing)) + ${draggedPx}px))`
}

const remainder = (value: number, of: number) => ((value % of) + of) % of

/** Follows a finger or a mouse that drags an element sideways; a press or a scroll is none of its business. */
function followPointer(
  element: HTMLElement,
  { onBegin, onMove, onEnd }: { onBegin: () => void; onMove: (px: number) => void; onEnd: (px: number) => void },
): () => void {
  let start: { id: number; x: number; y: number } | undefined
  let dragging = false

  const begin = (event: PointerEvent) => {
    dragging = false
    start =
      event.isPrimary && event.button === 0 ? { id: event.pointerId, x: event.clientX, y: event.clientY } : undefined
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
  /** Letting go is no press on what lies under the finger. */
  const click = (event: MouseEvent) => {
    if (!dragging) return
    dragging = false
    event.preventDefault()
    event.stopPropagation()
  }
  const noDragOfLinks = (event: Event) => event.preventDefault()

  const listening = new AbortController()
  const { signal } = listening
  element.addEventListener('pointerdown', begin, { signal })
  element.addEventListener('pointermove', move, { signal })
  element.addEventListener('pointerup', end, { signal })
  element.addEventListener('pointercancel', end, { signal })
  element.addEventListener('click', click, { signal, capture: true })
  element.addEventListener('dragstart', noDragOfLinks, { signal })
  return () => listening.abort()
}
