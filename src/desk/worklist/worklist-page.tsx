import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Bucket } from '../../callback-request/calling/buckets.ts'
import { counted } from '../../callback-request/calling/counted.ts'
import { AddDialog } from '../add/add-dialog.tsx'
import { CallFailed } from '../api.ts'
import { MyDay } from '../call/my-calls.tsx'
import { Button } from '../parts/button.tsx'
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
  const shownBefore = useLocation({ select: ({ state }) => state.more })
  const [more, setMore] = useState(shownBefore ?? NO_MORE_PAGES)
  const query = useQuery(worklistQuery(filter, more))
  const [isAdding, setIsAdding] = useState(false)

  function showMore(bucket: Bucket) {
    const wanted = { ...more, [bucket]: more[bucket] + 1 }
    setMore(wanted)
    void navigate({ search, state: { more: wanted }, replace: true, resetScroll: false })
  }

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
          <Button look="outlined" onClick={() => setIsAdding(true)}>
            Add a callback
          </Button>
        </div>
      }
    >
      {isAdding && <AddDialog onClose={() => setIsAdding(false)} />}
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
              onShowMore={showMore}
            />
          </>
        )}
      </Loaded>
    </Page>
  )
}
