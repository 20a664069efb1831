import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { AddDialog } from '../add/add-dialog.tsx'
import { CallFailed } from '../api.ts'
import { MyDay } from '../call/my-calls.tsx'
import { Button } from '../parts/button.tsx'
import { counted } from '../parts/counted.ts'
import { Filters, offeredFilters } from '../parts/lists/filters.tsx'
import { Loaded } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { StillReadable } from '../person/erase-dialog.tsx'
import { useMe } from '../session.ts'
import { Arrivals } from './arrivals.tsx'
import { Buckets } from './buckets.tsx'
import css from './worklist.module.css'
import { type MorePages, NO_MORE_PAGES, worklistQuery } from './worklist-query.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** In the history, so that the way back leads to the same rows. */
    more?: MorePages
  }
}

/** Everybody who waits for a call, by when they are due. */
export function WorklistPage() {
  const me = useMe()
  const search = useSearch({ from: '/frame/' })
  const { left_out: _, ...filter } = search
  const navigate = useNavigate({ from: '/' })
  const more = useMorePages()
  const query = useQuery(worklistQuery(filter, more))
  const [isAdding, setIsAdding] = useState(false)
  const addButton = useRef<HTMLButtonElement>(null)
  return (
    <Page
      title="Callbacks"
      documentTitle="Callback desk"
      actions={
        <div className={`buttons ${css.actions}`}>
          {query.data && <MyDay {...query.data} />}
          <Filters
            name="Callbacks"
            className={`buttons ${css.filter}`}
            filters={offeredFilters(me)}
            values={search}
            errors={query.error instanceof CallFailed ? query.error.errors : undefined}
            clearLabel="Show all"
            onChange={(search) => navigate({ search, replace: true })}
          />
          <Button look="outlined" ref={addButton} onClick={() => setIsAdding(true)}>
            Add a callback
          </Button>
        </div>
      }
    >
      {isAdding && <AddDialog returnTo={addButton} onClose={() => setIsAdding(false)} />}
      <StillReadable />
      <Loaded query={query}>
        {(worklist) => (
          <>
            <div className={`notPrinted ${css.news}`}>
              {worklist.held_back > 0 && (
                <Link to="/spam">
                  {counted(worklist.held_back, 'request')} {worklist.held_back === 1 ? 'was' : 'were'} held back since
                  yesterday
                </Link>
              )}
              <Arrivals key={JSON.stringify(worklist.filter)} worklist={worklist} />
            </div>
            <Buckets
              worklist={worklist}
              readAt={query.dataUpdatedAt}
              isFetchingMore={query.isPlaceholderData}
              onShowMore={(bucket) =>
                navigate({
                  search: filter,
                  state: { more: { ...more, [bucket]: more[bucket] + 1 } },
                  replace: true,
                  resetScroll: false,
                })
              }
            />
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** How much is shown here, also while the next page is on its way and has an address already. */
function useMorePages(): MorePages {
  const given = useLocation({
    select: ({ pathname, state }) => (pathname === '/' ? (state.more ?? NO_MORE_PAGES) : undefined),
  })
  const [kept, setKept] = useState(given)
  if (given && given !== kept) setKept(given)
  return given ?? kept ?? NO_MORE_PAGES
}
