import { useNavigate } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { BUCKETS, type Bucket } from '../../callback-request/calling/buckets.ts'
import type { CallbackRow } from '../../callback-request/calling/callback-row.ts'
import { inList, keyAt, moveFocus, useKeptFocus } from '../../ui/use-kept-focus.ts'
import { About } from '../call/about.tsx'
import { CallControl } from '../call/call-control.tsx'
import { CallLayout } from '../call/call-layout.tsx'
import { isHeld, type Position } from '../call/call-state.ts'
import { isTelephone } from '../call/phone-number.tsx'
import { useCurrentCall } from '../call/use-call.tsx'
import { Button } from '../parts/button.tsx'
import { useClock } from '../parts/clock.tsx'
import { focusHeading } from '../parts/page.tsx'
import { useKeys } from '../parts/use-keys.ts'
import { PersonLink } from '../parts/values.tsx'
import { BucketSection } from './bucket-section.tsx'
import css from './buckets.module.css'
import cell from './cell.module.css'
import { idsBelow, selectionOf } from './selection.ts'
import { type ShownRow, useSteadyRows } from './use-steady-rows.ts'
import type { Worklist } from './worklist-query.ts'

/** The width of the window from which there is room for two panes. Source: desk, section 10. */
const TWO_PANES = '(min-width: 1100px)'

/** Whoever presses has seen what the page showed this long ago, in ms. Source: decision 74. */
const REACTION_MS = 1_000

interface BucketsProps {
  worklist: Worklist
  isFetchingMore: boolean
  onShowMore: (bucket: Bucket) => void
}

