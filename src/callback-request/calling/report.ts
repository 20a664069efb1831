import type { TimeSlot } from '../time-slots.ts'

/** Figures of the callbacks that were opened in a range of local days. Source: desk, section 8. */
export interface ReportFigures {
  /** Callbacks that were settled as spam, and suspected requests without a callback. They count nowhere else. */
  spam: number
  requests_per_day: { day: string; requests: number }[]
  called_within_slot: Share
  time_to_first_call: { median_minutes: number | null; p90_minutes: number | null; none_yet: number }
  /** By the slot of the first request, in the order of the day, without the slots that nobody chose. */
  called_by_slot: (Share & { slot: TimeSlot })[]
  /** By the local day on which the first request's window began: 0 is Monday. All seven. */
  called_by_weekday: (Share & { weekday: number })[]
}

/** How many of how many were called within the chosen slot. The share, 0 to 1, is null under five: too few to say. */
export interface Share {
  called: number
  of: number
  share: number | null
}
