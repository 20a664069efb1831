import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { BUCKETS, type Bucket } from '../../callback-request/calling/buckets.ts'
import type { CallbackRow } from '../../callback-request/calling/callback-row.ts'
import { AddDialog } from '../add/add-dialog.tsx'
import { About } from '../call-panel/about.tsx'
import { CallLayout, TWO_PANES } from '../call-panel/call-layout.tsx'
import { useCurrentCall } from '../call-panel/use-call.tsx'
import { useKeys } from '../keys/use-keys.ts'
import { Button } from '../parts/button.tsx'
import { counted } from '../parts/counted.ts'
import { Filters, offeredFilters, useFilters } from '../parts/lists/filters.tsx'
import { useMedia } from '../parts/lists/records.tsx'
import { useKeptFocus } from '../parts/lists/use-kept-focus.ts'
import { Loaded } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { ErasedNotice } from '../person/erased-notice.tsx'
import { useMe } from '../session.ts'
import { Arrivals } from './arrivals.tsx'
import { BucketSection } from './bucket-section.tsx'
import { CallControl, isHeld } from './call-control.tsx'
import { callbackAt, focusCallback, focusNeighbour, headingOf, openCallback, openedAt } from './callback-heading.tsx'
import { titleInWords } from './time-words.ts'
import { useSteadyRows } from './use-steady-rows.ts'
import css from './worklist.module.css'
import { type MorePages, NO_MORE_PAGES, useServerTime, type Worklist, worklistQuery } from './worklist-query.ts'

const ADD_ID = 'add-callback'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** In the history, so that the way back leads to the same rows. */
    more?: MorePages
  }
}

