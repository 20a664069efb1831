import { useRef, useState } from 'react'
import type { CallbackRow, SpamRow } from '../../callback-request/calling/callback-row.ts'
import { SUSPICION_NAMES } from '../../callback-request/spam-signals.ts'
import { type CallFailed, explainFailure, send } from '../api.ts'
import { REFUSALS } from '../call/call-words.ts'
import { Button } from '../parts/button.tsx'
import { useBackgroundRefetch, useClock } from '../parts/clock.tsx'
import { Done, PagedRecords, rowsOf, useDone, usePages } from '../parts/lists/pages.tsx'
import { inList } from '../parts/lists/use-kept-focus.ts'
import { Page } from '../parts/page.tsx'
import { Outcome, useChange } from '../parts/use-change.tsx'
import { Email, Instant, LanguageBadge, PersonLink } from '../parts/values.tsx'
import { dayAndTime } from '../worklist/time-words.ts'
import css from './spam-page.module.css'

interface Listed extends SpamRow {
  /** Of one that was restored here: it waits in the worklist. */
  callback?: CallbackRow
}

const SPAM_KEY = ['spam']

const LISTS = {
  held: { name: 'Held back', none: 'No request is held back.' },
  marked: { name: 'Marked by us', none: 'Nobody has marked a request as spam or “Do not call”.' },
} as const

/** No event tells that a request was held back. */
const LOOK_MS = 30_000

/** A longer message is shortened, so that a list of them can be looked through. */
const MAX_CHARACTERS = 240
const MAX_LINES = 5

const keyOf = ({ reference }: Listed) => reference
const placeOf = ({ marked, received_at, reference }: Listed) => `${marked?.at ?? received_at} ${reference}`
const newestFirst = (a: Listed, b: Listed) => placeOf(b).localeCompare(placeOf(a))

/** The requests that are held back, and those that staff marked. */
export function SpamPage() {
  useBackgroundRefetch(SPAM_KEY, LOOK_MS)
  return (
    <Page title="Spam">
      <p>Nobody calls these people until you restore their requests.</p>
      <SpamList kind="held" />
      <SpamList kind="marked" />
    </Page>
  )
}

/** One of the lists, newest first. */
function SpamList({ kind }: { kind: keyof typeof LISTS }) {
  const { name, none } = LISTS[kind]
  const list = useRef(new Map<string, HTMLElement>())
  const query = usePages<Listed>([...SPAM_KEY, kind], '/api/spam', { kind })
  // Also after a refusal: somebody else may have restored it.
  const restoring = useChange({ send: restore, refetches: [[]] })
  const { rows, done: restored, finish } = useDone(rowsOf(query), keyOf, newestFirst)

  async function restore(pressed: Listed) {
    const path = `/api/spam/${encodeURIComponent(pressed.reference)}/restore`
    const { callback } = await send<{ callback: CallbackRow }>('POST', path)
    // A callback that was marked opens again with all its requests.
    const isRestored = ({ reference }: Listed) =>
      reference === pressed.reference || callback.references.includes(reference)
    finish(rows.filter(isRestored).map((row) => ({ ...row, callback })))
  }

  return (
    <section className="stack">
      <h2>{name}</h2>
      <Outcome of={{ failure: restoring.failure, answer: null }} explain={explainRefusal} />
      <p role="status" className="visuallyHidden">
        {restored.length > 0 && `Restored: ${restored.at(-1)?.name}`}
      </p>
      <PagedRecords
        query={query}
        rows={rows}
        list={list}
        name={name}
        isTall
        keyOf={keyOf}
        columns={[
          {
            header: 'Name',
            width: '13%',
            cell: ({ reference, name, language }) => (
              <>
                <PersonLink reference={reference} name={name} /> <LanguageBadge code={language} />
              </>
            ),
          },
          { header: 'Why', width: '13%', cell: (row) => <Why {...row} /> },
          { header: 'Message', isLong: true, cell: ({ message }) => (message ? <Message text={message} /> : '–') },
          {
            header: 'Contact',
            width: '17%',
            cell: ({ phone, email }) => (
              <>
                <bdi>{phone}</bdi>
                <p className="quiet">
                  <Email address={email} />
                </p>
              </>
            ),
          },
          {
            header: 'Asked for',
            width: '15%',
            cell: ({ service, time_slot }) => (
              <>
                {service ?? '–'}
                <p className="quiet oneLine">{time_slot}</p>
              </>
            ),
          },
          {
            header: 'Received',
            width: '14%',
            cell: ({ received_at, reference }) => (
              <>
                <Instant at={received_at} to="minutes" />
                <p className="quiet oneLine">{reference}</p>
              </>
            ),
          },
          {
            header: 'Action',
            width: '8.5rem',
            isAction: true,
            cell: (row) =>
              row.callback ? (
                <Done ref={inList(list, keyOf(row))}>
                  <Restored callback={row.callback} />
                </Done>
              ) : (
                <Button
                  look="outlined"
                  ref={inList(list, keyOf(row))}
                  aria-label={`Restore ${row.name}`}
                  aria-busy={restoring.pending?.reference === row.reference || undefined}
                  onClick={() => restoring.run(row)}
                >
                  Restore
                </Button>
              ),
          },
        ]}
        end="There are no older requests."
        none={none}
      />
    </section>
  )
}

function explainRefusal(failure: CallFailed): string {
  if (failure.code === 'full') return REFUSALS.full
  if (failure.status !== 404) return explainFailure(failure)
  return 'This request is no longer held back: somebody has restored or erased it meanwhile.'
}

/** Why it is in its list, and of one that staff marked, who did and what they wrote. */
function Why({ reason, marked }: Listed) {
  if (!marked) return SUSPICION_NAMES[reason]
  const { by, at, note } = marked
  return (
    <>
      {reason === 'do_not_call' ? 'Do not call' : 'Spam'}
      <p className="quiet">
        <Instant at={at} to="minutes" />, {by.name}
      </p>
      {note && <Message text={note} />}
    </>
  )
}

/** What has become of it. */
function Restored({ callback }: { callback: CallbackRow }) {
  const { now, timeZone } = useClock()
  const isDue = Date.parse(callback.due_from) <= now.getTime()
  return `Restored, ${isDue ? 'due now' : `to be called from ${dayAndTime(callback.due_from, now, timeZone)}`}`
}

/** What a visitor wrote, with its line breaks and in its direction. A long one is shortened until somebody opens it. */
function Message({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const isLong = text.length > MAX_CHARACTERS || text.split('\n').length > MAX_LINES
  return (
    <>
      <bdi dir="auto" className={css.message} data-short={(isLong && !isOpen) || undefined}>
        {text}
      </bdi>
      {isLong && (
        <Button look="inline" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          Whole message
        </Button>
      )}
    </>
  )
}
