import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useReducer } from 'react'
import { useInterval } from '../../ui/use-interval.ts'
import { byItself } from '../api.ts'
import { serverTime } from '../server-clock.ts'
import { useMe } from '../session.ts'

/** Words such as "40 minutes left" are late by this at most. */
const TICK_MS = 15_000

const Ticks = createContext(0)

/** Lets `useClock` go on. */
export function Clock({ children }: { children: ReactNode }) {
  const [ticks, tick] = useReducer((count: number) => count + 1, 0)
  useInterval(tick, TICK_MS)
  return <Ticks value={ticks}>{children}</Ticks>
}

/** The department's time zone, and the time on the server's clock, which goes on by itself. */
export function useClock(): { now: Date; timeZone: string } {
  const { time_zone: timeZone } = useMe()
  useContext(Ticks)
  return { now: serverTime(), timeZone }
}

/** Fetches again at an interval what no event tells. It does not keep the session alive. */
export function useBackgroundRefetch(queryKey: QueryKey, intervalMs: number): void {
  const queryClient = useQueryClient()
  useInterval(() => void byItself(() => queryClient.invalidateQueries({ queryKey })), intervalMs)
}
