import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import type { FoundPage, FoundRow } from '../../callback-request/calling/callback-row.ts'
import { readSearchText } from '../../callback-request/search-text.ts'
import { STATUS_NAMES } from '../../callback-request/statuses.ts'
import { inList, moveFocus } from '../../ui/use-kept-focus.ts'
import { AddDialog } from '../add/add-dialog.tsx'
import { Button } from '../parts/button.tsx'
import { PagedRecords, rowsOf } from '../parts/lists/pages.tsx'
import { NOTHING } from '../parts/lists/records.tsx'
import { useKeys } from '../parts/use-keys.ts'
import { Instant, LanguageBadge, PersonLink } from '../parts/values.tsx'
import { useMe } from '../session.ts'
import css from './find-page.module.css'

interface FoundRequestsProps {
  /** What was typed. */
  text: string
  /** Whether other filters leave requests out. */
  isFiltered: boolean
  query: UseInfiniteQueryResult<InfiniteData<FoundPage>>
  /** The links of the rows. */
  list: RefObject<Map<string, HTMLElement>>
}

/** What was found so far, and whether the search goes on. */
export function FoundRequests({ text, isFiltered, query, list }: FoundRequestsProps) {
  const { role } = useMe()
  const last = query.data?.pages.at(-1)
  const goesOn = last?.complete === false && query.hasNextPage
  const isNobody = query.data !== undefined && rowsOf(query).length === 0 && !query.hasNextPage
  useKeys({ j: () => moveFocus(list.current, 1), k: () => moveFocus(list.current, -1) })
  return (
    <>
      <PagedRecords
        query={query}
        list={list}
        noun="request"
        name="Requests"
        isBrief
        keyOf={({ reference }) => reference}
        columns={[
          {
            header: 'Name',
            cell: ({ name, reference, language }) => (
              <>
                <PersonLink reference={reference} name={name} ref={inList(list, reference)} />{' '}
                <LanguageBadge code={language} />
              </>
            ),
          },
          { header: 'Number', cell: ({ phone }) => <bdi className="oneLine">{phone}</bdi> },
          { header: 'Service', cell: ({ service }) => service ?? NOTHING },
          { header: 'Slot', cell: ({ time_slot }) => <span className="oneLine">{time_slot}</span> },
          { header: 'Received', cell: ({ received_at }) => <Instant at={received_at} to="minutes" /> },
          {
            header: 'Status',
            cell: ({ status, suspected }) => (suspected && status !== 'spam' ? 'Held back' : STATUS_NAMES[status]),
          },
          ...(role === 'manager' ? [CAMPAIGN] : []),
        ]}
        progress={goesOn && <SearchProgress searchedBackTo={last.searched_back_to} />}
        end="There are no other requests."
        none={whyNothingMatches(text) + (isFiltered ? ' The filters above may also leave requests out.' : '')}
      />
      {isNobody && <AddFound text={text} />}
    </>
  )
}

const CAMPAIGN = {
  header: 'Campaign',
  cell: ({ campaign }: FoundRow) => (campaign === null ? NOTHING : <bdi>{campaign}</bdi>),
}

/** Says how the typed text was compared. */
function whyNothingMatches(typed: string): string {
  const read = readSearchText(typed)
  if (!read) return 'No request matches.'
  if (read.reference !== null) return 'No request has this reference, number or name.'
  switch (read.text.kind) {
    case 'email':
      return 'No request has this e-mail address. It is compared as a whole.'
    case 'phone':
    case 'phone part':
      return 'No request has this number, or one that begins or ends like this.'
    case 'words':
      return 'No name has words that begin like this.'
  }
}

/** Whoever telephones and is not found can be added with what was typed. */
function AddFound({ text }: { text: string }) {
  const [isAdding, setIsAdding] = useState(false)
  const read = readSearchText(text)
  const kind = read?.reference === null ? read.text.kind : undefined
  const number = { phone: text }
  const known = { email: { email: text }, phone: number, 'phone part': number, words: { name: text } }
  return (
    <div className={css.add}>
      <Button look="outlined" onClick={() => setIsAdding(true)}>
        Add a callback
      </Button>
      {isAdding && <AddDialog known={kind ? known[kind] : {}} onClose={() => setIsAdding(false)} />}
    </div>
  )
}

function SearchProgress({ searchedBackTo }: { searchedBackTo: string | null }) {
  if (searchedBackTo === null) return 'Searching further back…'
  return (
    <>
      Searching further back: so far until <Instant at={searchedBackTo} to="minutes" />…
    </>
  )
}
