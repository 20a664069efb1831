import { useEffect, useEffectEvent } from 'react'

/**
 * Calls the latest callback every `delayMs`; not at all while it is undefined.
 *
 * @param restart begins a whole delay anew when it changes
 */
export function useInterval(callback: () => void, delayMs: number | undefined, restart?: unknown) {
  const call = useEffectEvent(callback)
  // biome-ignore lint/correctness/useExhaustiveDependencies: see `restart`
  useEffect(() => {
    if (delayMs === undefined) return
    const timer = setInterval(() => call(), delayMs)
    return () => clearInterval(timer)
  }, [delayMs, restart])
}
