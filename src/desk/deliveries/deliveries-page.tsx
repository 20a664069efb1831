import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type CallFailed, explainFailure, send } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { useBackgroundRefetch } from '../parts/clock.ts'
import { PagedRecords, rowsOf, usePages } from '../parts/lists/pages.tsx'
import { Page } from '../parts/page.tsx'
import { useAction } from '../parts/use-action.tsx'
import { Instant } from '../parts/values.tsx'
import css from './deliveries-page.module.css'
import { DELIVERIES_KEY, deliveryCountsQuery } from './delivery-banner.tsx'
import { CHANNEL_NAMES, countsInWords, type Delivery, reasonInWords, stateInWords } from './delivery-words.ts'

/** A message that is sent again has usually arrived by the next look. */
const LOOK_MS = 5_000

const buttonOf = ({ id }: Delivery) => `resend-${id}`

/** The messages that have not been delivered: abandoned ones first, each the oldest first. */
export function DeliveriesPage() {
  const queryClient = useQueryClient()
  const counts = useQuery(deliveryCountsQuery)
  const query = usePages<Delivery>([...DELIVERIES_KEY, 'rows'], '/api/deliveries')
  useBackgroundRefetch(DELIVERIES_KEY, LOOK_MS)
  const { run, pending, outcome } = useAction(() => queryClient.invalidateQueries({ queryKey: DELIVERIES_KEY }))

  /** Sends the messages of a request again, or says that its abandoned ones are dealt with. */
  function change({ reference }: Delivery, call: keyof typeof DONE) {
    async function act() {
      await send('POST', `/api/deliveries/${encodeURIComponent(reference)}/${call}`)
      return DONE[call](reference)
    }
    void run({ name: reference, act, explain: explainRefusal })
  }

  return (
    <Page title="Deliveries">
      <p>
        Messages tell the department and the visitor of a new request. Here are those that have not arrived. The
        requests themselves are safe in this desk.
      </p>
      {outcome}
      {counts.data && rowsOf(query).length > 0 && <p className="quiet">{countsInWords(counts.data)}</p>}
      <PagedRecords
        query={query}
        focusIn={buttonOf}
        name="Deliveries"
        tableFrom="64rem"
        isTall
        keyOf={({ id }) => id}
        columns={[
          {
            header: 'Request',
            cell: ({ reference }) => (
              <Link to="/requests/$reference" params={{ reference }} className="oneLine">
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
            isAction: true,
            cell: (row) => (
              <div className="row oneLine">
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
                    look="inline"
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
        end="There are no more messages."
        none="No message is waiting or abandoned."
      />
    </Page>
  )
}

const DONE = {
  resend: (reference: string) => `The messages of ${reference} are being sent again.`,
  dismiss: (reference: string) => `Dismissed: the abandoned messages of ${reference}. The request stays in this desk.`,
}

function explainRefusal(failure: CallFailed): string {
  if (failure.code !== 'nobody-is-notified') return explainFailure(failure)
  return 'It cannot be sent: neither mail nor another system is set up any more. Please tell your technician.'
}

function State({ delivery }: { delivery: Delivery }) {
  const { state, attempts, reason } = delivery
  return (
    <>
      <span className={css.state} data-state={state}>
        {stateInWords(delivery)}
      </span>
      {attempts > 0 && <p className="quiet">{attempts === 1 ? 'Tried once.' : `Tried ${attempts} times.`}</p>}
      {reason !== null && <p className="quiet">{reasonInWords(reason)}.</p>}
    </>
  )
}

function NextTry({ state, attempts, next_try_at: at, reason }: Delivery) {
  if (at !== null) return <Instant at={at} to="minutes" />
  if (state === 'abandoned') return 'None'
  // A message that was not tried is sent at once, unless the other system has switched it off.
  return attempts === 0 && reason === null ? 'At once' : 'None'
}
