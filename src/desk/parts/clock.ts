import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useReducer } from 'react'
import { useInterval } from '../../ui/use-interval.ts'
import { byItself } from '../api.ts'

/** Words such as "40 minutes left" are late by this at most. */
const TICK_MS = 15_000

/**
 * The time on the server's clock, which goes on by itself.
 *
 * @param clockOffset how far that clock is ahead of the browser's, in ms
 */
export function useNow(clockOffset: number): Date {
  const [, tick] = useReducer((count: number) => count + 1, 0)
  useInterval(tick, TICK_MS)
  return new Date(Date.now() + clockOffset)
}

/** Fetches again at an interval what no event tells. It does not keep the session alive. */
export function useBackgroundRefetch(queryKey: QueryKey, intervalMs: number): void {
  const queryClient = useQueryClient()
  useInterval(() => void byItself(() => queryClient.invalidateQueries({ queryKey })), intervalMs)
}
