import { useEffect, useRef, useState } from 'react'
import { BUCKETS } from '../../callback-request/calling/buckets.ts'
import { isAddedHere } from '../add/add-dialog.tsx'
import css from './worklist.module.css'
import type { Worklist } from './worklist-query.ts'

/** Source: desk, section 10. */
const SHOWN_MS = 10_000

/** Says who has asked for a call while the page is open, without taking the focus. It goes after ten seconds. */
export function Arrivals({ worklist }: { worklist: Worklist }) {
  const names = useArrivals(worklist)
  const [name] = names
  return (
    <p role="status" className={css.arrivals}>
      {name !== undefined && names.length === 1 && (
        <>
          <bdi>{name}</bdi> asked for a call.
        </>
      )}
      {names.length > 1 && `${names.length} people asked for a call.`}
    </p>
  )
}

/** The names of those who asked for a call in the last ten seconds. */
function useArrivals({ now, buckets }: Worklist): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([])
  /** How often each callback had been asked for; rows from before the first answer are no arrivals when they appear. */
  const known = useRef<{ since: string; asked: Map<string, number> }>(undefined)

  useEffect(() => {
    const isFirst = known.current === undefined
    known.current ??= { since: now, asked: new Map() }
    const { since, asked } = known.current
    const arrived: string[] = []
    for (const row of BUCKETS.flatMap((bucket) => buckets[bucket].rows)) {
      const before = asked.get(row.id)
      asked.set(row.id, row.asked)
      if (isFirst || isAddedHere(row)) continue
      if (before === undefined ? row.waiting_since > since : row.asked > before) arrived.push(row.name)
    }
    if (arrived.length > 0) setNames((names) => [...names, ...arrived])
  }, [now, buckets])

  useEffect(() => {
    if (names.length === 0) return
    const timer = setTimeout(() => setNames([]), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [names])

  return names
}
