import { type RefObject, useRef, useState } from 'react'
import { BUCKETS, type Bucket } from '../../callback-request/calling/buckets.ts'
import type { CallbackRow } from '../../callback-request/calling/callback-row.ts'
import { useDocumentEvent } from '../../ui/use-document-event.ts'
import { keyAt } from '../../ui/use-kept-focus.ts'
import type { Worklist } from './worklist-query.ts'

/** A row as it is shown: `isGone` when it no longer waits but is still shown. */
export type ShownRow = CallbackRow & { isGone: boolean }

type ShownRows = Record<Bucket, readonly ShownRow[]>

/**
 * The rows to show. While the pointer is among them, and no key was pressed since it moved, they stay in their
 * places.
 *
 * @param list has an element of each row
 */
export function useSteadyRows(worklist: Worklist, list: RefObject<Map<string, HTMLElement>>): ShownRows {
  const pointed = usePointed(list)
  const [shown, setShown] = useState(() => ({ worklist, pointed, rows: rowsOf(worklist) }))
  if (shown.worklist !== worklist || shown.pointed !== pointed) {
    const latest = rowsOf(worklist)
    const isHeld = pointed !== undefined && shown.worklist.filter === worklist.filter
    setShown({ worklist, pointed, rows: isHeld ? holdRows(shown.rows, latest, pointed) : latest })
  }
  return shown.rows
}

function rowsOf({ buckets }: Worklist): ShownRows {
  return perBucket((bucket) => buckets[bucket].rows.map((row) => ({ ...row, isGone: false })))
}

/** The id of the callback in whose row the pointer is. */
function usePointed(list: RefObject<Map<string, HTMLElement>>): string | undefined {
  const [pointed, setPointed] = useState<string>()
  // Whoever goes on with keys wants the list as it is, wherever the pointer rests.
  const isResting = useRef(false)

  function point({ target }: PointerEvent) {
    // Between two rows it is still among them.
    const isInside = target instanceof Element && target.closest('[data-bucket]') !== null
    setPointed((id) => (isInside ? (keyAt(list.current, target) ?? id) : undefined))
  }

  // On the document, because an element that is removed under the pointer says nothing to the list.
  useDocumentEvent('pointermove', (event) => {
    isResting.current = false
    point(event)
  })
  // Rows that move under a pointer say so too.
  useDocumentEvent('pointerover', (event) => {
    if (!isResting.current) point(event)
  })
  useDocumentEvent('pointerout', ({ relatedTarget }) => {
    if (relatedTarget === null) setPointed(undefined)
  })
  useDocumentEvent('keydown', () => {
    isResting.current = true
    setPointed(undefined)
  })

  return pointed
}

/**
 * The rows that were shown keep their order, also the ones that are gone. New ones are added at the end of their bucket,
 * but only below the row in its place.
 */
function holdRows(shown: ShownRows, latest: ShownRows, inPlace: string): ShownRows {
  const known = new Set(BUCKETS.flatMap((bucket) => shown[bucket].map(({ id }) => id)))
  if (!known.has(inPlace)) return latest
  const rows = new Map(BUCKETS.flatMap((bucket) => latest[bucket].map((row) => [row.id, row])))
  let isBelow = false
  return perBucket((bucket) => {
    isBelow ||= shown[bucket].some(({ id }) => id === inPlace)
    const kept = shown[bucket].map((row) => rows.get(row.id) ?? { ...row, claim: null, isGone: true })
    return isBelow ? [...kept, ...latest[bucket].filter(({ id }) => !known.has(id))] : kept
  })
}

function perBucket(make: (bucket: Bucket) => readonly ShownRow[]): ShownRows {
  return { due: make('due'), overdue: make('overdue'), today: make('today'), coming: make('coming') }
}
