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
 * When React comes late, the mover is where it would be by then: its delays are counted from the page's load.
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
  const missedMs = useRef<number>(undefined)
  const reducedMotion = useMedia('(prefers-reduced-motion: reduce)')
  const tabHidden = useTabHidden()

  const playing = reducedMotion ? chosen === 'play despite reduced motion' : chosen !== 'pause'
  const held = !playing || focusInside || tabHidden || dragged

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of position begins the delay anew
  useEffect(() => {
    missedMs.current ??= missedBeforeReactMs(delayMs)
    if (held) return
    if (missedMs.current >= delayMs) {
      missedMs.current -= delayMs
      advance()
      return
    }
    const timer = setTimeout(() => flushSync(advance), delayMs - missedMs.current)
    missedMs.current = 0
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

/** So soon after the page's load React usually is there, and the first delay is a whole one. */
const SOON_MS = 1000

/** More than that nobody has looked at. */
const MOST_STEPS = 20

/** How much of its time a mover has missed since the page loaded, as the page's first script wrote down. */
function missedBeforeReactMs(delayMs: number): number {
  const { loadedAt } = document.documentElement.dataset
  if (loadedAt === undefined || document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches) return 0
  const sinceLoadMs = performance.now() - Number(loadedAt)
  return sinceLoadMs < SOON_MS ? 0 : Math.min(sinceLoadMs, MOST_STEPS * delayMs)
}
