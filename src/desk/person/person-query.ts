import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Outcome } from '../../callback-request/calling/outcomes.ts'
import type { RequestInLanguage } from '../../callback-request/stored-request.ts'
import { get } from '../api.ts'
import type { CallbackRow } from '../worklist/worklist-query.ts'

type DeliveryState = 'waiting' | 'delivered' | 'abandoned'

/** Something that happened to a callback. Instants are UTC, ISO 8601. */
export type TimelineEntry = { at: string; by: { id: string; name: string } | null } & (
  | { kind: 'received'; reference: string }
  | { kind: 'notified'; reference: string; channel: 'staff-mail' | 'visitor-mail' | 'webhook'; state: DeliveryState }
  | { kind: 'overdue-mail'; state: DeliveryState }
  | { kind: 'claimed' | 'restored' | 'added' | 'reopened' | 'rescheduled' }
  | { kind: 'tried'; outcome: Outcome; in_window: boolean; undone: boolean }
  | { kind: 'requeued'; from: string; until: string }
  | { kind: 'note'; text: string }
)

/** What is known of a person, as the server answers it. */
export interface Person {
  /** Null for a request that belongs to no callback. */
  callback: CallbackRow | null
  /** Newest first. */
  requests: [RequestInLanguage, ...RequestInLanguage[]]
  /** Newest first. */
  timeline: TimelineEntry[]
  /** Whether requests and timeline lack nothing older. */
  complete: boolean
  others: { rows: CallbackRow[]; next: string | null }
}

export const PERSON_KEY = ['person']

/** A person; each further page has more of the other callbacks of the number. */
export function personQuery(reference: string) {
  return infiniteQueryOptions({
    queryKey: [...PERSON_KEY, reference],
    queryFn: ({ pageParam, signal }) => {
      const after = pageParam && `?${new URLSearchParams({ after: pageParam })}`
      return get<Person>(`/api/requests/${encodeURIComponent(reference)}${after}`, signal)
    },
    initialPageParam: '',
    getNextPageParam: ({ others }: Person) => others.next,
  })
}
