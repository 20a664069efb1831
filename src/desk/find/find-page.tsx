import { useInfiniteQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { FoundPage } from '../../callback-request/calling/callback-row.ts'
import { MAX_LABEL_CHARACTERS } from '../../callback-request/campaign.ts'
import { STATUS_NAMES } from '../../callback-request/statuses.ts'
import { moveFocus } from '../../ui/use-kept-focus.ts'
import { send } from '../api.ts'
import { FIND_KEY } from '../events.ts'
import { type Filter, Filters, offeredFilters, refusedFilters } from '../parts/lists/filters.tsx'
import { rowsOf } from '../parts/lists/pages.tsx'
import { Page } from '../parts/page.tsx'
import { type Me, useMe } from '../session.ts'
import { ExportButton } from './export-button.tsx'
import { FORM_NAMES, fragmentOf, textInFragment } from './find-search.ts'
import { FoundRequests } from './found-requests.tsx'

/** With more pages, whoever comes back would search a large part of the store again. */
const MOST_PAGES_FETCHED_AGAIN = 3

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether somebody has come to search for something. */
    isSearching?: boolean
  }
}

/** Finds any stored request. The filters are in the address, what was typed only in its fragment. */
export function FindPage() {
  const text = useTypedText()
  const navigate = useNavigate({ from: '/find' })
  const sought = useLocation({ select: ({ state }) => (state.isSearching ? state.__TSR_key : undefined) })
  const me = useMe()
  const list = useRef(new Map<string, HTMLElement>())
  const { left_out, ...search } = useSearch({ from: '/frame/find' })
  const filter = { ...(text && { text }), ...search }
  const found = useFoundRequests(filter)
  const refused = refusedFilters(found.error)
  const campaigns = [...new Set(rowsOf(found).flatMap(({ campaign }) => campaign ?? []))].sort()

  function change({ text = '', ...search }: Record<string, string>) {
    void navigate({ search, hash: fragmentOf(text), replace: true, hashScrollIntoView: false })
  }

  return (
    <Page title="Find" actions={me.role === 'manager' && <ExportButton filter={filter} isRefused={!!refused} />}>
      <Filters
        name="Requests"
        filters={filtersFor(me, campaigns)}
        values={{ ...filter, ...(left_out && { left_out }) }}
        errors={refused}
        focusedBy={sought}
        onChange={change}
        onGoOn={() => moveFocus(list.current, 1)}
      />
      {!refused && <FoundRequests text={text} isFiltered={Object.keys(search).length > 0} query={found} list={list} />}
    </Page>
  )
}

/** What was typed. Whoever leaves has typed nothing else, though the address is already that of the next page. */
function useTypedText(): string {
  const given = useLocation({
    select: ({ pathname, hash }) => (pathname === '/find' ? textInFragment(hash) : undefined),
  })
  const [kept, setKept] = useState(given)
  if (given !== undefined && given !== kept) setKept(given)
  return given ?? kept ?? ''
}

/** @param campaigns of the rows that are shown */
function filtersFor(me: Me, campaigns: string[]): Filter[] {
  const [service, language] = offeredFilters(me)
  // Coordinators seldom need where a request came from.
  const rare = me.role === 'manager' ? 'phones' : 'always'
  const label = 'Name, number, e-mail or reference'
  return [
    { name: 'text', label, type: 'search', maxLength: 256 },
    { ...service, isMore: 'phones' },
    { name: 'status', label: 'Status', options: optionsOf(STATUS_NAMES), any: 'Every status', isMore: 'phones' },
    // Together in a line, whether a line has two filters or more.
    { name: 'from', label: 'From', type: 'date', isMore: 'phones' },
    { name: 'to', label: 'To', type: 'date', isMore: 'phones' },
    { ...language, isMore: 'phones' },
    { name: 'form', label: 'Form', options: optionsOf(FORM_NAMES), any: 'All forms', isMore: rare },
    { name: 'campaign', label: 'Campaign', maxLength: MAX_LABEL_CHARACTERS, suggestions: campaigns, isMore: rare },
  ]
}

function optionsOf(names: Readonly<Record<string, string>>) {
  return Object.entries(names).map(([value, text]) => ({ value, text }))
}

/** The requests of a filter. While a page ends before it is full, the next is fetched by itself. */
function useFoundRequests(filter: object) {
  const found = useInfiniteQuery({
    queryKey: [FIND_KEY, filter],
    queryFn: ({ pageParam, signal }) =>
      send<FoundPage>('POST', '/api/requests/search', { ...filter, after: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: FoundPage) => next,
    staleTime: ({ state }) => ((state.data?.pages.length ?? 0) > MOST_PAGES_FETCHED_AGAIN ? 'static' : 0),
  })
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = found
  const isUnfinished = data?.pages.at(-1)?.complete === false
  useEffect(() => {
    if (isUnfinished && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [isUnfinished, hasNextPage, isFetching, isError, fetchNextPage])
  return found
}
