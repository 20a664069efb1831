import { useCallback, useLayoutEffect, useState } from 'react'
import { useAutoplay } from './use-autoplay.ts'

/**
 * The position of a carousel that wraps both ways, and its autoplay. The slides are part of the prerendered page and
 * are not React's: after each change their attributes are set, so that what others have put around or into them stays.
 *
 * A slide that is shown has `data-shown="true"`; one that is not is out of reach of keyboard, pointer and screen
 * reader. A slide has `data-near` from the moment it is shown or may come next: its picture is loaded from then on.
 *
 * `data-moved` on their element says that it has moved since the page came.
 *
 * @param slides the element that holds the slides and nothing else
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
  const [index, setIndex] = useState(0)
  const [count] = useState(() => slidesIn(slides).length)
  const next = useCallback(() => setIndex((current) => (current + 1) % count), [count])
  const previous = useCallback(() => setIndex((current) => (current + count - 1) % count), [count])
  const autoplay = useAutoplay({ slides, delayMs, position: index, advance: next, dragged })

  useLayoutEffect(() => {
    if (index !== 0) slides.dataset.moved = ''
    for (const [at, slide] of slidesIn(slides).entries()) {
      const stepsAhead = (at - index + count) % count
      setShown(slide, stepsAhead < inView)
      if (stepsAhead <= inView || (dragged && stepsAhead === count - 1)) slide.dataset.near = ''
    }
  }, [slides, index, count, inView, dragged])

  return { ...autoplay, index, count, next, previous, goTo: setIndex }
}

const slidesIn = (element: HTMLElement) => element.querySelectorAll<HTMLElement>('[aria-roledescription="slide"]')

function setShown(slide: HTMLElement, shown: boolean) {
  slide.dataset.shown = String(shown)
  slide.toggleAttribute('inert', !shown)
  if ('inert' in HTMLElement.prototype) return
  // Chrome before 102, Firefox before 112 and Safari before 15.5 do not know `inert`.
  slide.setAttribute('aria-hidden', String(!shown))
  for (const link of slide.querySelectorAll('a')) link.tabIndex = shown ? 0 : -1
}
