import type { FormTexts } from '../../content/content.ts'
import { IslandBoundary } from '../boundary/island-boundary.tsx'
import { CallPromise } from './call-promise.tsx'
import css from './thanks.module.css'
import { useVisit } from './visit.ts'
import { VisitOffers } from './visit-offers.tsx'

/** The heading of the thank-you page, and when we call; neutral for a visitor of whose request nothing is known. */
export function Thanks({
  title,
  heading,
  neutral,
  texts,
}: {
  title: string
  heading: string
  neutral: string
  texts: FormTexts
}) {
  const { request, step } = useVisit()
  return (
    <IslandBoundary>
      <h1 className={css.heading}>{request ? heading : title}</h1>
      {request ? (
        <p key="promise" className={css.lead}>
          <CallPromise request={request} texts={texts} />
        </p>
      ) : (
        step !== 'withdrawn' && (
          <p key="neutral" className={css.lead}>
            {neutral}
          </p>
        )
      )}
      <VisitOffers texts={texts} />
    </IslandBoundary>
  )
}
