import { useCallback, useState } from 'react'
import { createPortal } from 'react-dom'
import type { CarouselTexts } from '../../content/content.ts'
import { fill } from '../../content/fill.ts'
import { useMedia } from './browser-state.ts'
import { CarouselButton } from './carousel-button.tsx'
import css from './procedures-carousel.module.css'
import { useCarousel } from './use-carousel.ts'
import { useSlidingTrack } from './use-sliding-track.ts'

/** Specification, section 9. */
const ADVANCE_MS = 3000

/**
 * The buttons and dots of the carousel, which loops.
 *
 * @param dotsRoot the element for the dots, below the cards, so that the tab order matches what is seen
 */
export function ProceduresControls({
  viewport,
  dotsRoot,
  texts: { procedures: texts },
}: {
  viewport: HTMLElement
  dotsRoot: Element | null
  texts: CarouselTexts
}) {
  const [dragged, setDragged] = useState(false)
  const inView = useCardsInView()
  const { index, count, playing, toggle, next, previous, goTo } = useCarousel({
    slides: viewport,
    inView,
    delayMs: ADVANCE_MS,
    dragged,
  })
  const swipe = useCallback((steps: number) => goTo((current) => (current + steps + count) % count), [goTo, count])
  useSlidingTrack(viewport, { index, count, inView, onSwipe: swipe, onDragged: setDragged })

  if (count <= inView) return null // there is nothing to slide

  const dots = Array.from({ length: count }, (_, at) => (
    <button
      // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its position
      key={at}
      type="button"
      className={css.dot}
      data-distance={Math.min(Math.abs(at - index), MAX_DISTANCE)}
      aria-label={fill(texts.goTo, { number: String(at + 1), count: String(count) })}
      aria-current={at === index ? 'true' : undefined}
      onClick={() => goTo(at)}
    />
  ))
  return (
    <>
      <CarouselButton icon={playing ? 'pause' : 'play'} label={playing ? texts.pause : texts.play} onClick={toggle} />
      <CarouselButton icon="previous" label={texts.previous} onClick={previous} />
      <CarouselButton icon="next" label={texts.next} onClick={next} />
      {dotsRoot && createPortal(dots, dotsRoot)}
    </>
  )
}

/** The dots that are this far from the current one, or farther, are the smallest. */
const MAX_DISTANCE = 4

/** One card, two from 768 px, three from 1024 px. The specification's breakpoint at 640 px keeps one. */
function useCardsInView(): 1 | 2 | 3 {
  const two = useMedia('(min-width: 768px)')
  const three = useMedia('(min-width: 1024px)')
  return three ? 3 : two ? 2 : 1
}
