import { useInfiniteQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { CallFailed, query } from '../api.ts'
import { Loaded } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { useMe } from '../session.ts'
import { ExportButton } from './export-button.tsx'
import { FindFilters } from './find-filters.tsx'
import { FILTERS, type FindSearch, fragmentOf, knownFilters, textInFragment } from './find-search.ts'
import { type FoundPage, FoundRequests } from './found-requests.tsx'

/** With more pages, each change at the desk would search a large part of the store again. */
const MOST_PAGES_KEPT_UP_TO_DATE = 3

/** Finds any stored request. The filters are in the address, what was typed only in its fragment. */
export function FindPage() {
  const given = useSearch({ from: '/frame/find' })
  const text = textInFragment(useLocation({ select: ({ hash }) => hash }))
  const navigate = useNavigate({ from: '/find' })
  const { role, offer } = useMe()
  const search = knownFilters(given, offer.services)
  const filter = { ...search, ...(text && { text }) }
  const found = useFoundRequests(filter)
  const isRefused = found.error instanceof CallFailed && found.error.status === 422
  const errors = isRefused && found.error instanceof CallFailed ? found.error.errors : {}
  const campaigns = found.data?.pages.flatMap(({ rows }) => rows.flatMap(({ campaign }) => campaign ?? [])) ?? []

  function change(newText: string, newSearch: FindSearch) {
    void navigate({ search: newSearch, hash: fragmentOf(newText), replace: true, hashScrollIntoView: false })
  }

  return (
    <Page title="Find" actions={role === 'manager' && <ExportButton filter={filter} isRefused={isRefused} />}>
      <FindFilters
        text={text}
        search={search}
        campaigns={[...new Set(campaigns)].sort()}
        error={errors.text}
        onChange={change}
      />
      {FILTERS.some((name) => given[name] !== search[name]) && (
        <p>A filter in the address of this page is unknown and was left out.</p>
      )}
      {!isRefused && (
        <Loaded query={found}>
          {({ pages }) => (
            <FoundRequests text={text} isFiltered={Object.keys(search).length > 0} pages={pages} query={found} />
          )}
        </Loaded>
      )}
    </Page>
  )
}

/** The requests of a filter. While a page ends before it is full, the next is fetched by itself. */
function useFoundRequests(filter: object) {
  const found = useInfiniteQuery({
    queryKey: ['find', filter],
    queryFn: ({ pageParam, signal }) =>
      query<FoundPage>('/api/requests/search', { ...filter, after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: FoundPage) => next,
    staleTime: ({ state }) => ((state.data?.pages.length ?? 0) > MOST_PAGES_KEPT_UP_TO_DATE ? 'static' : 0),
  })
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = found
  const isUnfinished = data?.pages.at(-1)?.complete === false
  useEffect(() => {
    if (isUnfinished && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [isUnfinished, hasNextPage, isFetching, isError, fetchNextPage])
  return found
}
