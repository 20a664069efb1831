import { useSyncExternalStore } from 'react'

/** Whether a media query matches. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
  )
}

/**
 * Where a horizontal drag by this many px takes the slides: 1 is forward, -1 back. A drag to the left is forward, and
 * one to the right where text runs from right to left.
 */
export const dragDirection = (px: number) => Math.sign(document.dir === 'rtl' ? px : -px)

/** Whether the tab is in the background or minimised. */
export function useTabHidden(): boolean {
  return useSyncExternalStore(
    (changed) => {
      document.addEventListener('visibilitychange', changed)
      return () => document.removeEventListener('visibilitychange', changed)
    },
    () => document.hidden || document.visibilityState === 'hidden',
  )
}
