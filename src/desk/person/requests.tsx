import type { ReactNode } from 'react'
import type { Person } from '../../callback-request/calling/person.ts'
import { CAMPAIGN_PARTS } from '../../callback-request/campaign.ts'
import { SUSPICION_NAMES } from '../../callback-request/spam-signals.ts'
import type { StoredRequest } from '../../callback-request/stored-request.ts'
import { FORM_NAMES } from '../find/find-search.ts'
import { Section } from '../parts/page.tsx'
import { EmailLink, LanguageBadge, Moment } from '../parts/values.tsx'
import css from './person-page.module.css'
import { TypedText } from './typed-text.tsx'

/** Everything that the person typed. */
export function Requests({ person: { callback, requests } }: { person: Person }) {
  return (
    <Section title="Requests">
      <ol className={css.requests} aria-label="Requests">
        {requests.map((request) => (
          <li key={request.reference}>
            <p className={`row ${css.requestHead}`}>
              <Moment at={request.received_at} />
              <span className={css.reference}>{request.reference}</span>
              <LanguageBadge code={request.language} />
              {request.suspicion && (
                <span className={css.suspected}>Held back: {SUSPICION_NAMES[request.suspicion]}</span>
              )}
              {request.withdrawn_at && (
                <span className={css.suspected}>
                  Withdrawn by the visitor, <Moment at={request.withdrawn_at} />
                </span>
              )}
            </p>
            <dl className={css.details}>
              {Object.entries(detailsOf(request, callback ?? requests[0])).map(
                ([term, value]) =>
                  value && (
                    <div key={term} className={term === 'Message' ? css.wholeLine : undefined}>
                      <dt>{term}</dt>
                      <dd>{value}</dd>
                    </div>
                  ),
              )}
            </dl>
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** What the person typed, by its name on the page. @param shown what the page has already */
function detailsOf(request: StoredRequest, shown: { name: string; phone: string }): Record<string, ReactNode> {
  const { reference, form, name, phone, email, service, message, language, time_slot, campaign } = request
  const labels = campaign ? CAMPAIGN_PARTS.flatMap((part) => campaign[part] ?? []) : []
  return {
    Name: name !== shown.name && <bdi>{name}</bdi>,
    Number: phone !== shown.phone && <bdi>{phone}</bdi>,
    Service: service,
    Slot: time_slot,
    Form: FORM_NAMES[form],
    'E-mail': email !== '' && <EmailLink address={email} />,
    Campaign: labels.length > 0 && <bdi>{labels.join(' / ')}</bdi>,
    Message: message && <TypedText name={`Message of ${reference}`} text={message} lang={language ?? undefined} />,
  }
}
