import { useCallback, useSyncExternalStore } from 'react'

/** Whether the page is hydrated: false while it is as the build rendered it. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}

/** Whether a media query matches; false until the page is hydrated. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
}

/** Whether a visitor has zoomed into the page, by two fingers, so that the window shows a part of it. */
export function useZoomed(): boolean {
  return useSyncExternalStore(
    subscribeToZoom,
    () => (window.visualViewport?.scale ?? 1) > LEAST_ZOOM,
    () => false,
  )
}

/** Browsers round the scale of a page that is not zoomed. */
const LEAST_ZOOM = 1.01

function subscribeToZoom(onChange: () => void) {
  window.visualViewport?.addEventListener('resize', onChange)
  return () => window.visualViewport?.removeEventListener('resize', onChange)
}

/** Whether the tab is hidden. */
export function useHiddenTab(): boolean {
  return useSyncExternalStore(
    subscribeToVisibility,
    () => document.hidden || document.visibilityState === 'hidden',
    () => false,
  )
}

function subscribeToVisibility(onChange: () => void) {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
