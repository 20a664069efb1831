import { type FocusEvent, type RefObject, useLayoutEffect, useReducer, useState } from 'react'
import { useHiddenTab, useHydrated, useMedia } from '../../ui/use-browser-state.ts'
import { useInterval } from '../../ui/use-interval.ts'
import { carouselReducer, INITIAL_CAROUSEL, isPlaying, viewOf } from './carousel-state.ts'
import { useDrag } from './use-drag.ts'

/** The texts of a carousel's three buttons. */
export type CarouselTexts = Readonly<Record<'pause' | 'play' | 'previous' | 'next', string>>

/**
 * A carousel that wraps both ways and advances `delayMs` after each change of its position, manual changes included.
 *
 * It pauses after its pause button is pressed, in a hidden tab, under `prefers-reduced-motion` (until Play is pressed),
 * while a slide is pressed or dragged, and while keyboard focus is on a control inside a slide, which would move away
 * while in use. Nothing else pauses it. A whole delay follows each pause.
 *
 * Keyboard, pointer and screen reader cannot reach the slides that are not in view.
 *
 * @param slides the parent element of the slides
 */
export function useCarousel(
  slides: RefObject<HTMLElement | null>,
  {
    count,
    inView,
    delayMs,
    draggedBy,
    texts,
  }: { count: number; inView: number; delayMs: number; draggedBy: 'every pointer' | 'touch'; texts: CarouselTexts },
) {
  const [state, dispatch] = useReducer(carouselReducer, INITIAL_CAROUSEL)
  const [focusInside, setFocusInside] = useState(false)
  const isHydrated = useHydrated()
  const isHidden = useHiddenTab()
  const reducedMotion = useMedia('(prefers-reduced-motion: reduce)')
  const drag = useDrag(slides, state, dispatch, { draggedBy, inView })

  const view = viewOf(state, { count, inView })
  const playing = isPlaying(state, reducedMotion)
  const isRunning = playing && view.canMove && !focusInside && !state.press && !isHidden
  useInterval(() => dispatch({ type: 'tick' }), isRunning && isHydrated ? delayMs : undefined, state.restart)
  // Before React all slides could be reached: one that has the focus comes into view, and keeps it.
  useLayoutEffect(() => {
    const index = [...(slides.current?.children ?? [])].findIndex((slide) => slide.contains(document.activeElement))
    if (index > 0) dispatch({ type: 'goTo', index, count })
    setFocusInside(hasKeyboardFocus(slides.current))
  }, [slides, count])

  return {
    ...view,
    state,
    /** Whether the next slide will come by itself. */
    isRunning,
    isHydrated,
    /** For the parent element of the slides. Screen readers announce the slides that a visitor chooses, not autoplay's. */
    slidesProps: {
      ...drag,
      'aria-live': playing ? ('off' as const) : ('polite' as const),
      onFocus: (event: FocusEvent<HTMLElement>) => setFocusInside(hasKeyboardFocus(event.currentTarget)),
      onBlur: () => setFocusInside(false),
    },
    /** For a slide: before React all can be reached. */
    slideProps: (place: number) => outOfReach(isHydrated && !view.isShown(place)),
    /** For a link in a slide. */
    linkProps: (place: number) => (isHydrated && !view.isShown(place) && !knowsInert() ? { tabIndex: -1 } : undefined),
    /** For its three buttons. */
    toggleProps: {
      icon: playing ? ('pause' as const) : ('play' as const),
      label: playing ? texts.pause : texts.play,
      onClick: () => dispatch({ type: 'choose', playing: !playing, reducedMotion }),
    },
    previousProps: {
      icon: 'previous' as const,
      label: texts.previous,
      onClick: () => dispatch({ type: 'move', by: -1 }),
    },
    nextProps: { icon: 'next' as const, label: texts.next, onClick: () => dispatch({ type: 'move', by: 1 }) },
    goTo: (index: number) => dispatch({ type: 'goTo', index, count }),
  }
}

function hasKeyboardFocus(slides: HTMLElement | null): boolean {
  const focused = document.activeElement
  return (
    slides !== null && focused !== slides && slides.contains(focused) && focused?.matches(':focus-visible') === true
  )
}

/** Chrome before 102, Firefox before 112 and Safari before 15.5 do not support `inert`. */
const knowsInert = () => 'inert' in HTMLElement.prototype

function outOfReach(is: boolean) {
  if (!is) return undefined
  return { inert: true, 'aria-hidden': knowsInert() ? undefined : true }
}
