import type { ReactNode } from 'react'
import { CAMPAIGN_PARTS } from '../../callback-request/campaign.ts'
import type { RequestInLanguage } from '../../callback-request/stored-request.ts'
import { Section } from '../parts/page.tsx'
import { EmailLink, LanguageBadge, Moment } from '../parts/values.tsx'
import css from './person-page.module.css'
import { useFirstRows } from './use-first-rows.tsx'

const SHOWN_AT_FIRST = 3

const FORMS: Record<RequestInLanguage['form'], string> = {
  appointment: 'Appointment',
  contact: 'Contact',
  desk: 'Added by staff',
}

interface RequestsProps {
  /** The newest ones, newest first. */
  requests: readonly RequestInLanguage[]
  /** How many there are. */
  asked: number
  /** Of the page: a request names them only where it has others. */
  name: string
  phone: string
  now: Date
}

/** Everything that the person typed. */
export function Requests({ requests, asked, name, phone, now }: RequestsProps) {
  const { shown, more } = useFirstRows(requests, SHOWN_AT_FIRST, 'requests')
  return (
    <Section title="Requests">
      <ol className={css.requests} aria-label="Requests">
        {shown.map((request) => (
          <li key={request.reference}>
            <p className={css.requestHead}>
              <Moment at={request.received_at} now={now} />
              <span className={css.reference}>{request.reference}</span>
              <LanguageBadge code={request.language} />
              {request.suspected && <span className={css.suspected}>Looks like spam</span>}
            </p>
            <dl className={css.details}>
              {detailsOf(request, { name, phone }).map(([term, value]) => (
                <div key={term} className={term === 'Message' ? css.wholeLine : undefined}>
                  <dt>{term}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ol>
      {more}
      {asked > requests.length && (
        <p className={css.quiet}>
          The newest {requests.length} of {asked} requests are listed.
        </p>
      )}
    </Section>
  )
}

function detailsOf(
  request: RequestInLanguage,
  shown: { name: string; phone: string },
): [term: string, value: ReactNode][] {
  const { form, name, phone, email, service, message, time_slot, campaign } = request
  const details: [string, ReactNode][] = []
  if (name !== shown.name) details.push(['Name', <bdi key="name">{name}</bdi>])
  if (phone !== shown.phone) details.push(['Number', <bdi key="phone">{phone}</bdi>])
  if (service !== null) details.push(['Service', service])
  details.push(['Slot', time_slot])
  details.push(['Form', FORMS[form]])
  if (email !== '') details.push(['E-mail', <EmailLink key="email" address={email} />])
  const labels = campaign ? CAMPAIGN_PARTS.flatMap((part) => campaign[part] ?? []) : []
  if (labels.length > 0) details.push(['Campaign', <bdi key="campaign">{labels.join(' / ')}</bdi>])
  if (message !== null) {
    const text = (
      <p key="message" className={css.message} dir="auto">
        {message}
      </p>
    )
    details.push(['Message', text])
  }
  return details
}
