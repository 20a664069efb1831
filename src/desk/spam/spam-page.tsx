import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { RequestInLanguage } from '../../callback-request/stored-request.ts'
import { CallFailed, explainFailure, send } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { useBackgroundRefetch } from '../parts/clock.ts'
import { Loaded, Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { ShowMore, usePages } from '../parts/pages.tsx'
import { Records } from '../parts/records.tsx'
import { useKeptFocus } from '../parts/use-kept-focus.ts'
import { Email, Instant, LanguageBadge } from '../parts/values.tsx'
import { useMe } from '../session.ts'
import { dayAndTime } from '../worklist/time-words.ts'
import type { CallbackRow } from '../worklist/worklist-query.ts'
import css from './spam-page.module.css'

/** A request that may be spam, as the server lists it. */
type SuspectedRequest = Pick<
  RequestInLanguage,
  'reference' | 'received_at' | 'name' | 'phone' | 'email' | 'form' | 'service' | 'message' | 'time_slot' | 'language'
>

const SPAM_KEY = ['spam']

/** No event tells that a request was held back. */
const LOOK_MS = 30_000

/** A longer message is shortened, so that a list of them can be looked through. */
const MAX_CHARACTERS = 240
const MAX_LINES = 5

const buttonOf = ({ reference }: SuspectedRequest) => `restore-${reference}`

/** The requests that may be spam, newest first. */
export function SpamPage() {
  const query = usePages<SuspectedRequest>(SPAM_KEY, '/api/spam')
  useBackgroundRefetch(SPAM_KEY, LOOK_MS)
  const { restored, failure, pending, restore } = useRestore()
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? []
  useKeptFocus(rows.map(buttonOf))
  return (
    <Page title="Spam">
      <p>
        Requests that look like spam wait here, and so do those that a call has shown to be spam. Nobody calls them
        until you restore them.
      </p>
      <Notice role="status" tone="ok">
        {restored && <Restored {...restored} />}
      </Notice>
      <Notice role="alert" tone="error">
        {failure}
      </Notice>
      <Loaded query={query}>
        {() => (
          <>
            {rows.length > 0 && (
              <div className={css.rows}>
                <Records
                  name="Spam"
                  tableFrom="64rem"
                  rows={rows}
                  keyOf={({ reference }) => reference}
                  columns={[
                    {
                      header: 'Name',
                      cell: ({ reference, name, language }) => (
                        <>
                          <Link to="/requests/$reference" params={{ reference }}>
                            <bdi>{name}</bdi>
                          </Link>{' '}
                          <LanguageBadge code={language} />
                        </>
                      ),
                    },
                    { header: 'Message', cell: ({ message }) => (message ? <Message text={message} /> : '–') },
                    { header: 'Contact', cell: (row) => <Contact {...row} /> },
                    { header: 'Asked for', cell: (row) => <AskedFor {...row} /> },
                    { header: 'Received', cell: (row) => <Received {...row} /> },
                    {
                      header: 'Action',
                      cell: (row) => (
                        <Button
                          look="outlined"
                          id={buttonOf(row)}
                          aria-label={`Restore ${row.name}`}
                          aria-busy={pending === row.reference ? true : undefined}
                          onClick={() => restore(row)}
                        >
                          Restore
                        </Button>
                      ),
                    },
                  ]}
                />
              </div>
            )}
            <ShowMore query={query}>
              {rows.length > 0 ? 'There are no older requests.' : 'No request is held back as spam.'}
            </ShowMore>
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** Restores one request at a time. */
function useRestore() {
  const queryClient = useQueryClient()
  const [restored, setRestored] = useState<{ name: string; callback: CallbackRow }>()
  const [failure, setFailure] = useState('')
  const [pending, setPending] = useState<string>()
  const isPending = useRef(false)

  async function restore({ reference, name }: SuspectedRequest) {
    if (isPending.current) return
    isPending.current = true
    setPending(reference)
    setFailure('')
    setRestored(undefined)
    try {
      const path = `/api/spam/${encodeURIComponent(reference)}/restore`
      const { callback } = await send<{ callback: CallbackRow }>('POST', path)
      setRestored({ name, callback })
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      setFailure(error.status === 404 ? GONE : explainFailure(error))
    }
    // Also after a refusal: somebody else may have restored it.
    await queryClient.invalidateQueries()
    isPending.current = false
    setPending(undefined)
  }

  return { restored, failure, pending, restore }
}

const GONE = 'This request is no longer held back: somebody has restored or erased it meanwhile.'

function Restored({ name, callback }: { name: string; callback: CallbackRow }) {
  const { time_zone: timeZone, clockOffset } = useMe()
  const now = new Date(Date.now() + clockOffset)
  const isDue = Date.parse(callback.due_from) <= now.getTime()
  return (
    <>
      Restored: <bdi>{name}</bdi> is in the worklist,{' '}
      {isDue ? 'due now.' : `to be called from ${dayAndTime(callback.due_from, now, timeZone)}.`}
    </>
  )
}

function Contact({ phone, email }: SuspectedRequest) {
  return (
    <>
      <bdi className={css.line}>{phone}</bdi>
      <span className={css.small}>
        <Email address={email} />
      </span>
    </>
  )
}

function AskedFor({ service, time_slot: slot }: SuspectedRequest) {
  return (
    <>
      <span className={css.line}>{service ?? '–'}</span>
      <span className={`${css.small} ${css.slot}`}>{slot}</span>
    </>
  )
}

function Received({ received_at: at, reference }: SuspectedRequest) {
  return (
    <>
      <span className={css.line}>
        <Instant at={at} to="minutes" />
      </span>
      <span className={`${css.small} ${css.reference}`}>{reference}</span>
    </>
  )
}

/** What a visitor wrote, with its line breaks and in its direction. A long one is shortened until somebody opens it. */
function Message({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const isLong = text.length > MAX_CHARACTERS || text.split('\n').length > MAX_LINES
  return (
    <div className={css.message}>
      <bdi dir="auto" className={isLong && !isOpen ? css.short : css.whole}>
        {text}
      </bdi>
      {isLong && (
        <Button look="plain" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          Whole message
        </Button>
      )}
    </div>
  )
}
