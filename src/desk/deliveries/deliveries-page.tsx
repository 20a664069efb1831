import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { CallFailed, explainFailure, send } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { useBackgroundRefetch } from '../parts/clock.ts'
import { Loaded, Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { ShowMore, usePages } from '../parts/pages.tsx'
import { Records } from '../parts/records.tsx'
import { useKeptFocus } from '../parts/use-kept-focus.ts'
import { Instant } from '../parts/values.tsx'
import css from './deliveries-page.module.css'
import { DELIVERIES_KEY, type Delivery, deliveryCountsQuery } from './deliveries-query.ts'
import { CHANNEL_NAMES, countsInWords, reasonInWords, stateInWords } from './delivery-words.ts'

/** A message that is sent again has usually arrived by the next look. */
const LOOK_MS = 5_000

/** A message with what tells it from the others in the list. It keeps that when it is queued again. */
type Row = Delivery & { key: string }

const keyOf = ({ key }: Row) => key
const buttonOf = ({ key }: Row) => `resend-${key}`

/** A request can have several messages of a kind: a mail about each window that was missed. */
function withKeys(deliveries: readonly Delivery[]): Row[] {
  const counts = new Map<string, number>()
  return deliveries.map((delivery) => {
    const kind = `${delivery.reference}-${delivery.channel}`
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return { ...delivery, key: `${kind}-${count}` }
  })
}

/** The messages that have not been delivered: abandoned ones first, each the oldest first. */
export function DeliveriesPage() {
  const counts = useQuery(deliveryCountsQuery)
  const query = usePages<Delivery>([...DELIVERIES_KEY, 'rows'], '/api/deliveries')
  useBackgroundRefetch(DELIVERIES_KEY, LOOK_MS)
  const { done, failure, pending, change } = useDeliveryCalls()
  const rows = withKeys(query.data?.pages.flatMap((page) => page.rows) ?? [])
  useKeptFocus(rows.map(buttonOf))
  return (
    <Page title="Deliveries">
      <p>
        Messages tell the department and the visitor of a new request. Here are those that have not arrived. The
        requests themselves are safe in this desk.
      </p>
      <Notice role="status" tone="ok">
        {done}
      </Notice>
      <Notice role="alert" tone="error">
        {failure}
      </Notice>
      <Loaded query={query}>
        {() => (
          <>
            {counts.data && rows.length > 0 && <p className={css.counts}>{countsInWords(counts.data)}</p>}
            {rows.length > 0 && (
              <div className={css.rows}>
                <Records
                  name="Deliveries"
                  tableFrom="64rem"
                  rows={rows}
                  keyOf={keyOf}
                  columns={[
                    {
                      header: 'Request',
                      cell: ({ reference }) => (
                        <Link to="/requests/$reference" params={{ reference }} className={css.reference}>
                          {reference}
                        </Link>
                      ),
                    },
                    { header: 'Message', cell: ({ channel }) => CHANNEL_NAMES[channel] },
                    { header: 'State', cell: (row) => <State delivery={row} /> },
                    { header: 'Since', cell: ({ queued_at: at }) => <Instant at={at} to="minutes" /> },
                    { header: 'Next try', cell: (row) => <NextTry {...row} /> },
                    {
                      header: 'Action',
                      cell: (row) => (
                        <div className={css.actions}>
                          <Button
                            look="outlined"
                            id={buttonOf(row)}
                            aria-label={`Send again: ${row.reference}, ${CHANNEL_NAMES[row.channel]}`}
                            aria-busy={pending === row.reference ? true : undefined}
                            onClick={() => change(row, 'resend')}
                          >
                            Send again
                          </Button>
                          {row.state === 'abandoned' && (
                            <Button
                              look="plain"
                              aria-label={`Dismiss: ${row.reference}, ${CHANNEL_NAMES[row.channel]}`}
                              onClick={() => change(row, 'dismiss')}
                            >
                              Dismiss
                            </Button>
                          )}
                        </div>
                      ),
                    },
                  ]}
                />
              </div>
            )}
            <ShowMore query={query}>
              {rows.length > 0 ? 'There are no more messages.' : 'No message is waiting or abandoned.'}
            </ShowMore>
          </>
        )}
      </Loaded>
    </Page>
  )
}

const DONE = {
  resend: (reference: string) => `The messages of ${reference} are being sent again.`,
  dismiss: (reference: string) => `Dismissed: the abandoned messages of ${reference}. The request stays in this desk.`,
}

/** Sends the messages of one request at a time again, or says that its abandoned ones are dealt with. */
function useDeliveryCalls() {
  const queryClient = useQueryClient()
  const [done, setDone] = useState('')
  const [failure, setFailure] = useState('')
  const [pending, setPending] = useState('')
  const isPending = useRef(false)

  async function change({ reference }: Delivery, call: keyof typeof DONE) {
    if (isPending.current) return
    isPending.current = true
    setPending(reference)
    setFailure('')
    setDone('')
    try {
      await send('POST', `/api/deliveries/${encodeURIComponent(reference)}/${call}`)
      setDone(DONE[call](reference))
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      setFailure(error.code === 'nobody-is-notified' ? NOBODY : explainFailure(error))
    }
    await queryClient.invalidateQueries({ queryKey: DELIVERIES_KEY })
    isPending.current = false
    setPending('')
  }

  return { done, failure, pending, change }
}

const NOBODY = 'It cannot be sent: neither mail nor another system is set up any more. Please tell your technician.'

function State({ delivery }: { delivery: Delivery }) {
  const { state, attempts, reason } = delivery
  return (
    <>
      <span className={css.state} data-state={state}>
        {stateInWords(delivery)}
      </span>
      {attempts > 0 && <span className={css.small}>{attempts === 1 ? 'Tried once.' : `Tried ${attempts} times.`}</span>}
      {reason !== null && <span className={css.small}>{reasonInWords(reason)}.</span>}
    </>
  )
}

function NextTry({ state, attempts, next_try_at: at, reason }: Delivery) {
  if (at !== null) return <Instant at={at} to="minutes" />
  if (state === 'abandoned') return 'None'
  // A message that was not tried is sent at once, unless the other system has switched it off.
  return attempts === 0 && reason === null ? 'At once' : 'None'
}
