import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { labelOf } from '../../callback-request/calling/outcomes.ts'
import type { TimelineEntry } from '../../callback-request/calling/person.ts'
import { beginningInWords, dayAndTime } from '../../callback-request/calling/time-words.ts'
import { CHANNEL_NAMES } from '../deliveries/delivery-words.ts'
import { Button } from '../parts/button.tsx'
import { useClock } from '../parts/clock.tsx'
import { Section } from '../parts/page.tsx'
import { Moment } from '../parts/values.tsx'
import { useMe } from '../session.ts'
import css from './person-page.module.css'
import { TypedText } from './typed-text.tsx'

const SHOWN_AT_FIRST = 10

const STATES = { delivered: 'delivered', waiting: 'not delivered yet', abandoned: 'could not be delivered' } as const

const CALLED = {
  in: 'called in time',
  before: 'called before the chosen time',
  after: 'called after the chosen time',
} as const

const DEEDS = {
  claimed: 'began to call',
  added: 'added the callback',
  restored: 'restored it from spam',
  released: 'released the hold of somebody else',
} as const

interface TimelineProps {
  entries: readonly TimelineEntry[]
  /** Of one of the person's requests. */
  reference: string
}

/** What happened to the callback, newest first. Who has read of it, the audit log tells managers. */
export function Timeline({ entries, reference }: TimelineProps) {
  const { role } = useMe()
  const [isAll, setIsAll] = useState(false)
  // A button for a single entry would take as much room as the entry.
  const isLong = entries.length > SHOWN_AT_FIRST + 1
  return (
    <Section title="Timeline">
      <ol className={css.timeline} aria-label="Timeline">
        {(isLong && !isAll ? entries.slice(0, SHOWN_AT_FIRST) : entries).map((entry, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and no state of their own
            key={`${entry.at} ${entry.kind} ${at}`}
            className="row"
            data-kind={entry.kind}
            data-bad={'state' in entry && entry.state === 'abandoned' ? true : undefined}
          >
            <Moment at={entry.at} />
            <div>
              <What entry={entry} />
            </div>
          </li>
        ))}
      </ol>
      {isLong && (
        <div>
          <Button look="inline" aria-expanded={isAll} onClick={() => setIsAll(!isAll)}>
            {isAll ? 'Show fewer entries' : `Show all ${entries.length} entries`}
          </Button>
        </div>
      )}
      {role === 'manager' && (
        <div>
          <Link to="/audit" search={{ reference }}>
            Who read or changed this
          </Link>
        </div>
      )}
    </Section>
  )
}

/** One entry in words. */
function What({ entry }: { entry: TimelineEntry }) {
  const { now, timeZone } = useClock()
  const who = <bdi>{entry.by?.name || 'The callback desk'}</bdi>
  const beginning = ({ from, until }: { from: string; until: string }) => (
    <time dateTime={from}>{beginningInWords({ due_from: from, due_until: until }, now, timeZone)}</time>
  )
  switch (entry.kind) {
    case 'received':
      return (
        <>
          Asked for a call (<span className={css.reference}>{entry.reference}</span>)
        </>
      )
    case 'corrected':
    case 'withdrawn':
      return (
        <>
          {entry.kind === 'corrected' ? 'Corrected by another request' : 'Withdrawn by the visitor'} (
          <span className={css.reference}>{entry.reference}</span>)
        </>
      )
    case 'notified':
    case 'overdue-mail':
      return (
        <>
          {CHANNEL_NAMES[entry.kind === 'notified' ? entry.channel : entry.kind]}: {STATES[entry.state]}
        </>
      )
    case 'tried':
      return (
        <>
          {who} {entry.incoming ? 'was called by them' : CALLED[entry.window]}:{' '}
          <strong className={entry.undone ? css.undone : undefined}>{labelOf(entry.outcome)}</strong>
          {entry.undone && ', undone'}
        </>
      )
    case 'requeued':
      return <>Comes back {beginning(entry)}</>
    case 'rescheduled':
      return (
        <>
          {who} moved the callback to {beginning(entry)}
        </>
      )
    case 'reopened':
      return (
        <>
          {who} opened the callback again, from {beginning(entry)}
        </>
      )
    case 'note':
      return (
        <>
          {who} wrote:
          <TypedText name={`Note of ${dayAndTime(entry.at, now, timeZone)}`} text={entry.text} />
        </>
      )
    default:
      return (
        <>
          {who} {DEEDS[entry.kind]}
        </>
      )
  }
}
