import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMedia, useTabHidden } from './browser-state.ts'

/**
 * Moves a carousel on by itself: calls `advance` `delayMs` after every change of `position`, whoever made it.
 *
 * It holds while paused by its button, in a hidden tab, under `prefers-reduced-motion` (until Play is pressed), while
 * keyboard focus is on a control inside a slide, since the slide would leave under the reader's hands, and while
 * `dragged`. Nothing else holds it.
 *
 * The first delay is counted from the page's load, however late React has come.
 *
 * Each step is rendered at once, so that the next delay is counted from this one, also under a clock that is moved on
 * by many seconds in one go.
 *
 * @param advance must be stable, and must step from the position it finds rather than from the one it closed over
 */
export function useAutoAdvance({
  delayMs,
  position,
  advance,
  dragged,
}: {
  delayMs: number
  position: number
  advance: () => void
  dragged: boolean
}) {
  const [chosen, setChosen] = useState<'pause' | 'play' | 'play despite reduced motion'>('play')
  const [focusInside, setFocusInside] = useState(false)
  const isNew = useRef(true)
  const reducedMotion = useMedia('(prefers-reduced-motion: reduce)')
  const tabHidden = useTabHidden()

  const playing = reducedMotion ? chosen === 'play despite reduced motion' : chosen !== 'pause'
  const held = !playing || focusInside || tabHidden || dragged

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of position begins the delay anew
  useEffect(() => {
    const lateMs = isNew.current ? sinceLoadMs() : 0
    isNew.current = false
    if (held) return
    const timer = setTimeout(() => flushSync(advance), Math.max(0, delayMs - lateMs))
    return () => clearTimeout(timer)
  }, [held, position, advance, delayMs])

  return {
    playing,
    reducedMotion,
    toggle: () => setChosen(playing ? 'pause' : reducedMotion ? 'play despite reduced motion' : 'play'),
    /** For the element that holds the slides and nothing else. */
    slidesProps: {
      'aria-live': playing ? ('off' as const) : ('polite' as const),
      onFocus: (event: FocusEvent) => setFocusInside(event.target.matches(':focus-visible')),
      onBlur: () => setFocusInside(false),
    },
  }
}

/** How long ago the page had loaded, as its first script wrote down; 0 before. */
function sinceLoadMs(): number {
  const { loadedAt } = document.documentElement.dataset
  return loadedAt === undefined ? 0 : performance.now() - Number(loadedAt)
}
