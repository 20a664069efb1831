import { useEffect, useRef, useState } from 'react'
import { BUCKETS } from '../../callback-request/calling/buckets.ts'
import type { CallbackRow } from '../../callback-request/calling/callback-row.ts'
import { isAddedHere } from '../add/add-dialog.tsx'
import css from './worklist.module.css'
import type { Worklist } from './worklist-query.ts'

/** Source: desk, section 10. */
const SHOWN_MS = 10_000

/** Says who has asked for a call while the page is open, without taking the focus. It goes after ten seconds. */
export function Arrivals({ worklist }: { worklist: Worklist }) {
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
    const count = isWhole ? arrived.length : Math.max(arrived.length, waiting - waitingBefore - added.length)
    for (const row of rows) asked.set(row.id, row.asked)
    known.current.waiting = waiting
    if (!isFirst && count > 0)
      setArrivals((before) => ({ count: before.count + count, name: before.name ?? arrived[0]?.name }))
  }, [now, buckets, counts])

  useEffect(() => {
    if (arrivals.count === 0) return
    const timer = setTimeout(() => setArrivals(NOBODY), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [arrivals])

  return arrivals
}
