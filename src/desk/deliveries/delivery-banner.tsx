import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useBackgroundRefetch } from '../parts/clock.ts'
import { useMe } from '../session.ts'
import { deliveryCountsQuery } from './deliveries-query.ts'
import css from './delivery-banner.module.css'
import { warningInWords } from './delivery-words.ts'

/** No event tells that a message was delivered or abandoned. */
const CHECK_MS = 30_000

/** Says on every page that messages are not delivered. It appears and disappears by itself. */
export function DeliveryBanner() {
  const { time_zone: timeZone, clockOffset } = useMe()
  const { data, dataUpdatedAt } = useQuery(deliveryCountsQuery)
  useBackgroundRefetch(deliveryCountsQuery.queryKey, CHECK_MS)
  const warning = data ? warningInWords(data, new Date(dataUpdatedAt + clockOffset), timeZone) : ''
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