/** The tables of the worklist, and beside them, or in their place, what is selected and whoever is called. */
export function Buckets({ worklist, isFetchingMore, onShowMore }: BucketsProps) {
  const { now } = useClock()
  const { open, call, saved, refusal, position, choose } = useCurrentCall()
  const navigate = useNavigate()
  /** The headings of the rows. */
  const list = useRef(new Map<string, HTMLElement>())
  const back = useRef<HTMLButtonElement>(null)
  /** The row that was opened in the place of the list, as it was then. */
  const [sheet, setSheet] = useState<CallbackRow>()
  const rows = useSteadyRows(worklist, list)
  const tables = BUCKETS.map((bucket) => rows[bucket])
  const waiting = tables.flat().filter(({ isGone }) => !isGone)
  // A colleague may hold another callback at the same number, which only the refusal says.
  const refused = refusal?.failure.code === 'claimed' ? refusal.about?.id : undefined
  const isFree = (row: CallbackRow) => row.id !== refused && (!isHeld(row, now) || row.claim?.mine === true)
  // Whoever was just called is not offered as the next.
  const free = waiting.filter((row) => isFree(row) && row.id !== saved?.callback.id)
  const offered = free.find(({ due_from }) => due_from <= worklist.now) ?? free[0]
  const listed = selectionOf(position, waiting, { isFree, offered })
  // Nobody else comes under a thumb, whoever calls the person meanwhile.
  const isSheet = !open && sheet !== undefined
  const selected = isSheet ? (waiting.find(({ id }) => id === sheet.id) ?? sheet) : listed.selected
  const isChosen = isSheet || listed.isChosen
  const isCovered = open !== undefined || isSheet
  const focusRow = (row: CallbackRow | undefined) => row && list.current.get(row.id)?.focus()
  const hasJustChanged = useJustChanged(selected?.id, position)
  const hasJustMoved = useJustMoved(rows)

  useKeptFocus(list, rows, focusHeading, selected?.id)

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
    if (row.isGone || isSelected) return
    setSheet((shown) => (shown?.id === row.id ? shown : undefined))
    choose(row)
  }

  /** In a narrow window the name shows the person in the place of the list; in a wide one it leads to their page. */
  function openSheet(event: MouseEvent, row: ShownRow) {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey
    if (!isPlain || matchMedia(TWO_PANES).matches) return
    event.preventDefault()
    choose(row)
    setSheet(row)
  }

  const closeSheet = () => setSheet(undefined)

  /** Whoever chose another row than the one that was offered goes on below it, in the same table. */
  function begin(row: CallbackRow) {
    closeSheet()
    call(row, row.id === offered?.id ? [] : idsBelow(row, tables))
  }

  /** Only a mouse keeps the rows in their places: a finger may land on a row that has just come there. */
  function press(row: ShownRow) {
    if (isTelephone() && hasJustMoved(row.id)) focusRow(row)
    else begin(row)
  }

  /** Calls whom keys and pane mean. Where that has just become somebody else, it leads there: one has read of another. */
  function callSelected() {
    if (!selected || selected.id === open?.row.id) return
    if (hasJustChanged()) {
      choose(selected)
      focusRow(selected)
    } else if (isFree(selected)) begin(selected)
    else focusRow(offered)
  }

  /** Moves on from the row that has the focus, which may have gone from the list meanwhile, or from the selected one. */
  const move = (step: 1 | -1) =>
    moveFocus(list.current, step, keyAt(list.current, document.activeElement) ?? selected?.id)

  /** Moves to the first row of the next or previous table that has one. */
  function moveTable(step: 1 | -1) {
    const filled = tables.filter(({ length }) => length > 0)
    const at = filled.findIndex((table) => table.some(({ id }) => id === selected?.id))
    focusRow(filled[at + step]?.[0])
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
      isSheet={isCovered}
      about={
        selected && (
          <About
            row={selected}
            isChosen={isChosen}
            heading={
              <>
                <div className={css.back}>
                  <Button look="inline" ref={back} onClick={closeSheet}>
                    Back to the list
                  </Button>
                </div>
                <h2>
                  <bdi>{selected.name}</bdi>
                </h2>
              </>
            }
          >
            <CallControl row={selected} look="filled" onCall={callSelected} />
          </About>
        )
      }
    >
      <div className={`stack ${css.buckets}`}>
        {BUCKETS.map((bucket) => (
          <BucketSection
            key={bucket}
            {...{ bucket, worklist, isFetchingMore }}
            rows={rows[bucket]}
            heading={(row) => (
              <h3
                ref={inList(list, row.id)}
                className={cell.name}
                tabIndex={-1}
                aria-current={row.id === selected?.id || undefined}
              >
                <PersonLink
                  reference={row.references[0] ?? row.id}
                  name={row.name}
                  onClick={(event) => openSheet(event, row)}
                />
              </h3>
            )}
            control={(row) => <CallControl row={row} look="outlined" onCall={() => press(row)} />}
            rowProps={(row) => ({
              onFocus: () => chooseAgain(row, 'focus'),
              onClick({ target }) {
                chooseAgain(row, 'press')
                if (target instanceof Element && !target.closest('a, button')) focusRow(row)
              },
            })}
            onShowMore={() => {
              focusRow(rows[bucket].at(-1))
              onShowMore(bucket)
            }}
          />
        ))}
      </div>
    </CallLayout>
  )
}

/** Tells whether the page itself has just selected this row in the place of another. A person changes the position, too. */
function useJustChanged(id: string | undefined, position: Position | undefined): () => boolean {
  const shown = useRef({ id, position, since: 0 })
  useEffect(() => {
    const { current } = shown
    const isByItself = current.id !== undefined && id !== current.id && position === current.position
    shown.current = { id, position, since: isByItself ? Date.now() : 0 }
  }, [id, position])
  return () => Date.now() - shown.current.since < REACTION_MS
}

/** Tells, once, whether a row has just come to another place. */
function useJustMoved(rows: ReturnType<typeof useSteadyRows>): (id: string) => boolean {
  const movedAt = useRef(new Map<string, number>())
  const before = useRef<readonly string[]>(undefined)
  useEffect(() => {
    const ids = BUCKETS.flatMap((bucket) => rows[bucket].map(({ id }) => id))
    for (const [place, id] of ids.entries())
      if (before.current && before.current[place] !== id) movedAt.current.set(id, Date.now())
    before.current = ids
  }, [rows])
  return (id) => {
    const since = movedAt.current.get(id) ?? 0
    movedAt.current.delete(id)
    return Date.now() - since < REACTION_MS
  }
}
