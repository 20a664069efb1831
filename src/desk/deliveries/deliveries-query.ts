import { queryOptions } from '@tanstack/react-query'
import { get, inBackground } from '../api.ts'

/** How a message is sent, as the server names it. */
export type Channel = 'staff-mail' | 'visitor-mail' | 'overdue-mail' | 'webhook'

/** A message that has not been delivered, as the server lists it. Instants are UTC, ISO 8601. */
export interface Delivery {
  reference: string
  channel: Channel
  state: 'waiting' | 'abandoned'
  /** How many of them failed. */
  attempts: number
  queued_at: string
  next_try_at: string | null
  /** Why the latest attempt failed, as a code. */
  reason: string | null
}

/** How many messages have not been delivered; 1,000 for more. */
export interface DeliveryCounts {
  waiting: number
  oldest_waiting_at: string | null
  abandoned: number
}

export const DELIVERIES_KEY = ['deliveries']

/** The counts alone. Every page asks for them by itself. */
export const deliveryCountsQuery = queryOptions({
  queryKey: [...DELIVERIES_KEY, 'counts'],
  queryFn: ({ signal }) => inBackground(() => get<DeliveryCounts>('/api/deliveries?limit=0', signal)),
})
