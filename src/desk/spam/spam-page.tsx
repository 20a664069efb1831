import { type ReactNode, useRef } from 'react'
import type { CallbackRow, SpamRow } from '../../callback-request/calling/callback-row.ts'
import { SUSPICION_NAMES } from '../../callback-request/spam-signals.ts'
import { inList } from '../../ui/use-kept-focus.ts'
import { type CallFailed, explainFailure, send } from '../api.ts'
import { REFUSALS } from '../call/call-words.ts'
import { Button } from '../parts/button.tsx'
import { useBackgroundRefetch } from '../parts/clock.tsx'
import { Done, PagedRecords, rowsOf, useDone, usePages } from '../parts/lists/pages.tsx'
import { Page } from '../parts/page.tsx'
import { Outcome, useChange } from '../parts/use-change.tsx'
import { Email, Instant, LanguageBadge, Moment, PersonLink } from '../parts/values.tsx'
import { TypedText } from '../person/typed-text.tsx'

interface Listed extends SpamRow {
  /** Of one that was restored here: it waits in the worklist. */
  callback?: CallbackRow
}

const SPAM_KEY = ['spam']

/** No event tells that a request was held back. */
const LOOK_MS = 30_000

const keyOf = ({ reference }: Listed) => reference
const placeOf = ({ marked, received_at, reference }: Listed) => `${marked?.at ?? received_at} ${reference}`
const newestFirst = (a: Listed, b: Listed) => placeOf(b).localeCompare(placeOf(a))

/** The requests that are held back, and those that staff marked. */
export function SpamPage() {
  useBackgroundRefetch(SPAM_KEY, LOOK_MS)
  return (
    <Page title="Spam">
      <p>Nobody calls these people until you restore their requests.</p>
      <SpamList kind="held" name="Held back" none="No request is held back." />
      <SpamList kind="marked" name="Marked by us" none="Nobody has marked a request as spam or “Do not call”." />
    </Page>
  )
}

/** One of the lists, newest first. */
function SpamList({ kind, name, none }: { kind: 'held' | 'marked'; name: string; none: string }) {
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
            width: '12%',
            cell: ({ reference, name, language }) => (
              <>
                <PersonLink reference={reference} name={name} /> <LanguageBadge code={language} />
              </>
            ),
          },
          { header: 'Why', width: '12%', cell: (row) => <Why {...row} /> },
          {
            header: 'Message',
            isLong: true,
            cell: ({ name, message }) => (message ? <TypedText name={`Message of ${name}`} text={message} /> : '–'),
          },
          {
            header: 'Contact',
            width: '15%',
            cell: ({ phone, email }) => twoLines(<bdi>{phone}</bdi>, <Email address={email} />),
          },
          { header: 'Asked for', width: '13%', cell: ({ service, time_slot }) => twoLines(service ?? '–', time_slot) },
          {
            header: 'Received',
            width: '12%',
            cell: ({ received_at: at, reference }) => twoLines(<Instant at={at} to="minutes" />, reference),
          },
          {
            header: 'Action',
            width: '8.5rem',
            isAction: true,
            cell: (row) =>
              row.callback ? (
                <Done ref={inList(list, keyOf(row))}>
                  Restored, due from <Moment at={row.callback.due_from} />
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

function twoLines(first: ReactNode, second: ReactNode) {
  return (
    <>
      {first}
      <p className="quiet">{second}</p>
    </>
  )
}

/** Why it is in its list, and of one that staff marked, who did and what they wrote. */
function Why({ name, reason, marked }: Listed) {
  if (!marked) return SUSPICION_NAMES[reason]
  const { by, at, note } = marked
  return (
    <>
      {reason === 'do_not_call' ? 'Do not call' : 'Spam'}
      <p className="quiet">
        <Instant at={at} to="minutes" />, {by.name}
      </p>
      {note && <TypedText name={`Note about ${name}`} text={note} />}
    </>
  )
}
