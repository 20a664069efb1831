import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { counted } from '../../callback-request/calling/counted.ts'
import type { Delivery } from '../../callback-request/calling/messages.ts'
import { inList } from '../../ui/use-kept-focus.ts'
import { type CallFailed, explainFailure, send } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { useBackgroundRefetch, useClock } from '../parts/clock.tsx'
import { Done, PagedRecords, rowsOf, useDone, usePages } from '../parts/lists/pages.tsx'
import { Page } from '../parts/page.tsx'
import { Outcome, useChange } from '../parts/use-change.tsx'
import { Instant, PersonLink } from '../parts/values.tsx'
import css from './deliveries.module.css'
import { DELIVERIES_KEY, deliveryCountsQuery } from './delivery-banner.tsx'
import { CHANNEL_NAMES, countsInWords, isUnsent, reasonInWords } from './delivery-words.ts'

/** A message that is sent again has usually arrived by the next look. */
const LOOK_MS = 5_000

const keyOf = ({ id }: Delivery) => id
/** As the server lists them. */
const order = (a: Delivery, b: Delivery) => a.state.localeCompare(b.state) || a.queued_at.localeCompare(b.queued_at)

/** The messages that have not been delivered: abandoned ones first, each the oldest first. */
export function DeliveriesPage() {
  const { now } = useClock()
  const list = useRef(new Map<string, HTMLElement>())
  const counts = useQuery(deliveryCountsQuery)
  const query = usePages<Delivery>([...DELIVERIES_KEY, 'rows'], '/api/deliveries')
  useBackgroundRefetch(DELIVERIES_KEY, LOOK_MS)
  const change = useChange({ send: act, refetches: [DELIVERIES_KEY] })
  const { rows, done: dismissed, finish } = useDone(rowsOf(query), keyOf, order)

  /** Sends the messages of a request again, or says that those that nobody sends are dealt with. */
  async function act({ reference, call }: { reference: string; call: 'resend' | 'dismiss' }) {
    await send('POST', `/api/deliveries/${encodeURIComponent(reference)}/${call}`)
    if (call === 'resend') return `The messages of ${reference} are being sent again.`
    finish(rows.filter((row) => row.reference === reference && isUnsent(row, now)))
    return ''
  }

  return (
    <Page title="Deliveries">
      <p>
        Messages tell the department and the visitor of a new request. Here are those that have not arrived. The
        requests themselves are safe in this desk.
      </p>
      <Outcome of={change} explain={explainRefusal} />
      <p role="status" className="visuallyHidden">
        {dismissed.length > 0 && `Dismissed: the messages of ${dismissed.at(-1)?.reference}`}
      </p>
      {counts.data && rowsOf(query).length > 0 && <p className="quiet">{countsInWords(counts.data)}</p>}
      <PagedRecords
        query={query}
        rows={rows}
        list={list}
        name="Deliveries"
        isTall
        keyOf={keyOf}
        columns={[
          {
            header: 'Request',
            cell: ({ reference }) => <PersonLink reference={reference} name={reference} />,
          },
          { header: 'Message', cell: ({ channel }) => CHANNEL_NAMES[channel] },
          { header: 'State', cell: (row) => <State {...row} /> },
          { header: 'Since', cell: ({ queued_at: at }) => <Instant at={at} to="minutes" /> },
          { header: 'Next try', cell: ({ next_try_at: at }) => (at ? <Instant at={at} to="minutes" /> : '–') },
          {
            header: 'Action',
            isAction: true,
            cell: (row) => {
              const { reference } = row
              const message = `${reference}, ${CHANNEL_NAMES[row.channel]}`
              const { pending } = change
              return dismissed.includes(row) ? (
                <Done ref={inList(list, keyOf(row))}>Dismissed. The request stays in this desk.</Done>
              ) : (
                <div className="row oneLine">
                  <Button
                    look="outlined"
                    ref={inList(list, keyOf(row))}
                    aria-label={`Send again: ${message}`}
                    aria-busy={(pending?.call === 'resend' && pending.reference === reference) || undefined}
                    onClick={() => change.run({ reference, call: 'resend' })}
                  >
                    Send again
                  </Button>
                  {isUnsent(row, now) && (
                    <Button
                      look="inline"
                      aria-label={`Dismiss: ${message}`}
                      onClick={() => change.run({ reference, call: 'dismiss' })}
                    >
                      Dismiss
                    </Button>
                  )}
                </div>
              )
            },
          },
        ]}
        end="There are no more messages."
        none="No message is waiting or abandoned."
      />
    </Page>
  )
}

function explainRefusal(failure: CallFailed): string {
  if (failure.code === 'waiting') return 'It will still be tried, so it cannot be dismissed.'
  if (failure.code !== 'nobody-is-notified') return explainFailure(failure)
  return 'It cannot be sent: neither mail nor another system is set up any more. Please tell your technician.'
}

function State({ state, attempts, reason }: Delivery) {
  return (
    <>
      <span className={css.state} data-state={state}>
        {state === 'abandoned' ? 'Abandoned' : 'Waiting'}
      </span>
      {attempts > 0 && <p className="quiet">Tried {counted(attempts, 'time')}.</p>}
      {reason !== null && <p className="quiet">{reasonInWords(reason)}.</p>}
    </>
  )
}
