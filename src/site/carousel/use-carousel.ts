import { useCallback, useLayoutEffect, useState } from 'react'
import { useAutoplay } from './use-autoplay.ts'

/**
 * The position of a carousel that wraps both ways, and its autoplay. The slides are prerendered and React does not own
 * them: each change sets their attributes, so that nodes which other scripts have added stay.
 *
 * A slide in view has `data-shown="true"`; keyboard, pointer and screen reader cannot reach the others. A slide gets
 * `data-near`, which loads its picture, when it is shown or may be next. `data-moved` on `slides` says that the
 * carousel has left its first position.
 *
 * @param slides the parent element of the slides
 * @param inView how many slides are shown at a time
 */
export function useCarousel({
  slides,
  inView,
  delayMs,
  dragged = false,
}: {
  slides: HTMLElement
  inView: number
  delayMs: number
  dragged?: boolean
}) {
  const [chosen, setIndex] = useState(0)
  const [count] = useState(() => slidesIn(slides).length)
  const index = count > inView ? chosen : 0 // slides that are all in view stay where they are
  const next = useCallback(() => setIndex((current) => (current + 1) % count), [count])
  const previous = useCallback(() => setIndex((current) => (current + count - 1) % count), [count])
  const autoplay = useAutoplay({ slides, delayMs, position: index, advance: next, dragged })

  useLayoutEffect(() => {
    if (index !== 0) slides.dataset.moved = ''
    for (const [position, slide] of slidesIn(slides).entries()) {
      const stepsAhead = (position - index + count) % count
      slide.dataset.shown = String(stepsAhead < inView)
      slide.toggleAttribute('inert', stepsAhead >= inView)
      if (!('inert' in HTMLElement.prototype)) replaceInert(slide)
      if (stepsAhead <= inView || (dragged && stepsAhead === count - 1)) slide.dataset.near = ''
    }
  }, [slides, index, count, inView, dragged])

  return { ...autoplay, index, count, next, previous, goTo: setIndex }
}

const slidesIn = (element: HTMLElement) => element.querySelectorAll<HTMLElement>('[role="group"]')

/** For Chrome before 102, Firefox before 112 and Safari before 15.5, which do not support `inert`. */
function replaceInert(slide: HTMLElement) {
  const inert = slide.hasAttribute('inert')
  slide.setAttribute('aria-hidden', String(inert))
  for (const link of slide.querySelectorAll('a')) link.tabIndex = inert ? -1 : 0
}
