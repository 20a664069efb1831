import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { BUCKETS, type Bucket } from '../../callback-request/calling/buckets.ts'
import type { CallbackRow } from '../../callback-request/calling/callback-row.ts'
import { AddDialog } from '../add/add-dialog.tsx'
import { CallFailed } from '../api.ts'
import { About } from '../call/about.tsx'
import { CallLayout } from '../call/call-layout.tsx'
import { selectedRow } from '../call/call-state.ts'
import { MyDay } from '../call/my-calls.tsx'
import { useCurrentCall } from '../call/use-call.tsx'
import { useKeys } from '../keys/use-keys.ts'
import { Button } from '../parts/button.tsx'
import { useNow } from '../parts/clock.ts'
import { counted } from '../parts/counted.ts'
import { Filters, offeredFilters } from '../parts/lists/filters.tsx'
import { keyAt, moveFocus, useKeptFocus } from '../parts/lists/use-kept-focus.ts'
import { Loaded } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { ErasedNotice } from '../person/erased-notice.tsx'
import { useMe } from '../session.ts'
import { Arrivals } from './arrivals.tsx'
import { BucketSection } from './bucket-section.tsx'
import { CallControl, isHeld } from './call-control.tsx'
import { type ShownRow, useSteadyRows } from './use-steady-rows.ts'
import css from './worklist.module.css'
import { type MorePages, NO_MORE_PAGES, type Worklist, worklistQuery } from './worklist-query.ts'

/** The width of the window from which there is room for two panes. Source: desk, section 10. */
const TWO_PANES = '(min-width: 1100px)'

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
      <ErasedNotice />
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

interface BucketsProps {
  worklist: Worklist
  readAt: number
  isFetchingMore: boolean
  onShowMore: (bucket: Bucket) => void
}

function Buckets({ worklist, readAt, isFetchingMore, onShowMore }: BucketsProps) {
  const now = useNow(worklist.clockOffset)
  const { open, call, saved, position, choose } = useCurrentCall()
  const navigate = useNavigate()
  /** The headings of the rows. */
  const list = useRef(new Map<string, HTMLElement>())
  const back = useRef<HTMLButtonElement>(null)
  /** The row that was opened in the place of the list. */
  const [sheet, setSheet] = useState<string>()
  const rows = useSteadyRows(worklist, list)
  const waiting = BUCKETS.flatMap((bucket) => rows[bucket]).filter(({ isGone }) => !isGone)
  const isFree = (row: CallbackRow) => !isHeld(row, now) || row.claim?.mine === true
  // Whoever was just called is not offered as the next.
  const free = waiting.filter((row) => isFree(row) && row.id !== saved?.callback.id)
  const offered = free.find(({ due_from }) => due_from <= worklist.now) ?? free[0]
  const selected = selectedRow(position, waiting, { isFree, offered })
  const isChosen =
    selected !== undefined &&
    position !== undefined &&
    ('chosen' in position ? position.chosen === selected.id : position.after.includes(selected.id))
  const isSheet = !open && selected !== undefined && selected.id === sheet
  const isCovered = open !== undefined || isSheet
  const focusRow = (row: CallbackRow | undefined) => row && list.current.get(row.id)?.focus()

  useKeptFocus(list, selected?.id)

  // The way back leads to the row, and so do the end of a call and of what stood over the list.
  const hasArrived = useRef(false)
  const arrive = useEffectEvent(() => {
    const isElsewhere = keyAt(list.current, document.activeElement) === undefined
    if (isSheet) back.current?.focus()
    else if (!isCovered && isElsewhere && (isChosen || hasArrived.current)) focusRow(selected)
    hasArrived.current = true
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever it changes
  useEffect(() => arrive(), [isCovered])

  // Keys and pane mean the same person, also when another row is selected by itself.
  useEffect(() => {
    const focused = keyAt(list.current, document.activeElement)
    if (selected && focused !== undefined && focused !== selected.id) list.current.get(selected.id)?.focus()
  }, [selected])

  /** Only a press chooses the row that is selected by itself: the focus may have come there by itself too. */
  function chooseAgain(row: ShownRow, by: 'focus' | 'press') {
    const isSelected = row.id === selected?.id && (isChosen || by === 'focus')
    if (!row.isGone && !isSelected) choose(row)
  }

  /** In a narrow window the row is shown in the place of the list. @returns whether it is one */
  function openSheet(row: ShownRow) {
    const isNarrow = !matchMedia(TWO_PANES).matches
    if (isNarrow) {
      choose(row)
      setSheet(row.id)
    }
    return isNarrow
  }

  const closeSheet = () => setSheet(undefined)

  /** Whoever chose another row than the one that was offered goes on below it, in the same table. */
  function belowOf(row: CallbackRow): readonly string[] {
    if (row.id === offered?.id) return []
    const table = BUCKETS.map((bucket) => rows[bucket]).find((all) => all.some(({ id }) => id === row.id)) ?? []
    return table.slice(table.findIndex(({ id }) => id === row.id) + 1).map(({ id }) => id)
  }

  /** Moves on from the row that has the focus, which may have gone from the list meanwhile, or from the selected one. */
  const move = (step: 1 | -1) =>
    moveFocus(list.current, step, keyAt(list.current, document.activeElement) ?? selected?.id)

  /** Moves to the first row of the next or previous table that has one. */
  function moveTable(step: 1 | -1) {
    const tables = BUCKETS.map((bucket) => rows[bucket]).filter(({ length }) => length > 0)
    const at = tables.findIndex((table) => table.some(({ id }) => id === selected?.id))
    focusRow(tables[at + step]?.[0])
  }

  function callSelected() {
    if (!selected || selected.id === open?.row.id) return
    // From somebody whom a colleague calls it leads to whoever is next.
    if (isFree(selected)) call(selected, belowOf(selected))
    else focusRow(offered)
  }

  function openSelected() {
    const reference = selected && (selected.references[0] ?? selected.id)
    if (reference) void navigate({ to: '/requests/$reference', params: { reference } })
  }

  useKeys({
    Enter: openSelected,
    j: () => move(1),
    k: () => move(-1),
    J: moveTable.bind(null, 1),
    K: moveTable.bind(null, -1),
    c: callSelected,
    Escape: isSheet ? closeSheet : undefined,
  })

  return (
    <CallLayout
      now={now}
      whom={selected}
      readAt={readAt}
      isSheet={isCovered}
      about={
        selected && (
          <About
            row={selected}
            now={now}
            isChosen={isChosen}
            heading={
              <>
                <div className={css.back}>
                  <Button look="inline" ref={back} onClick={closeSheet}>
                    Back to the list
                  </Button>
                </div>
                <bdi>{selected.name}</bdi>
              </>
            }
          >
            <CallControl row={selected} now={now} look="filled" below={() => belowOf(selected)} />
          </About>
        )
      }
    >
      <div className={`stack ${css.buckets}`}>
        {BUCKETS.map((bucket) => (
          <BucketSection
            key={bucket}
            {...{ bucket, worklist, now, isFetchingMore, onShowMore, list, belowOf }}
            rows={rows[bucket]}
            selected={selected?.id}
            onChoose={chooseAgain}
            onOpen={openSheet}
          />
        ))}
      </div>
    </CallLayout>
  )
}
