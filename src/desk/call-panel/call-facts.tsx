import { labelOf } from '../../callback-request/calling/outcomes.ts'
import { Moment } from '../person/moment.tsx'
import { timesInWords } from '../worklist/time-words.ts'
import type { CalledRow } from '../worklist/worklist-query.ts'
import css from './call-panel.module.css'

/** What the caller has to know before it rings: about what, in which language, and what was said before. */
export function CallFacts({ callback, now }: { callback: CalledRow; now: Date }) {
  const { service, time_slot: slot, language, asked, context } = callback
  const { requests, attempts, notes } = context
  const [last] = attempts
  return (
    <div className={css.facts}>
      <p>
        {service ?? 'No service named'}, <span className={css.slot}>{slot}</span>
        {language !== null && language !== 'en' && <span className={css.language}>{languageName(language)}</span>}
      </p>
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
          Last: {labelOf(last.outcome)}, <Moment at={last.at} now={now} />, <bdi>{last.by}</bdi>
        </p>
      )}
      {notes.map(({ at, text, by }) => (
        <p key={at} className={css.earlierNote}>
          <span dir="auto">{text}</span> <Moment at={at} now={now} />, <bdi>{by}</bdi>
        </p>
      ))}
      {asked > 1 && (
        <p>
          {timesInWords('asked', asked)}:{' '}
          {requests.map(({ reference, received_at: at }, index) => (
            <span key={reference}>
              {index > 0 && '; '}
              <Moment at={at} now={now} />
            </span>
          ))}
        </p>
      )}
    </div>
  )
}

/** The English name of a language, such as Hindi. */
function languageName(code: string): string {
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code
}
