import { Link } from '@tanstack/react-router'
import type { Service } from '../../callback-request/services.ts'
import { type RequestStatus, STATUS_NAMES } from '../../callback-request/statuses.ts'
import type { TimeSlot } from '../../callback-request/time-slots.ts'
import { Instant } from '../parts/instant.tsx'
import type { PagesQuery } from '../parts/lists/fetch-next-page.ts'
import { Records } from '../parts/lists/records.tsx'
import { ShowMore } from '../parts/lists/show-more.tsx'
import css from './find-page.module.css'
import { FORM_NAMES } from './find-search.ts'

interface FoundRequest {
  reference: string
  received_at: string
  name: string
  phone: string
  email: string
  form: keyof typeof FORM_NAMES
  service: Service | null
  time_slot: TimeSlot
  status: RequestStatus
  campaign: string | null
  suspected: boolean
}

export interface FoundPage {
  rows: FoundRequest[]
  next: string | null
  /** False when the page ended before it was full. */
  complete: boolean
  searched_back_to: string | null
}

interface FoundRequestsProps {
  pages: readonly FoundPage[]
  query: PagesQuery
}

/** What was found so far, and whether the search goes on. */
export function FoundRequests({ pages, query }: FoundRequestsProps) {
  const rows = pages.flatMap((page) => page.rows)
  const last = pages.at(-1)
  const goesOn = last?.complete === false && query.hasNextPage

  return (
    <>
      <p role="status" className="visuallyHidden">
        {rows.length === 1 ? '1 request is shown.' : `${rows.length} requests are shown.`}
      </p>
      {rows.length > 0 && (
        <Records
          name="Requests"
          tableFrom="64rem"
          rows={rows}
          keyOf={({ reference }) => reference}
          columns={[
            {
              header: 'Name',
              cell: ({ name, reference }) => (
                <Link to="/requests/$reference" params={{ reference }}>
                  <bdi>{name}</bdi>
                </Link>
              ),
            },
            {
              header: 'Number',
              cell: ({ phone }) => <bdi className={css.number}>{phone}</bdi>,
            },
            { header: 'Service', cell: ({ service, form }) => service ?? FORM_NAMES[form] },
            { header: 'Slot', cell: ({ time_slot }) => time_slot },
            { header: 'Received', cell: ({ received_at }) => <Instant at={received_at} to="minutes" /> },
            {
              header: 'Status',
              cell: ({ status, suspected }) => (suspected && status !== 'spam' ? 'Suspected' : STATUS_NAMES[status]),
            },
            { header: 'Campaign', cell: ({ campaign }) => (campaign === null ? '–' : <bdi>{campaign}</bdi>) },
          ]}
        />
      )}
      <ShowMore query={query} progress={goesOn && <SearchProgress searchedBackTo={last.searched_back_to} />}>
        {rows.length > 0 ? 'There are no other requests.' : 'No request matches.'}
      </ShowMore>
    </>
  )
}

function SearchProgress({ searchedBackTo }: { searchedBackTo: string | null }) {
  return (
    <>
      Searching further back
      {searchedBackTo !== null && (
        <>
          : so far until <Instant at={searchedBackTo} to="minutes" />
        </>
      )}
      …
    </>
  )
}
