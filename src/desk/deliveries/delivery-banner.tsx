import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DeliveryCounts } from '../../callback-request/calling/messages.ts'
import { byItself, get } from '../api.ts'
import { useBackgroundRefetch, useClock } from '../parts/clock.tsx'
import css from './deliveries.module.css'
import { warningInWords } from './delivery-words.ts'

export const DELIVERIES_KEY = ['deliveries']

/** How many messages have not been delivered. Every page asks for it by itself. */
export const deliveryCountsQuery = queryOptions({
  queryKey: [...DELIVERIES_KEY, 'counts'],
  queryFn: ({ signal }) => byItself(() => get<DeliveryCounts>('/api/deliveries?limit=0', signal)),
})

/** No event tells that a message was delivered or abandoned. */
const CHECK_MS = 30_000

/** Why somebody should look at the deliveries, empty while there is no reason, and then how many have not arrived. */
export function useUndelivered(): { warning: string; count: number } {
  const { now, timeZone } = useClock()
  const { data } = useQuery(deliveryCountsQuery)
  useBackgroundRefetch(deliveryCountsQuery.queryKey, CHECK_MS)
  const warning = data ? warningInWords(data, now, timeZone) : ''
  return { warning, count: data && warning ? data.abandoned + data.waiting : 0 }
}

/** Says to managers on every page that messages are not delivered. It appears and disappears by itself. */
export function DeliveryBanner({ warning }: { warning: string }) {
  return (
    <div role="status" className={css.banner}>
      {warning && (
        <p>
          <span>{warning}</span>
          <Link to="/deliveries">See deliveries</Link>
        </p>
      )}
    </div>
  )
}
