import { queryOptions } from '@tanstack/react-query'
import type { FieldErrors } from '../../callback-request/rules.ts'
import type { TimeSlot } from '../../callback-request/time-slots.ts'
import { CallFailed, get } from '../api.ts'
import type { Range } from './report-range.ts'

/** How many of how many were called within the chosen slot. The share, 0 to 1, is null under five: too few to say. */
export interface Share {
  called: number
  of: number
  share: number | null
}

/** The report, as the server computes it. Source of each number: desk, section 8. */
export interface Report {
  from: string
  to: string
  spam: number
  requests_per_day: { day: string; requests: number }[]
  called_within_slot: Share
  /** Without the slots that nobody chose. */
  called_by_slot: (Share & { slot: TimeSlot })[]
  /** All seven: 0 is Monday. */
  called_by_weekday: (Share & { weekday: number })[]
  time_to_first_call: { median_minutes: number | null; p90_minutes: number | null; none_yet: number }
  outcomes: { outcome: string; callbacks: number }[]
  by_service: { service: string; callbacks: number }[]
  /** In the order of size, the joined small groups last. */
  booked_by_campaign: { campaign: string; booked: number; of: number }[]
}

/** Why there is no report of a range. */
interface RangeRefused {
  /** Messages by field. */
  errors: FieldErrors
}

/**
 * The report of a range of days, or why there is none. Each call is recorded in the audit log and may take seconds, so that it is made when
 * somebody asks for it, and not again at each change in the worklist.
 */
export function reportQuery(range: Range) {
  return queryOptions({
    queryKey: ['report', range],
    queryFn: async ({ signal }): Promise<Report | RangeRefused> => {
      try {
        return await get<Report>(`/api/report?${new URLSearchParams({ ...range })}`, signal)
      } catch (error) {
        if (error instanceof CallFailed && error.status === 422) return { errors: error.errors }
        throw error
      }
    },
    staleTime: 'static',
    gcTime: 0,
  })
}
