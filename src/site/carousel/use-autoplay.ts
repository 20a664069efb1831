import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMedia, useTabHidden } from './browser-state.ts'

/**
 * Advances a carousel: calls `advance` `delayMs` after each change of `position`, manual changes included.
 *
 * It pauses after its pause button is pressed, in a hidden tab, under `prefers-reduced-motion` (until Play is pressed),
 * while keyboard focus is on a control inside a slide, which would move away while in use, and while `dragged`. Nothing
 * else pauses it; but a slide that is being pressed does not move away before it is released.
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
  const pressed = usePressed(slides)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of position restarts the delay
  useEffect(() => {
    if (paused) return
    const move = () => {
      // The next delay starts with this render: at once, even when a clock advances many seconds in one step.
      if (!pressed.current) flushSync(advance)
      // A click follows the release, and needs the slide where it was pressed.
      else for (const end of RELEASES) document.addEventListener(end, moveAfterClick, { once: true })
    }
    const moveAfterClick = () => {
      clearTimeout(timer)
      timer = setTimeout(move)
    }
    let timer = setTimeout(move, delayMs)
    return () => {
      clearTimeout(timer)
      for (const end of RELEASES) document.removeEventListener(end, moveAfterClick)
    }
  }, [paused, position, advance, delayMs, pressed])

  useEffect(() => {
    // Screen readers announce the slides that a visitor chooses, not those of autoplay.
    slides.setAttribute('aria-live', playing ? 'off' : 'polite')
  }, [slides, playing])

  return {
    playing,
    toggle: () => setChosen(playing ? 'pause' : reducedMotion ? 'play despite reduced motion' : 'play'),
  }
}

/** The events that end a press. */
const RELEASES = ['pointerup', 'pointercancel'] as const

/** Whether a finger or the main button of a mouse is down on an element. */
function usePressed(element: HTMLElement): RefObject<boolean> {
  const pressed = useRef(false)
  useEffect(() => {
    const press = ({ button, target }: PointerEvent) => {
      pressed.current = button === 0 && target instanceof Node && element.contains(target)
    }
    const release = () => {
      pressed.current = false
    }
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('pointerdown', press, { signal, capture: true })
    for (const end of RELEASES) document.addEventListener(end, release, { signal, capture: true })
    return () => listening.abort()
  }, [element])
  return pressed
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
