import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { CallbackRow } from '../../callback-request/calling/callback-row.ts'
import { dayAndTime, timesInWords } from '../../callback-request/calling/time-words.ts'
import { STATUS_NAMES } from '../../callback-request/statuses.ts'
import { Button } from '../parts/button.tsx'
import { useClock } from '../parts/clock.tsx'
import css from './call.module.css'
import { Held } from './call-control.tsx'
import { CallFacts } from './call-facts.tsx'
import { callbackQuery } from './call-query.ts'
import { isHeld } from './call-state.ts'
import { TimeDialog } from './time-dialog.tsx'

/** Whoever moves on within it has not looked. Source: desk, section 10. */
const LOOKED_MS = 500

interface AboutProps {
  row: CallbackRow
  /** Whether somebody chose it, or a saved call led to it: then all is read that whoever calls should know. */
  isChosen: boolean
  /** With the name, an h2 as in the call panel. */
  heading: ReactNode
  /** The button that begins the call. */
  children: ReactNode
}

/** What whoever calls should know of a callback, in the place of the call panel. */
export function About({ row, isChosen, heading, children }: AboutProps) {
  const { now, timeZone } = useClock()
  const { id, name, references, status, claim } = row
  const { data } = useQuery({ ...callbackQuery(id), enabled: useStays(isChosen ? id : undefined) })
  /** Whoever was shown when the dialog was opened. By and by the row becomes another person's. */
  const [moving, setMoving] = useState<CallbackRow>()
  const context = isChosen ? data?.context : undefined
  return (
    <section className={`stack ${css.panel} ${css.about}`} aria-label={`About ${name}`}>
      <div className={css.title}>{heading}</div>
      <div className={`row ${css.actions}`}>
        {children}
        <Link to="/requests/$reference" params={{ reference: references[0] ?? id }}>
          Open the page
        </Link>
        <Button look="plain" onClick={() => setMoving(row)}>
          Move to another time
        </Button>
      </div>
      <CallFacts row={row} context={context} />
      <div className={css.facts}>
        <p>
          {STATUS_NAMES[status]}, waiting since {dayAndTime(row.waiting_since, now, timeZone)}
          {row.tries > 0 && `, ${timesInWords('tried', row.tries)}`}
        </p>
        {claim && isHeld(row, now) && (
          <p className="quiet">
            <Held {...claim} />
          </p>
        )}
      </div>
      {moving && <TimeDialog change="reschedule" callback={moving} onClose={() => setMoving(undefined)} />}
    </section>
  )
}

/** Whether something has been the same for as long as looking at it takes. */
function useStays(id: string | undefined): boolean {
  const [looked, setLooked] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setLooked(id), LOOKED_MS)
    return () => clearTimeout(timer)
  }, [id])
  return id !== undefined && id === looked
}
