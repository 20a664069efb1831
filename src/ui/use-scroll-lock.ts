import { useLayoutEffect } from 'react'

/**
 * Stops the page from scrolling while `isLocked`, and keeps the space of its scroll bar, so that nothing moves. Then it
 * restores what other scripts had set.
 */
export function useScrollLock(isLocked: boolean) {
  useLayoutEffect(() => {
    if (!isLocked) return
    const { documentElement: root, body } = document
    const { overflow } = root.style
    const scrollBarWidth = innerWidth - root.clientWidth
    // Its side depends on the browser more than on the page: Chrome has it at the right in pages from right to left, too.
    const side = root.getBoundingClientRect().left > 0 ? 'paddingLeft' : 'paddingRight'
    const { [side]: padding } = body.style
    const kept = Number.parseFloat(getComputedStyle(body)[side])
    root.style.overflow = 'hidden'
    if (scrollBarWidth > 0) body.style[side] = `${kept + scrollBarWidth}px`
    return () => {
      root.style.overflow = overflow
      body.style[side] = padding
    }
  }, [isLocked])
}
