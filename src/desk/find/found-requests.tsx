import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Service } from '../../callback-request/services.ts'
import { type RequestStatus, STATUS_NAMES } from '../../callback-request/statuses.ts'
import type { TimeSlot } from '../../callback-request/time-slots.ts'
import { Button } from '../parts/button.tsx'
import { Instant } from '../parts/instant.tsx'
import { Records } from '../parts/lists/records.tsx'
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
  hasMore: boolean
  isSearching: boolean
  onShowMore: () => Promise<unknown>
}

/** What was found so far, and whether the search goes on. */
export function FoundRequests({ pages, hasMore, isSearching, onShowMore }: FoundRequestsProps) {
  const wasPressed = useRef(false)
  const rows = pages.flatMap((page) => page.rows)
  const last = pages.at(-1)
  const goesOn = last?.complete === false && hasMore

  async function showMore() {
    wasPressed.current = true
    await onShowMore()
  }

  /** The focus goes from the last "Show more", which is gone, to what stands in its place. */
  function focusEnd(end: HTMLElement | null) {
    if (!end || !wasPressed.current) return
    wasPressed.current = false
    end.focus()
  }

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
      <div className={css.end}>
        {goesOn ? (
          <p role="status">
            Searching further back
            {last.searched_back_to !== null && (
              <>
                : so far until <Instant at={last.searched_back_to} to="minutes" />
              </>
            )}
            …
          </p>
        ) : hasMore ? (
          <Button look="outlined" aria-busy={isSearching} onClick={showMore}>
            Show more
          </Button>
        ) : (
          <p ref={focusEnd} tabIndex={-1}>
            {rows.length > 0 ? 'There are no other requests.' : 'No request matches.'}
          </p>
        )}
      </div>
    </>
  )
}
