import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { BUCKETS, type Bucket } from '../../callback-request/calling/buckets.ts'
import type { CallbackRow, RowsPage, WaitingCallbacks } from '../../callback-request/calling/callback-row.ts'
import { byItself, get } from '../api.ts'
import { WORKLIST_KEY } from '../call/call-query.ts'
import { serverTime, setServerTime } from '../server-clock.ts'

/** The worklist, as far as it is shown. */
export interface Worklist extends WaitingCallbacks {
  filter: WorklistFilter
}

/** Whose callbacks are shown: a service, a language's code, or both. */
export type WorklistFilter = Readonly<Record<string, string>>

/** How many pages of each bucket are shown besides the first. */
export type MorePages = Record<Bucket, number>

export const NO_MORE_PAGES: MorePages = { overdue: 0, due: 0, today: 0, coming: 0 }

/** A little later than the change, because timers may fire early. */
const MARGIN_MS = 100

/** Longer timers would fire at once: 24 days is the most that browsers know. */
const MAX_TIMER_MS = 12 * 60 * 60_000

/** As long as a session without a call: an hour. */
const KEPT_MS = 60 * 60_000

const MORE_ROWS = '100'

/** The worklist with so many pages of each bucket. While it is fetched, the earlier one stays in the page. */
export function worklistQuery(filter: WorklistFilter, more: MorePages) {
  return queryOptions({
    queryKey: [...WORKLIST_KEY, filter, more],
    queryFn: ({ signal }) => fetchWorklist(filter, more, signal),
    placeholderData: keepPreviousData,
    // Whoever comes back from a person's page sees the list at once.
    gcTime: KEPT_MS,
  })
}

async function fetchWorklist(filter: WorklistFilter, more: MorePages, signal: AbortSignal): Promise<Worklist> {
  const fetchPart = <Part>(parameters: Record<string, string>) =>
    get<Part>(`/api/worklist?${new URLSearchParams({ ...filter, ...parameters })}`, signal)
  const worklist = await fetchPart<WaitingCallbacks>({})
  setServerTime(worklist.now)
  const buckets = { ...worklist.buckets }
  for (const bucket of BUCKETS) {
    for (let page = 0; page < more[bucket]; page++) {
      const { rows, next } = buckets[bucket]
      if (next === null) break
      const following = await fetchPart<RowsPage<CallbackRow>>({ bucket, after: next, limit: MORE_ROWS })
      buckets[bucket] = { rows: [...rows, ...following.rows], next: following.next }
    }
  }
  return { ...worklist, buckets, filter }
}

/** Everybody who waits, whatever page is shown. When a row changes its bucket, the worklists are fetched again. */
export function useEverybody(): Worklist | undefined {
  const queryClient = useQueryClient()
  const { data } = useQuery(worklistQuery({}, NO_MORE_PAGES))

  // Again after each answer: two answers may name the same instant, and the timer of the first has fired by then.
  useEffect(() => {
    if (!data || data.changes_at === null) return
    const wait = Math.max(0, Date.parse(data.changes_at) - serverTime().getTime()) + MARGIN_MS
    const refetch = () => void byItself(() => queryClient.invalidateQueries({ queryKey: WORKLIST_KEY }))
    const timer = setTimeout(refetch, Math.min(wait, MAX_TIMER_MS))
    return () => clearTimeout(timer)
  }, [data, queryClient])

  return data
}
