import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { BUCKETS, type Bucket } from '../../callback-request/calling/buckets.ts'
import type { CallbackRow } from '../../callback-request/calling/callback-row.ts'
import { counted } from '../../callback-request/calling/counted.ts'
import { AddDialog, isAddedHere } from '../add/add-dialog.tsx'
import { MyDay } from '../call/my-calls.tsx'
import { Button } from '../parts/button.tsx'
import { Filters, offeredFilters, refusedFilters } from '../parts/lists/filters.tsx'
import { Loaded } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { StillReadable } from '../person/erase-dialog.tsx'
import { useMe } from '../session.ts'
import { Buckets } from './buckets.tsx'
import css from './worklist-page.module.css'
import { type MorePages, NO_MORE_PAGES, type Worklist, worklistQuery } from './worklist-query.ts'

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
  // Where another filter cannot be fetched, the list and the open call beside it stay.
  const [shown, setShown] = useState(query.data)
  if (query.data && query.data !== shown) setShown(query.data)
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
            errors={refusedFilters(query.error)}
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
      <Loaded query={{ ...query, data: query.data ?? shown }}>
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
            <Buckets worklist={worklist} isFetchingMore={query.isPlaceholderData} onShowMore={showMore} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** Source: desk, section 10. */
const SHOWN_MS = 10_000

/** In a flood the text changes at most this often, so that screen readers can follow. */
const PAUSE_MS = 2_000

/** Says who has asked for a call while the page is open, without taking the focus. It goes after ten seconds. */
function Arrivals({ worklist }: { worklist: Worklist }) {
  const { count, name } = useArrivals(worklist)
  return (
    <p role="status" className={css.arrivals}>
      {count === 1 && (
        <>
          <bdi>{name ?? 'Somebody'}</bdi> asked for a call.
        </>
      )}
      {count > 1 && `${count} people asked for a call.`}
    </p>
  )
}

const NOBODY: { count: number; name?: string | undefined } = { count: 0 }

/** How many people asked for a call in the last ten seconds, and the first one's name if it is in the list. */
function useArrivals({ now, buckets, counts }: Worklist): typeof NOBODY {
  const [arrivals, setArrivals] = useState(NOBODY)
  const [told, setTold] = useState(NOBODY)
  const toldAt = useRef(0)
  /** How often each callback had been asked for; rows from before the first answer are no arrivals when they appear. */
  const known = useRef<{ since: string; asked: Map<string, number>; waiting: number }>(undefined)

  useEffect(() => {
    const isFirst = known.current === undefined
    known.current ??= { since: now, asked: new Map(), waiting: 0 }
    const { since, asked, waiting: waitingBefore } = known.current
    const rows = BUCKETS.flatMap((bucket) => buckets[bucket].rows)
    const isNew = ({ id, waiting_since }: CallbackRow) => !asked.has(id) && waiting_since > since
    const hasAskedAgain = ({ id, asked: times }: CallbackRow) => times > (asked.get(id) ?? times)
    const added = rows.filter((row) => isNew(row) && isAddedHere(row))
    const arrived = rows.filter((row) => (isNew(row) || hasAskedAgain(row)) && !isAddedHere(row))
    const waiting = BUCKETS.reduce((sum, bucket) => sum + counts[bucket], 0)
    // Of a long list only a part is here.
    const isWhole = BUCKETS.every((bucket) => buckets[bucket].next === null)
    const isFlood = arrived.length > 1 && !isWhole
    const count = isFlood ? Math.max(arrived.length, waiting - waitingBefore - added.length) : arrived.length
    for (const row of rows) asked.set(row.id, row.asked)
    known.current.waiting = waiting
    if (!isFirst && count > 0)
      setArrivals((before) => ({ count: before.count + count, name: before.name ?? arrived[0]?.name }))
  }, [now, buckets, counts])

  useEffect(() => {
    if (told.count === 0) return
    toldAt.current = Date.now()
    const timer = setTimeout(() => setArrivals(NOBODY), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [told])

  // After the other effect, which says when.
  useEffect(() => {
    const timer = setTimeout(() => setTold(arrivals), toldAt.current + PAUSE_MS - Date.now())
    return () => clearTimeout(timer)
  }, [arrivals])

  return told
}