/** Everybody who waits for a call, by when they are due. */
export function WorklistPage() {
  const filters = offeredFilters(useMe())
  const { values: filter, hasUnknown, leaveOut } = useFilters(filters, useSearch({ from: '/frame/' }))
  const navigate = useNavigate({ from: '/' })
  const more = useLocation({ select: ({ state }) => state.more }) ?? NO_MORE_PAGES
  const query = useQuery(worklistQuery(filter, more))
  leaveOut(query.error)
  const { follow } = useCurrentCall()
  const [isAdding, setIsAdding] = useState(false)
  const waiting = query.data && BUCKETS.flatMap((bucket) => query.data.buckets[bucket].rows)
  useEffect(() => waiting && follow(waiting, JSON.stringify(filter)))
  return (
    <Page
      title="Callbacks"
      documentTitle={titleInWords(query.data?.waiting ?? 0)}
      actions={
        <div className={`buttons ${css.actions}`}>
          {query.data && <p className={`notPrinted quiet ${css.mine}`}>{doneInWords(query.data)}</p>}
          <Filters
            name="Callbacks"
            className={`buttons ${css.filter}`}
            filters={filters}
            values={filter}
            hasUnknown={hasUnknown}
            clearLabel="Show all"
            onChange={(search) => navigate({ search, replace: true })}
          />
          <Button look="outlined" id={ADD_ID} onClick={() => setIsAdding(true)}>
            Add a callback
          </Button>
        </div>
      }
    >
      {isAdding && <AddDialog returnTo={ADD_ID} onClose={() => setIsAdding(false)} />}
      <ErasedNotice />
      <Loaded query={query}>
        {(worklist) => (
          <>
            <Arrivals key={JSON.stringify(worklist.filter)} worklist={worklist} />
            <Buckets
              worklist={worklist}
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

/** The row that somebody chose, and whether it was taken or passed over then already. */
interface Choice {
  id: string
  isTaken: boolean
  isPassedOver: boolean
}

interface BucketsProps {
  worklist: Worklist
  isFetchingMore: boolean
  onShowMore: (bucket: Bucket) => void
}

function Buckets({ worklist, isFetchingMore, onShowMore }: BucketsProps) {
  const now = useServerTime(worklist)
  const { called, call, saved, failure } = useCurrentCall()
  const historyEntry = useLocation({ select: ({ state }) => state.__TSR_key })
  const hasTwoPanes = useMedia(TWO_PANES)
  const list = useRef<HTMLDivElement>(null)
  const rows = useSteadyRows(worklist, list)
  const [choice, setChoice] = useState<Choice>()
  const all = BUCKETS.flatMap((bucket) => rows[bucket])
  const waiting = all.filter(({ isGone }) => !isGone)
  const isFree = (row: CallbackRow) => !isHeld(row, now) || row.claim?.mine === true
  const isDue = ({ due_from }: CallbackRow) => due_from <= worklist.now
  // Whoever was just called is not offered as the next.
  const free = waiting.filter((row) => isFree(row) && row.id !== saved?.callback.id)
  const due = free.filter(isDue)
  const offered = due.length > 0 ? due : free
  /** Taken by a colleague, or passed over because others are due. */
  const stateOf = (row: CallbackRow) => ({ isTaken: !isFree(row), isPassedOver: due.length > 0 && !isDue(row) })
  // A choice ends when its person is taken or passed over since.
  const isKept = (row: CallbackRow, { isTaken, isPassedOver }: Choice) =>
    (isTaken || !stateOf(row).isTaken) && (isPassedOver || !stateOf(row).isPassedOver)
  const chosen = waiting.find((row) => row.id === choice?.id && isKept(row, choice))
  const selected = chosen ?? offered[0] ?? waiting[0]
  useKeptFocus(
    all.map(({ id }) => headingOf(id)),
    (heading) => [selected, ...offered].some((row) => row && headingOf(row.id) === heading),
  )

  function choose(id: string | undefined) {
    const row = waiting.find((one) => one.id === id)
    if (row) setChoice({ id: row.id, ...stateOf(row) })
  }

  useEffect(() => setChoice((before) => (before?.id === saved?.callback.id ? undefined : before)), [saved])

  // Whoever cannot be called stays selected, so that it is said why.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    if (selected && failure?.about?.id === selected.id)
      setChoice({ id: selected.id, isTaken: true, isPassedOver: !isDue(selected) })
  }, [failure])

  // Keys and pane mean the same person, also when a choice has ended.
  useEffect(() => {
    const hasFocus = choice && document.activeElement?.id === headingOf(choice.id)
    if (hasFocus && selected && selected.id !== choice.id) focusCallback(selected.id)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever looks at others chooses again
  useEffect(() => setChoice(undefined), [worklist.filter])

  // On the way back from a person's page, the focus returns to the row.
  useEffect(() => {
    const opened = openedAt(historyEntry)
    if (opened !== undefined) focusCallback(opened)
  }, [historyEntry])

  const canCall = selected && selected.id !== called?.id && isFree(selected)

  /** The row with the focus, which may have gone from the list meanwhile; otherwise the selected one. */
  const current = () => callbackAt(document.activeElement) ?? selected?.id
  const openCurrent = () => openCallback(current())
  useKeys({
    Enter: openCurrent,
    j: () => focusNeighbour(current(), 1),
    k: () => focusNeighbour(current(), -1),
    // From somebody whom a colleague calls it leads to whoever is next.
    c: canCall ? () => call(selected) : called === undefined ? () => focusCallback(offered[0]?.id) : undefined,
  })

  function selectRow({ target }: MouseEvent) {
    const id = callbackAt(target)
    if (id !== undefined && target instanceof Element && !target.closest('a, button')) focusCallback(id)
  }

  return (
    <div className={css.list}>
      <CallLayout
        now={now}
        whom={selected}
        about={
          hasTwoPanes &&
          selected && (
            <About row={selected} now={now} heading={<bdi>{selected.name}</bdi>}>
              <CallControl row={selected} now={now} look="filled" />
            </About>
          )
        }
      >
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys move through the rows by j and k */}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: what a click does here, keys do by j and k */}
        <div
          ref={list}
          className={`stack ${css.buckets}`}
          inert={called !== undefined && !hasTwoPanes}
          onClick={selectRow}
          onFocus={({ target }) => choose(callbackAt(target))}
        >
          {BUCKETS.map((bucket) => (
            <BucketSection
              key={bucket}
              {...{ bucket, worklist, now, isFetchingMore, onShowMore }}
              rows={rows[bucket]}
              selected={called?.id ?? selected?.id}
            />
          ))}
        </div>
      </CallLayout>
    </div>
  )
}

/** One's own day. */
function doneInWords({ mine: { tries, booked } }: Worklist): string {
  return `Today: ${counted(tries, 'call')}, ${booked} booked`
}
