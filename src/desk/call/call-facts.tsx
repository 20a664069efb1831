import type { CallbackRow, CallContext } from '../../callback-request/calling/callback-row.ts'
import { counted } from '../../callback-request/calling/counted.ts'
import { labelOf } from '../../callback-request/calling/outcomes.ts'
import {
  clockTime,
  dayInWords,
  slotInWords,
  timeInWords,
  timesInWords,
  windowInWords,
} from '../../callback-request/calling/time-words.ts'
import { STATUS_NAMES } from '../../callback-request/statuses.ts'
import { callNoteOf, useDraft } from '../drafts.ts'
import { useClock } from '../parts/clock.tsx'
import { ByWithNote, LanguageBadge } from '../parts/values.tsx'
import { useMe } from '../session.ts'
import css from './call.module.css'

interface FactsProps {
  row: CallbackRow
  /** Not before somebody looks: the audit log says who has read it. */
  context: CallContext | undefined
}

/** What whoever calls should know before it rings: about what, in which language, and what was said before. */
export function CallFacts({ row, context }: FactsProps) {
  const { now, timeZone } = useClock()
  return (
    <div className={`stack ${css.facts}`}>
      <p>
        {row.service ?? 'No service named'}, <span className="oneLine">{slotInWords(row, timeZone)},</span>{' '}
        <span className="oneLine">{timeInWords(row, now, timeZone)}</span> <LanguageBadge code={row.language} />
      </p>
      {context && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
        <section className={`stack ${css.said}`} aria-label="What to know" tabIndex={0}>
          {/* First: a long message must not hide that somebody else may answer. */}
          <AtThisNumber {...context} />
          <Asked row={row} requests={context.requests} />
          <Before row={row} context={context} />
        </section>
      )}
    </div>
  )
}

/** What was asked for: identical requests once, and of a single one only what the row does not say. */
function Asked({ row, requests }: { row: CallbackRow; requests: CallContext['requests'] }) {
  const { time_zone: timeZone } = useMe()
  const isOne = row.asked === 1
  const askedFor = ({ service, time_slot, language, message }: (typeof requests)[number]) =>
    JSON.stringify([service, time_slot, language, message])
  const distinct = requests.filter((one, at) => requests.findIndex((other) => askedFor(other) === askedFor(one)) === at)
  return (
    <>
      {!isOne && <p>{timesInWords('asked', row.asked)}:</p>}
      {distinct
        .filter(({ message }) => !isOne || message)
        .map((request) => (
          <div key={request.reference} className={css.request}>
            {!isOne && (
              <p className="quiet">
                {request.service ?? 'No service named'},{' '}
                <span className="oneLine">{slotInWords(request, timeZone)},</span> asked <At at={request.received_at} />{' '}
                {request.language !== row.language && <LanguageBadge code={request.language} />}
              </p>
            )}
            {request.message && (
              <blockquote dir="auto" lang={request.language ?? undefined}>
                {request.message}
              </blockquote>
            )}
          </div>
        ))}
    </>
  )
}

/** The last call, the newest notes, and what this person waited for before. */
function Before({ row, context: { attempts, notes, earlier } }: FactsProps & { context: CallContext }) {
  const { now, timeZone } = useClock()
  const [typed] = useDraft(callNoteOf(row.id))
  const [last] = attempts
  return (
    <>
      {last && (
        <p>
          Last: {labelOf(last.outcome)}, <At at={last.at} />, <bdi>{last.by}</bdi>
        </p>
      )}
      {/* What came back into the field by Undo stands there. */}
      {notes
        .filter(({ text }) => text !== typed.trim())
        .map(({ at, text, by }) => (
          <p key={at} className="quiet">
            <span dir="auto">{text}</span> – <At at={at} />, <bdi>{by}</bdi>
          </p>
        ))}
      {earlier.map(({ id, status, settled_at, by, note }) => (
        <p key={id}>
          Before: {STATUS_NAMES[status]}, {dayInWords(settled_at, now, timeZone)}
          <ByWithNote by={by} note={note} />
        </p>
      ))}
    </>
  )
}

/** Who else waits at the number: relatives need not know why. And what was held back. */
function AtThisNumber({ others, held_back }: CallContext) {
  const { now, timeZone } = useClock()
  return (
    <>
      {others.length > 0 && (
        <p>
          Others at this number:{' '}
          {others.map((other, index) => (
            <span key={other.id}>
              {index > 0 && '; '}
              <bdi>{other.name}</bdi>, {windowInWords(other, timeZone, now)}
            </span>
          ))}
          . Do not mention why they asked.
        </p>
      )}
      {held_back > 0 && (
        <p>
          {counted(held_back, 'request')} of this number {held_back === 1 ? 'is' : 'are'} held back.
        </p>
      )}
    </>
  )
}

/** An instant such as "yesterday 6:10 pm". */
function At({ at }: { at: string }) {
  const { now, timeZone } = useClock()
  return (
    <time dateTime={at}>
      {dayInWords(at, now, timeZone)} {clockTime(at, timeZone)}
    </time>
  )
}
