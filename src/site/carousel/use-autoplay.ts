import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMedia, useTabHidden } from './browser-state.ts'

/**
 * Moves a carousel on by itself: calls `advance` `delayMs` after every change of `position`, whoever made it.
 *
 * It pauses while its button says so, in a hidden tab, under `prefers-reduced-motion` (until Play is pressed), while
 * keyboard focus is on a control inside a slide, since that slide would move away while it is in use, and while
 * `dragged`. Nothing else pauses it.
 *
 * Each step is rendered at once, so that the next delay is counted from this one, even under a clock that is moved on
 * by many seconds in one go.
 *
 * @param slides the element that holds the slides and nothing else
 * @param advance must be stable, and must step from the position it finds rather than from the one it closed over
 */
export function useAutoplay({
  slides,
  delayMs,
  position,
  advance,
  dragged,
}: {
  slides: HTMLElement
  delayMs: number
  position: number
  advance: () => void
  dragged: boolean
}) {
  const [chosen, setChosen] = useState<'pause' | 'play' | 'play despite reduced motion'>('play')
  const focusInside = useKeyboardFocusInside(slides)
  const reducedMotion = useMedia('(prefers-reduced-motion: reduce)')
  const tabHidden = useTabHidden()

  const playing = reducedMotion ? chosen === 'play despite reduced motion' : chosen !== 'pause'
  const paused = !playing || focusInside || tabHidden || dragged

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of position begins the delay anew
  useEffect(() => {
    if (paused) return
    const timer = setTimeout(() => flushSync(advance), delayMs)
    return () => clearTimeout(timer)
  }, [paused, position, advance, delayMs])

  useEffect(() => {
    // What moves by itself is not announced; what a visitor moves is.
    slides.setAttribute('aria-live', playing ? 'off' : 'polite')
  }, [slides, playing])

  return {
    playing,
    toggle: () => setChosen(playing ? 'pause' : reducedMotion ? 'play despite reduced motion' : 'play'),
  }
}

function useKeyboardFocusInside(element: HTMLElement): boolean {
  const [inside, setInside] = useState(() => hasKeyboardFocus(element))
  useEffect(() => {
    const look = () => setInside(hasKeyboardFocus(element))
    const leave = () => setInside(false)
    const listening = new AbortController()
    const { signal } = listening
    element.addEventListener('focusin', look, { signal })
    element.addEventListener('focusout', leave, { signal })
    return () => listening.abort()
  }, [element])
  return inside
}

const hasKeyboardFocus = (element: HTMLElement) => element.querySelector(':focus-visible') !== null
