import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { inBackground } from '../api.ts'
import { useNow } from '../parts/clock.ts'
import { WORKLIST_KEY, type Worklist } from './worklist-query.ts'

/** A little later than the change, because timers may fire early. */
const MARGIN_MS = 100

/** Longer timers would fire at once: 24 days is the most that browsers know. */
const MAX_TIMER_MS = 12 * 60 * 60_000

/** The time on the server's clock. When a row changes its bucket, the worklist is fetched again. */
export function useServerTime({ clockOffset, changes_at }: Worklist): Date {
  const queryClient = useQueryClient()

  useEffect(() => {
    if (changes_at === null) return
    const wait = Math.max(0, Date.parse(changes_at) - (Date.now() + clockOffset)) + MARGIN_MS
    const refetch = () => inBackground(() => queryClient.invalidateQueries({ queryKey: WORKLIST_KEY }))
    const timer = setTimeout(refetch, Math.min(wait, MAX_TIMER_MS))
    return () => clearTimeout(timer)
  }, [changes_at, clockOffset, queryClient])

  return useNow(clockOffset)
}
