import { useCallback, useState } from 'react'
import { createPortal } from 'react-dom'
import { useMedia } from './browser-state.ts'
import { CarouselButton } from './carousel-button.tsx'
import css from './procedures-carousel.module.css'
import { useCarousel } from './use-carousel.ts'
import { useSlidingTrack } from './use-sliding-track.ts'

/** Specification, section 9. */
const ADVANCE_MS = 3000

/**
 * The carousel's buttons and dots. It goes round without end.
 *
 * @param dotsPlace where the dots stand: after the cards, as they are seen
 */
export function ProceduresControls({ viewport, dotsPlace }: { viewport: HTMLElement; dotsPlace: Element | null }) {
  const [dragged, setDragged] = useState(false)
  const inView = useCardsInView()
  const { index, count, playing, toggle, next, previous, goTo } = useCarousel({
    slides: viewport,
    inView,
    delayMs: ADVANCE_MS,
    dragged,
  })
  const swipe = useCallback((steps: number) => goTo((at) => (at + steps + count) % count), [goTo, count])
  useSlidingTrack(viewport, { index, count, inView, onSwipe: swipe, onDragged: setDragged })

  const dots = Array.from({ length: count }, (_, at) => (
    <button
      // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its position
      key={at}
      type="button"
      className={css.dot}
      data-distance={Math.min(Math.abs(at - index), MOST_DISTANCE)}
      aria-label={`Go to procedure ${at + 1} of ${count}`}
      aria-current={at === index ? 'true' : undefined}
      onClick={() => goTo(at)}
    />
  ))
  return (
    <>
      <CarouselButton
        picture={playing ? 'pause' : 'play'}
        label={playing ? 'Pause procedures' : 'Play procedures'}
        onClick={toggle}
      />
      <CarouselButton picture="previous" label="Previous procedures" onClick={previous} />
      <CarouselButton picture="next" label="Next procedures" onClick={next} />
      {dotsPlace && createPortal(dots, dotsPlace)}
    </>
  )
}

/** From here on all dots are equally small. */
const MOST_DISTANCE = 4

/** One card, two from 768 px, three from 1024 px; 640 px is named by the specification and stays at one. */
function useCardsInView(): 1 | 2 | 3 {
  const two = useMedia('(min-width: 768px)')
  const three = useMedia('(min-width: 1024px)')
  return three ? 3 : two ? 2 : 1
}
