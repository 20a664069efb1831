import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { inBackground } from '../api.ts'
import { WORKLIST_KEY, type Worklist } from './worklist-query.ts'

/** Words such as "40 minutes left" are late by this at most. */
const TICK_MS = 15_000

/** A little later than the change, because timers may fire early. */
const MARGIN_MS = 100

/** Longer timers would fire at once: 24 days is the most that browsers know. */
const MAX_TIMER_MS = 12 * 60 * 60_000

/** The time on the server's clock. It goes on by itself, and fetches the worklist again when a row changes its bucket. */
export function useServerTime({ clockOffset, changes_at }: Worklist): Date {
  const queryClient = useQueryClient()
  const [time, setTime] = useState(Date.now)

  useEffect(() => {
    const ticks = setInterval(() => setTime(Date.now()), TICK_MS)
    return () => clearInterval(ticks)
  }, [])

  useEffect(() => {
    setTime(Date.now())
    if (changes_at === null) return
    const wait = Math.max(0, Date.parse(changes_at) - (Date.now() + clockOffset)) + MARGIN_MS
    const refetch = () => {
      setTime(Date.now())
      void inBackground(() => queryClient.invalidateQueries({ queryKey: WORKLIST_KEY }))
    }
    const timer = setTimeout(refetch, Math.min(wait, MAX_TIMER_MS))
    return () => clearTimeout(timer)
  }, [changes_at, clockOffset, queryClient])

  return new Date(time + clockOffset)
}
