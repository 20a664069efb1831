import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { BUCKETS, type Bucket } from '../../callback-request/calling/buckets.ts'
import type { Outcome } from '../../callback-request/calling/outcomes.ts'
import type { Service } from '../../callback-request/services.ts'
import type { RequestStatus } from '../../callback-request/statuses.ts'
import { isLanguageCode } from '../../callback-request/stored-request.ts'
import type { TimeSlot } from '../../callback-request/time-slots.ts'
import { get, inBackground } from '../api.ts'
import { useNow } from '../parts/clock.ts'

/** Whoever holds a callback, and until when. */
export interface Claim {
  by: { id: string; name: string }
  until: string
  mine: boolean
}

/** A callback in the worklist. Instants are UTC, ISO 8601. */
export interface CallbackRow {
  id: string
  name: string
  phone: string
  service: Service | null
  time_slot: TimeSlot
  due_from: string
  due_until: string
  waiting_since: string
  tries: number
  asked: number
  /** The newest ones. */
  references: string[]
  status: RequestStatus
  /** The code of the newest request's language; null where that is not known. */
  language: string | null
  has_message: boolean
  /** The latest call. */
  last: { outcome: Outcome; at: string } | null
  claim: Claim | null
}

/** A callback that somebody has begun to call: with the newest five of each. */
export interface CalledRow extends CallbackRow {
  context: {
    requests: { reference: string; received_at: string; message: string | null }[]
    attempts: { at: string; outcome: Outcome; by: string }[]
    notes: { at: string; text: string; by: string }[]
  }
}

interface RowsPage {
  rows: CallbackRow[]
  next: string | null
}

/** The worklist, as far as it is shown. */
export interface Worklist {
  now: string
  /** When a row next changes its bucket. */
  changes_at: string | null
  counts: Record<Bucket, number>
  /** What the person who is signed in has done today. */
  mine: { tries: number; reached: number; booked: number }
  buckets: Record<Bucket, RowsPage>
  /** How far the server's clock is ahead of the browser's, in ms. */
  clockOffset: number
  filter: WorklistFilter
}

/** Whose callbacks are shown, as it is in the page's address. */
export interface WorklistFilter {
  service?: Service
  /** The code of a language. */
  language?: string
}

/** Reads the filter from the address, and drops everything else. The page knows which services there are. */
export function readWorklistSearch(given: Record<string, unknown>): WorklistFilter {
  const { service, language } = given
  const isService = typeof service === 'string' && service !== ''
  return { ...(isService && { service }), ...(isLanguageCode(language) && { language }) }
}

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

export const WORKLIST_KEY = ['worklist']

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
  const fetchPart = <Answer>(parameters: Record<string, string>) =>
    get<Answer>(`/api/worklist?${new URLSearchParams({ ...filter, ...parameters })}`, signal)
  const worklist = await fetchPart<Omit<Worklist, 'clockOffset' | 'filter'>>({})
  const clockOffset = Date.parse(worklist.now) - Date.now()
  const buckets = { ...worklist.buckets }
  for (const bucket of BUCKETS) {
    for (let page = 0; page < more[bucket]; page++) {
      const { rows, next } = buckets[bucket]
      if (next === null) break
      const following = await fetchPart<RowsPage>({ bucket, after: next, limit: MORE_ROWS })
      buckets[bucket] = { rows: [...rows, ...following.rows], next: following.next }
    }
  }
  return { ...worklist, buckets, clockOffset, filter }
}

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
