import EmblaCarousel, { type EmblaCarouselType } from 'embla-carousel'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useMedia } from '../browser-state.ts'
import { CarouselButton } from './carousel-button.tsx'
import css from './procedures-carousel.module.css'
import { useCarousel } from './use-carousel.ts'

/** Specification, section 9. */
const ADVANCE_MS = 3000

/**
 * The carousel's buttons and dots. It goes round without end.
 *
 * @param dotsPlace where the dots stand: after the cards, as they are seen
 */
export function ProceduresControls({ viewport, dotsPlace }: { viewport: HTMLElement; dotsPlace: Element | null }) {
  const [dragged, setDragged] = useState(false)
  const { index, count, playing, reducedMotion, toggle, next, previous, goTo } = useCarousel({
    slides: viewport,
    inView: useCardsInView(),
    delayMs: ADVANCE_MS,
    dragged,
  })
  useEmbla(viewport, { index, reducedMotion, onSelect: goTo, onDragged: setDragged })

  const dots = Array.from({ length: count }, (_, at) => (
    <button
      // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its position
      key={at}
      type="button"
      className={css['dot']}
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

/** Lets Embla move the track to where the carousel is, and follow a finger. The position is ours. */
function useEmbla(
  viewport: HTMLElement,
  {
    index,
    reducedMotion,
    onSelect,
    onDragged,
  }: {
    index: number
    reducedMotion: boolean
    onSelect: (index: number) => void
    onDragged: (dragged: boolean) => void
  },
) {
  const embla = useRef<EmblaCarouselType>(undefined)

  useEffect(() => {
    viewport.scrollLeft = 0 // until now the cards were a row that one can scroll
    viewport.dataset['slides'] = 'dragged'
    const carousel = EmblaCarousel(viewport, {
      slides: '[aria-roledescription="slide"]', // and nothing that others put between them
      loop: true,
      align: 'start',
      duration: 18, // Embla's own measure; about 600 ms
      watchFocus: false, // what can have the focus is in view already
    })
    carousel.on('select', () => onSelect(carousel.selectedScrollSnap()))
    carousel.on('pointerDown', () => onDragged(true))
    carousel.on('pointerUp', () => onDragged(false))
    embla.current = carousel
    return () => carousel.destroy()
  }, [viewport, onSelect, onDragged])

  useEffect(() => {
    if (embla.current?.selectedScrollSnap() !== index) embla.current?.scrollTo(index, reducedMotion)
  }, [index, reducedMotion])
}
