import { labelOf } from '../../callback-request/calling/outcomes.ts'
import { LanguageBadge } from '../parts/values.tsx'
import { useMe } from '../session.ts'
import { clockTime, dayInWords, timesInWords } from '../worklist/time-words.ts'
import type { CalledRow } from '../worklist/worklist-query.ts'
import css from './call-panel.module.css'

/** What the caller has to know before it rings: about what, in which language, and what was said before. */
export function CallFacts({ callback, now }: { callback: CalledRow; now: Date }) {
  const { time_zone: timeZone } = useMe()
  const { service, time_slot: slot, language, asked, context } = callback
  const { requests, attempts, notes } = context
  const [last] = attempts
  const hasHistory = last || notes.length > 0 || asked > 1 || requests.some(({ message }) => message)
  const moment = (at: string) => (
    <time dateTime={at}>
      {dayInWords(at, now, timeZone)} {clockTime(at, timeZone)}
    </time>
  )
  return (
    <div className={css.facts}>
      <p>
        {service ?? 'No service named'}, <span className={css.slot}>{slot}</span> <LanguageBadge code={language} />
      </p>
      {hasHistory && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
        <section className={css.said} aria-label="What was said" tabIndex={0}>
          {requests.flatMap(({ reference, message }) =>
            message ? (
              <blockquote key={reference} dir="auto">
                {message}
              </blockquote>
            ) : (
              []
            ),
          )}
          {last && (
            <p>
              Last: {labelOf(last.outcome)}, {moment(last.at)}, <bdi>{last.by}</bdi>
            </p>
          )}
          {notes.map(({ at, text, by }) => (
            <p key={at} className={css.earlierNote}>
              <span dir="auto">{text}</span> {moment(at)}, <bdi>{by}</bdi>
            </p>
          ))}
          {asked > 1 && (
            <p>
              {timesInWords('asked', asked)}:{' '}
              {requests.map(({ reference, received_at: at }, index) => (
                <span key={reference}>
                  {index > 0 && '; '}
                  {moment(at)}
                </span>
              ))}
            </p>
          )}
        </section>
      )}
    </div>
  )
}
