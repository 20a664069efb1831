import { useRef } from 'react'
import { STATUS_NAMES } from '../../callback-request/statuses.ts'
import { Button } from '../parts/button.tsx'
import { fetchNextPage } from '../parts/lists/pages.tsx'
import { Section } from '../parts/page.tsx'
import { Moment, PersonLink } from '../parts/values.tsx'
import { timesInWords } from '../worklist/time-words.ts'
import css from './person-page.module.css'
import type { PersonQuery } from './person-query.ts'

/** What else was asked from the same number, also by other people. */
export function OtherCallbacks({ query, now }: { query: PersonQuery; now: Date }) {
  const list = useRef<HTMLUListElement>(null)
  const rows = query.data?.pages.flatMap(({ others }) => others.rows) ?? []

  /** The button may be gone then. */
  function showMore() {
    list.current?.querySelector<HTMLElement>(':scope > :last-child a')?.focus()
    void fetchNextPage(query)
  }

  return (
    <Section title="Other callbacks of this number">
      {rows.length === 0 && <p className="quiet">There are no others.</p>}
      {rows.length > 0 && (
        <ul ref={list} className={css.others} aria-label="Other callbacks of this number">
          {rows.map(({ id, references, name, service, status, asked, waiting_since }) => (
            <li key={id} className="row">
              <PersonLink reference={references[0] ?? id} name={name} />
              <span className="quiet">
                <Moment at={waiting_since} now={now} />
                {service !== null && `, ${service}`}
                {asked > 1 && `, ${timesInWords('asked', asked)}`}
              </span>
              <span className={css.statusName}>{STATUS_NAMES[status]}</span>
            </li>
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <div>
          <Button look="inline" aria-label="Show more: other callbacks" onClick={showMore}>
            Show more
          </Button>
        </div>
      )}
    </Section>
  )
}
