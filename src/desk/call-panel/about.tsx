import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { CallbackRow, CalledRow } from '../../callback-request/calling/callback-row.ts'
import { labelOf } from '../../callback-request/calling/outcomes.ts'
import { STATUS_NAMES } from '../../callback-request/statuses.ts'
import { Button } from '../parts/button.tsx'
import { LanguageBadge } from '../parts/values.tsx'
import { TimeDialog } from '../person/time-dialog.tsx'
import { useMe } from '../session.ts'
import { Held, isHeld } from '../worklist/call-control.tsx'
import { clockTime, dayAndTime, dayInWords, slotInWords, timeInWords, timesInWords } from '../worklist/time-words.ts'
import css from './call-panel.module.css'
import { useCurrentCall } from './use-call.tsx'

interface AboutProps {
  row: CallbackRow
  now: Date
  /** The name. In the list it is a heading already. */
  heading: ReactNode
  /** The button that begins the call. */
  children: ReactNode
}

const moveButtonOf = (id: string) => `move-${id}`

/** What the row of a callback says, in the place of the call panel. */
export function About({ row, now, heading, children }: AboutProps) {
  const { time_zone: timeZone } = useMe()
  /** Whoever was shown when the dialog was opened. By and by the row becomes another person's. */
  const [moving, setMoving] = useState<CallbackRow>()
  const { id, name, references, last, status, claim } = row
  return (
    <section className={`stack ${css.panel}`} aria-label={`About ${name}`}>
      <div className={css.title}>{heading}</div>
      <div className={`stack ${css.facts}`}>
        <Topic row={row} now={now} />
        <p>{STATUS_NAMES[status]}</p>
        <p>Waiting since {dayAndTime(row.waiting_since, now, timeZone)}</p>
        {row.asked > 1 && <p>{timesInWords('asked', row.asked)}</p>}
        {row.tries > 0 && <p>{timesInWords('tried', row.tries)}</p>}
        {last && (
          <p>
            Last: {labelOf(last.outcome)}, <At at={last.at} now={now} />
          </p>
        )}
        {row.has_message && <p>With a message</p>}
        {claim && isHeld(row, now) && (
          <p className="quiet">
            <Held {...claim} />
          </p>
        )}
      </div>
      <div className={`row ${css.actions}`}>
        {children}
        <Link to="/requests/$reference" params={{ reference: references[0] ?? id }}>
          Open the page
        </Link>
        <Button look="plain" id={moveButtonOf(id)} onClick={() => setMoving(row)}>
          Move to another time
        </Button>
      </div>
      {moving && (
        <TimeDialog
          change="reschedule"
          callback={moving}
          returnTo={moveButtonOf(moving.id)}
          onClose={() => setMoving(undefined)}
        />
      )}
    </section>
  )
}

/** What the caller has to know before it rings: about what, in which language, and what was said before. */
export function CallFacts({ callback, now }: { callback: CalledRow; now: Date }) {
  const { asked, context } = callback
  const { note } = useCurrentCall()
  const { requests, attempts } = context
  // What came back into the field by Undo stands there.
  const notes = context.notes.filter(({ text }) => text !== note.trim())
  const [last] = attempts
  const messages = requests.filter(({ message }) => message)
  const hasHistory = last || notes.length > 0 || asked > 1 || messages.length > 0
  return (
    <div className={`stack ${css.facts}`}>
      <Topic row={callback} now={now} />
      {hasHistory && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
        <section className={`stack ${css.said}`} aria-label="What was said" tabIndex={0}>
          {messages.map(({ reference, message }) => (
            <blockquote key={reference} dir="auto">
              {message}
            </blockquote>
          ))}
          {last && (
            <p>
              Last: {labelOf(last.outcome)}, <At at={last.at} now={now} />, <bdi>{last.by}</bdi>
            </p>
          )}
          {notes.map(({ at, text, by }) => (
            <p key={at} className="quiet">
              <span dir="auto">{text}</span> – <At at={at} now={now} />, <bdi>{by}</bdi>
            </p>
          ))}
          {asked > 1 && (
            <p>
              {timesInWords('asked', asked)}:{' '}
              {requests.map(({ reference, received_at: at, service }, index) => (
                <span key={reference}>
                  {index > 0 && '; '}
                  <At at={at} now={now} />
                  {service && service !== callback.service && ` (${service})`}
                </span>
              ))}
            </p>
          )}
        </section>
      )}
    </div>
  )
}

function Topic({ row, now }: { row: CallbackRow; now: Date }) {
  const { time_zone: timeZone } = useMe()
  return (
    <p>
      {row.service ?? 'No service named'}, <span className="oneLine">{slotInWords(row, timeZone)}</span>,{' '}
      <span className="oneLine">{timeInWords(row, now, timeZone)}</span> <LanguageBadge code={row.language} />
    </p>
  )
}

/** An instant such as "yesterday 6:10 pm". */
function At({ at, now }: { at: string; now: Date }) {
  const { time_zone: timeZone } = useMe()
  return (
    <time dateTime={at}>
      {dayInWords(at, now, timeZone)} {clockTime(at, timeZone)}
    </time>
  )
}
