import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { readSearchText } from '../../callback-request/search-text.ts'
import type { Service } from '../../callback-request/services.ts'
import { type RequestStatus, STATUS_NAMES } from '../../callback-request/statuses.ts'
import type { TimeSlot } from '../../callback-request/time-slots.ts'
import { AddDialog } from '../add/add-dialog.tsx'
import { Button } from '../parts/button.tsx'
import { type PagesQuery, ShowMore } from '../parts/pages.tsx'
import { Records } from '../parts/records.tsx'
import { Instant, LanguageBadge } from '../parts/values.tsx'
import { useMe } from '../session.ts'
import css from './find-page.module.css'
import type { FORM_NAMES } from './find-search.ts'

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
  language: string | null
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
  /** What was typed. */
  text: string
  /** Whether other filters leave requests out. */
  isFiltered: boolean
  pages: readonly FoundPage[]
  query: PagesQuery
}

/** What was found so far, and whether the search goes on. */
export function FoundRequests({ text, isFiltered, pages, query }: FoundRequestsProps) {
  const { role } = useMe()
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
              cell: ({ name, reference, language }) => (
                <>
                  <Link to="/requests/$reference" params={{ reference }}>
                    <bdi>{name}</bdi>
                  </Link>{' '}
                  <LanguageBadge code={language} />
                </>
              ),
            },
            {
              header: 'Number',
              cell: ({ phone }) => <bdi className={css.number}>{phone}</bdi>,
            },
            { header: 'Service', cell: ({ service }) => service ?? '–' },
            { header: 'Slot', cell: ({ time_slot }) => time_slot },
            { header: 'Received', cell: ({ received_at }) => <Instant at={received_at} to="minutes" /> },
            {
              header: 'Status',
              cell: ({ status, suspected }) => (suspected && status !== 'spam' ? 'Suspected' : STATUS_NAMES[status]),
            },
            ...(role === 'manager' ? [CAMPAIGN] : []),
          ]}
        />
      )}
      <ShowMore query={query} progress={goesOn && <SearchProgress searchedBackTo={last.searched_back_to} />}>
        {rows.length > 0 ? 'There are no other requests.' : whyNothingIsFound(text, isFiltered)}
      </ShowMore>
      {rows.length === 0 && !query.hasNextPage && <AddFound text={text} />}
    </>
  )
}

const CAMPAIGN = {
  header: 'Campaign',
  cell: ({ campaign }: FoundRequest) => (campaign === null ? '–' : <bdi>{campaign}</bdi>),
}

/** Says how the typed text was compared, and whether something else leaves requests out. */
function whyNothingIsFound(typed: string, isFiltered: boolean): string {
  const why = whyNothingMatches(typed)
  return isFiltered ? `${why} The filters above may also leave requests out.` : why
}

function whyNothingMatches(typed: string): string {
  const read = readSearchText(typed)
  if (!read) return 'No request matches.'
  if (read.reference !== null) return 'No request has this reference, number or name.'
  switch (read.text.kind) {
    case 'email':
      return 'No request has this e-mail address. It is compared as a whole.'
    case 'phone':
      return 'No request has this number.'
    case 'phone part':
      return `No number begins or ends with ${read.text.digits}.`
    case 'words':
      return 'No name has words that begin like this.'
  }
}

const ADD_ID = 'add-found'

/** Whoever telephones and is not found can be added with what was typed. */
function AddFound({ text }: { text: string }) {
  const [isAdding, setIsAdding] = useState(false)
  const read = readSearchText(text)
  const kind = read?.reference === null ? read.text.kind : undefined
  const known = { email: { email: text }, phone: { phone: text }, words: { name: text } }
  return (
    <div className={css.add}>
      <Button look="outlined" id={ADD_ID} onClick={() => setIsAdding(true)}>
        Add a callback
      </Button>
      {isAdding && (
        <AddDialog
          known={kind && kind !== 'phone part' ? known[kind] : {}}
          returnTo={ADD_ID}
          onClose={() => setIsAdding(false)}
        />
      )}
    </div>
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
