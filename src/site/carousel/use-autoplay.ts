import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMedia, useTabHidden } from './browser-state.ts'

/**
 * Advances a carousel: calls `advance` `delayMs` after each change of `position`, manual changes included.
 *
 * It pauses after its pause button is pressed, in a hidden tab, under `prefers-reduced-motion` (until Play is pressed),
 * while keyboard focus is on a control inside a slide, which would move away while in use, and while `dragged`. Nothing
 * else pauses it.
 *
 * @param slides the parent element of the slides
 * @param advance must be stable, and must step from the current position rather than from one in its closure
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of position restarts the delay
  useEffect(() => {
    if (paused) return
    // The next delay starts with this render: at once, even when a clock advances many seconds in one step.
    const timer = setTimeout(() => flushSync(advance), delayMs)
    return () => clearTimeout(timer)
  }, [paused, position, advance, delayMs])

  useEffect(() => {
    // Screen readers announce the slides that a visitor chooses, not those of autoplay.
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
    const enter = () => setInside(hasKeyboardFocus(element))
    const leave = () => setInside(false)
    const listening = new AbortController()
    const { signal } = listening
    element.addEventListener('focusin', enter, { signal })
    element.addEventListener('focusout', leave, { signal })
    return () => listening.abort()
  }, [element])
  return inside
}

const hasKeyboardFocus = (element: HTMLElement) => element.querySelector(':focus-visible') !== null
