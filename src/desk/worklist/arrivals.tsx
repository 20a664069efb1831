import { useArrivals } from './use-arrivals.ts'
import css from './worklist-page.module.css'
import type { Worklist } from './worklist-query.ts'

/** Says who has asked for a call while the page is open, without taking the focus. */
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
