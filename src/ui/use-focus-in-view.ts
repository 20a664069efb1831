import type { RefObject } from 'react'
import { useWindowEvent } from './use-document-event.ts'

/**
 * Keeps the field that has the focus in sight inside an element that scrolls, when the window's size changes, as by a
 * phone's keyboard. The page itself stays where it is.
 */
export function useFocusInView(scroller: RefObject<HTMLElement | null>) {
  useWindowEvent('resize', () => {
    const focused = document.activeElement
    if (scroller.current && focused && scroller.current !== focused && scroller.current.contains(focused))
      scrollInto(scroller.current, focused)
  })
}

/** Scrolls an element, and nothing around it, as far as a field in it and the field's label need to be in sight. */
export function scrollInto(scroller: HTMLElement, field: Element) {
  const [own, around] = [getComputedStyle(field).scrollMarginTop, getComputedStyle(scroller).scrollPaddingTop]
  const space = (Number.parseFloat(own) || 0) + (Number.parseFloat(around) || 0)
  const { top, bottom } = field.getBoundingClientRect()
  const frame = scroller.getBoundingClientRect()
  const [above, below] = [frame.top + space - top, bottom + space - frame.bottom]
  if (above > 0) scroller.scrollTop -= above
  else if (below > 0) scroller.scrollTop += Math.min(below, -above)
}
