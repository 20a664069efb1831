import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { inBackground } from '../api.ts'

/** Fetches again at an interval what no event tells. It does not keep the session alive. */
export function useBackgroundRefetch(queryKey: QueryKey, intervalMs: number): void {
  const queryClient = useQueryClient()
  const key = useRef(queryKey)
  useEffect(() => {
    const refetch = () => void inBackground(() => queryClient.invalidateQueries({ queryKey: key.current }))
    const timer = setInterval(refetch, intervalMs)
    return () => clearInterval(timer)
  }, [queryClient, intervalMs])
}
