import { type RefObject, useEffect, useRef, useState } from 'react'
import { BUCKETS, type Bucket } from '../../callback-request/calling/buckets.ts'
import type { CallbackRow } from '../../callback-request/calling/callback-row.ts'
import { callbackAt } from './callback-heading.tsx'
import type { Worklist } from './worklist-query.ts'

/** A row as it is shown: `isGone` when it no longer waits but is still shown. */
export type ShownRow = CallbackRow & { isGone: boolean }

/** The ids of the callbacks in each bucket, in the order in which they are shown. */
type Arrangement = Record<Bucket, readonly string[]>

/**
 * The rows to show. While the pointer is among them, and no key was pressed since it moved, they stay in their
 * places.
 *
 * @param list the element that contains them
 */
export function useSteadyRows(
  { buckets, filter }: Worklist,
  list: RefObject<HTMLElement | null>,
): Record<Bucket, ShownRow[]> {
  /** The callback in whose row the pointer is. */
  const [pointed, setPointed] = useState<string>()
  const before = useRef<{ arrangement: Arrangement; rows: ReadonlyMap<string, ShownRow>; filter: unknown }>(undefined)

  const latest = new Map(
    BUCKETS.flatMap((bucket) => buckets[bucket].rows.map((row) => [row.id, { ...row, isGone: false }] as const)),
  )
  let arrangement: Arrangement = perBucket((bucket) => buckets[bucket].rows.map(({ id }) => id))
  if (pointed !== undefined && before.current?.filter === filter) {
    arrangement = holdRows(before.current.arrangement, arrangement, pointed)
  }
  const rows = perBucket((bucket) =>
    arrangement[bucket].flatMap((id) => {
      const earlier = before.current?.rows.get(id)
      const row = latest.get(id) ?? (earlier && { ...earlier, claim: null, isGone: true })
      return row ? [row] : []
    }),
  )
  const all = BUCKETS.flatMap((bucket) => rows[bucket])

  useEffect(() => {
    before.current = { arrangement, rows: new Map(all.map((row) => [row.id, row])), filter }
  })

  // On the document, because an element that is removed under the pointer says nothing to the list.
  useEffect(() => {
    // Whoever goes on with keys wants the list as it is, wherever the pointer rests.
    let isResting = false
    const onPointer = ({ type, target }: Event) => {
      // Rows that move under a pointer say `pointerover` too.
      if (type === 'pointermove') isResting = false
      if (isResting) return
      const isInside = target instanceof Node && list.current?.contains(target)
      setPointed((id) => (isInside ? (callbackAt(target) ?? id) : undefined))
    }
    const onLeave = () => setPointed(undefined)
    const onKey = () => {
      isResting = true
      onLeave()
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerover', onPointer)
    document.addEventListener('pointermove', onPointer)
    document.documentElement.addEventListener('pointerleave', onLeave)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerover', onPointer)
      document.removeEventListener('pointermove', onPointer)
      document.documentElement.removeEventListener('pointerleave', onLeave)
    }
  }, [list])

  return rows
}

/**
 * The rows that were shown keep their order, also the ones that are gone. New ones are added where they belong, but only
 * below the row in its place.
 */
function holdRows(shown: Arrangement, latest: Arrangement, inPlace: string): Arrangement {
  const known = new Set(BUCKETS.flatMap((bucket) => shown[bucket]))
  if (!known.has(inPlace)) return latest
  let isBelow = false
  return perBucket((bucket) => {
    const ids = [...shown[bucket]]
    const heldAt = ids.indexOf(inPlace)
    let place = 0
    for (const id of latest[bucket]) {
      if (known.has(id)) place = Math.max(place, ids.indexOf(id) + 1)
      else if (isBelow || (heldAt >= 0 && place > heldAt)) ids.splice(place++, 0, id)
    }
    isBelow ||= heldAt >= 0
    return ids
  })
}

function perBucket<Value>(make: (bucket: Bucket) => Value): Record<Bucket, Value> {
  return { overdue: make('overdue'), due: make('due'), today: make('today'), coming: make('coming') }
}
