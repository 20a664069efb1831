import { type RefObject, useEffect, useRef, useState } from 'react'
import { BUCKETS, type Bucket } from '../../callback-request/calling/buckets.ts'
import { type Anchor, type Arrangement, holdRows } from './arrangement.ts'
import { callbackAt } from './callback-heading.tsx'
import type { CallbackRow, Worklist } from './worklist-query.ts'

/** A row as it is shown: `isGone` when it no longer waits but is still shown. */
export type ShownRow = CallbackRow & { isGone: boolean }

/**
 * The rows to show, which stay in their places while the pointer or the focus is among them.
 *
 * @param list the element that contains them
 */
export function useSteadyRows(
  { buckets, filter }: Worklist,
  list: RefObject<HTMLElement | null>,
): Record<Bucket, ShownRow[]> {
  const [pointed, setPointed] = useState<string>()
  const [focused, setFocused] = useState<string>()
  const before = useRef<{ arrangement: Arrangement; rows: ReadonlyMap<string, ShownRow>; filter: unknown }>(undefined)

  const latest = new Map(
    BUCKETS.flatMap((bucket) => buckets[bucket].rows.map((row) => [row.id, { ...row, isGone: false }] as const)),
  )
  let arrangement: Arrangement = perBucket((bucket) => buckets[bucket].rows.map(({ id }) => id))
  const anchor: Anchor | undefined = pointed
    ? { id: pointed, by: 'pointer' }
    : focused
      ? { id: focused, by: 'focus' }
      : undefined
  if (anchor && before.current && before.current.filter === filter) {
    arrangement = holdRows(before.current.arrangement, arrangement, anchor)
  }
  const rows = perBucket((bucket) =>
    arrangement[bucket].flatMap((id) => {
      const earlier = before.current?.rows.get(id)
      const row = latest.get(id) ?? (earlier && { ...earlier, claim: null, isGone: true })
      return row ? [row] : []
    }),
  )

  useEffect(() => {
    before.current = {
      arrangement,
      rows: new Map(BUCKETS.flatMap((bucket) => rows[bucket].map((row) => [row.id, row] as const))),
      filter,
    }
  })

  // On the document, because an element that is removed under the pointer or with the focus says nothing to the list.
  useEffect(() => {
    const isInside = (target: EventTarget | null) => target instanceof Node && list.current?.contains(target)
    const onPointer = ({ target }: Event) =>
      setPointed((id) => (isInside(target) ? (callbackAt(target) ?? id) : undefined))
    const onFocus = ({ target }: Event) => setFocused(isInside(target) ? callbackAt(target) : undefined)
    const onBlur = ({ relatedTarget }: FocusEvent) => relatedTarget === null && setFocused(undefined)
    const onLeave = () => setPointed(undefined)
    document.addEventListener('pointerover', onPointer)
    document.documentElement.addEventListener('pointerleave', onLeave)
    document.addEventListener('focusin', onFocus)
    document.addEventListener('focusout', onBlur)
    return () => {
      document.removeEventListener('pointerover', onPointer)
      document.documentElement.removeEventListener('pointerleave', onLeave)
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('focusout', onBlur)
    }
  }, [list])

  return rows
}

function perBucket<Value>(make: (bucket: Bucket) => Value): Record<Bucket, Value> {
  return { overdue: make('overdue'), due: make('due'), today: make('today'), coming: make('coming') }
}
