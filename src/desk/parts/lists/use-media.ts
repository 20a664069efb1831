import { useSyncExternalStore } from 'react'

/** Whether the window fits a media query, such as `(min-width: 48rem)`. */
export function useMedia(query: string): boolean {
  const media = matchMedia(query)
  const watch = (onChange: () => void) => {
    media.addEventListener('change', onChange)
    return () => media.removeEventListener('change', onChange)
  }
  return useSyncExternalStore(watch, () => media.matches)
}
