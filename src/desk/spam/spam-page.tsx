import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallbackRow } from '../../callback-request/calling/callback-row.ts'
import type { StoredRequest } from '../../callback-request/stored-request.ts'
import { type CallFailed, explainFailure, send } from '../api.ts'
import { REFUSALS } from '../call-panel/call-words.ts'
import { useCurrentCall } from '../call-panel/use-call.tsx'
import { Button } from '../parts/button.tsx'
import { useBackgroundRefetch } from '../parts/clock.ts'
import { Done, PagedRecords, rowsOf, useDone, usePages } from '../parts/lists/pages.tsx'
import { Page } from '../parts/page.tsx'
import { useAction } from '../parts/use-action.tsx'
import { Email, Instant, LanguageBadge, PersonLink } from '../parts/values.tsx'
import { useMe } from '../session.ts'
import { dayAndTime } from '../worklist/time-words.ts'
import css from './spam-page.module.css'

/** A request that may be spam, as the server lists it. */
interface SuspectedRequest
  extends Pick<
    StoredRequest,
    'reference' | 'received_at' | 'name' | 'phone' | 'email' | 'form' | 'service' | 'message' | 'time_slot' | 'language'
  > {
  /** Of one that was restored here: it waits in the worklist. */
  callback?: CallbackRow
}

const SPAM_KEY = ['spam']

/** No event tells that a request was held back. */
const LOOK_MS = 30_000

/** A longer message is shortened, so that a list of them can be looked through. */
const MAX_CHARACTERS = 240
const MAX_LINES = 5

const keyOf = ({ reference }: SuspectedRequest) => reference
const newestFirst = (a: SuspectedRequest, b: SuspectedRequest) => b.received_at.localeCompare(a.received_at)
const buttonOf = ({ reference }: SuspectedRequest) => `restore-${reference}`

/** The requests that may be spam, newest first. */
export function SpamPage() {
  const queryClient = useQueryClient()
  const { dropSaved } = useCurrentCall()
  const query = usePages<SuspectedRequest>(SPAM_KEY, '/api/spam')
  useBackgroundRefetch(SPAM_KEY, LOOK_MS)
  // Also after a refusal: somebody else may have restored it.
  const { run, pending, outcome } = useAction(() => queryClient.invalidateQueries())
  const { rows, done: restored, finish } = useDone(rowsOf(query), keyOf, newestFirst)

  async function restore(pressed: SuspectedRequest) {
    const path = `/api/spam/${encodeURIComponent(pressed.reference)}/restore`
    const { callback } = await send<{ callback: CallbackRow }>('POST', path)
    dropSaved(callback.id)
    // A callback that was spam opens again with all its requests.
    const isRestored = ({ reference }: SuspectedRequest) =>
      reference === pressed.reference || callback.references.includes(reference)
    finish(rows.filter(isRestored).map((row) => ({ ...row, callback })))
    return null
  }

  return (
    <Page title="Spam">
      <p>
        Requests that look like spam wait here, and so do those that a call has shown to be spam. Nobody calls them
        until you restore them.
      </p>
      {outcome}
      <p role="status" className="visuallyHidden">
        {restored.length > 0 && `Restored: ${restored.at(-1)?.name}`}
      </p>
      <PagedRecords
        query={query}
        rows={rows}
        focusIn={buttonOf}
        name="Spam"
        tableFrom="64rem"
        isTall
        keyOf={keyOf}
        columns={[
          {
            header: 'Name',
            width: '15%',
            cell: ({ reference, name, language }) => (
              <>
                <PersonLink reference={reference} name={name} /> <LanguageBadge code={language} />
              </>
            ),
          },
          { header: 'Message', isLong: true, cell: ({ message }) => (message ? <Message text={message} /> : '–') },
          {
            header: 'Contact',
            width: '19%',
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
            width: '15%',
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
                <Done id={buttonOf(row)}>
                  <Restored callback={row.callback} />
                </Done>
              ) : (
                <Button
                  look="outlined"
                  id={buttonOf(row)}
                  aria-label={`Restore ${row.name}`}
                  aria-busy={pending === row.reference ? true : undefined}
                  onClick={() => run({ name: row.reference, act: () => restore(row), explain: explainRefusal })}
                >
                  Restore
                </Button>
              ),
          },
        ]}
        end="There are no older requests."
        none="No request is held back as spam."
      />
    </Page>
  )
}

function explainRefusal(failure: CallFailed): string {
  if (failure.code === 'full') return REFUSALS.full
  if (failure.status !== 404) return explainFailure(failure)
  return 'This request is no longer held back: somebody has restored or erased it meanwhile.'
}

/** What has become of it. */
function Restored({ callback }: { callback: CallbackRow }) {
  const { time_zone: timeZone, clockOffset } = useMe()
  const now = new Date(Date.now() + clockOffset)
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
