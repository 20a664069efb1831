import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { labelOf } from '../../callback-request/calling/outcomes.ts'
import { STATUS_NAMES } from '../../callback-request/statuses.ts'
import { Button } from '../parts/button.tsx'
import { LanguageBadge } from '../parts/values.tsx'
import { MoveDialog } from '../person/time-dialogs.tsx'
import { useMe } from '../session.ts'
import { Held, isHeld } from '../worklist/call-control.tsx'
import { clockTime, dayAndTime, dayInWords, timeInWords, timesInWords } from '../worklist/time-words.ts'
import type { CallbackRow } from '../worklist/worklist-query.ts'
import css from './call-panel.module.css'

const MOVE_ID = 'move-about'

interface AboutProps {
  row: CallbackRow
  now: Date
  /** The name. In the list it is a heading already. */
  heading: ReactNode
  /** The button that begins the call. */
  children: ReactNode
}

/** What the row of a callback says, in the place of the call panel. */
export function About({ row, now, heading, children }: AboutProps) {
  const { time_zone: timeZone } = useMe()
  const [isMoving, setIsMoving] = useState(false)
  const { id, name, references, service, time_slot: slot, language, last, status, claim } = row
  return (
    <section className={css.panel} aria-label={`About ${name}`}>
      <div className={css.title}>{heading}</div>
      <div className={css.facts}>
        <p>
          {service ?? 'No service named'}, <span className={css.slot}>{slot}</span> <LanguageBadge code={language} />
        </p>
        <p>
          {STATUS_NAMES[status]}, {timeInWords(row, now, timeZone)}
        </p>
        <p>Waiting since {dayAndTime(row.waiting_since, now, timeZone)}</p>
        {row.asked > 1 && <p>{timesInWords('asked', row.asked)}</p>}
        {row.tries > 0 && <p>{timesInWords('tried', row.tries)}</p>}
        {last && (
          <p>
            Last: {labelOf(last.outcome)}, {dayInWords(last.at, now, timeZone)} {clockTime(last.at, timeZone)}
          </p>
        )}
        {row.has_message && <p>With a message</p>}
        {claim && isHeld(row, now) && (
          <p className={css.held}>
            <Held {...claim} />
          </p>
        )}
      </div>
      <div className={css.actions}>
        {children}
        <Link to="/requests/$reference" params={{ reference: references[0] ?? id }}>
          Open the page
        </Link>
        <Button look="plain" id={MOVE_ID} onClick={() => setIsMoving(true)}>
          Move to another time
        </Button>
      </div>
      {isMoving && <MoveDialog callback={row} returnTo={MOVE_ID} onClose={() => setIsMoving(false)} />}
    </section>
  )
}
