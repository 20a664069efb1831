import { useSyncExternalStore } from 'react'

/** How often the present is looked at, in ms: what depends on a minute is right within this time. */
const LOOK_MS = 20_000

/** The present instant. Renders again when another minute has begun, and when the page is shown again. */
export function useNow(): Date {
  useSyncExternalStore(subscribe, minute, minute) // the same before hydration, which needs no second rendering
  return new Date()
}

const minute = () => Math.floor(Date.now() / 60_000)

function subscribe(onChange: () => void) {
  const timer = setInterval(onChange, LOOK_MS)
  addEventListener('pageshow', onChange)
  document.addEventListener('visibilitychange', onChange)
  return () => {
    clearInterval(timer)
    removeEventListener('pageshow', onChange)
    document.removeEventListener('visibilitychange', onChange)
  }
}
