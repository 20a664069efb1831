import type { Bucket } from '../../callback-request/calling/buckets.ts'
import { STATUS_NAMES } from '../../callback-request/statuses.ts'
import { callControlOf } from '../call-panel/use-call.ts'
import { Button } from '../parts/button.tsx'
import { Records } from '../parts/lists/records.tsx'
import { useMe } from '../session.ts'
import { CallbackHeading, focusCallback } from './callback-heading.tsx'
import { clockTime, dayAndTime, timeInWords, timesInWords } from './time-words.ts'
import type { ShownRow } from './use-steady-rows.ts'
import css from './worklist-page.module.css'

const TITLES: Record<Bucket, { title: string; empty: string }> = {
  overdue: { title: 'Overdue', empty: 'Nobody is overdue.' },
  due: { title: 'Due now', empty: 'Nobody is due now.' },
  today: { title: 'Later today', empty: 'Nobody else today.' },
  coming: { title: 'Coming days', empty: 'Nobody in the coming days.' },
}

/** The server stops counting here. Source: desk, section 4. */
const MAX_COUNT = 1_000

interface BucketSectionProps {
  bucket: Bucket
  count: number
  rows: readonly ShownRow[]
  now: Date
  hasMore: boolean
  isFetchingMore: boolean
  onShowMore: () => void
  /** The callback in the call panel. */
  calledId: string | undefined
  onCall: (row: ShownRow) => void
}

/** A part of the worklist, as a table or a list. */
export function BucketSection(props: BucketSectionProps) {
  const { bucket, count, rows, now, hasMore, isFetchingMore, onShowMore, calledId, onCall } = props
  const { time_zone: timeZone } = useMe()
  const { title, empty } = TITLES[bucket]
  const headingId = `${bucket}-heading`
  return (
    <section className={css.bucket} data-bucket={bucket} aria-labelledby={headingId}>
      <div className={css.bucketHeading}>
        <h2 id={headingId}>{title}</h2>
        {count > 0 && <span className={css.count}>{count >= MAX_COUNT ? `${MAX_COUNT - 1}+` : count}</span>}
      </div>
      {rows.length === 0 && <p className={css.empty}>{empty}</p>}
      {rows.length > 0 && (
        <Records
          name={title}
          tableFrom="48rem"
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            { header: 'Name', cell: (row) => <Name row={row} /> },
            { header: 'Service', cell: ({ service }) => service ?? '–' },
            {
              header: 'Slot',
              cell: (row) => (
                <>
                  <span className={css.slot}>{row.time_slot}</span>{' '}
                  <span className={css.left}>{row.isGone ? '' : timeInWords(row, now, timeZone)}</span>
                </>
              ),
            },
            {
              header: 'Waiting since',
              cell: ({ waiting_since: at }) => <time dateTime={at}>{dayAndTime(at, now, timeZone)}</time>,
            },
            { header: 'Tries', cell: ({ tries }) => (tries > 0 ? timesInWords('tried', tries) : '–') },
            {
              header: 'Status',
              cell: (row) => <Status row={row} isCalled={row.id === calledId} now={now} onCall={onCall} />,
            },
          ]}
        />
      )}
      {hasMore && (
        <div className={css.more}>
          <Button
            look="outlined"
            aria-busy={isFetchingMore}
            aria-label={`Show more: ${title}`}
            onClick={() => {
              focusCallback(rows.at(-1)?.id)
              onShowMore()
            }}
          >
            Show more
          </Button>
        </div>
      )}
    </section>
  )
}

function Name({ row }: { row: ShownRow }) {
  return (
    <>
      <CallbackHeading {...row} />
      {row.asked > 1 && <span className={css.asked}>{timesInWords('asked', row.asked)}</span>}
    </>
  )
}

interface StatusProps {
  row: ShownRow
  isCalled: boolean
  now: Date
  onCall: (row: ShownRow) => void
}

function Status({ row, isCalled, now, onCall }: StatusProps) {
  const { time_zone: timeZone } = useMe()
  const { id, name, status, claim, isGone } = row
  const isHeld = claim !== null && Date.parse(claim.until) > now.getTime()
  return (
    <div className={css.status}>
      {isHeld ? (
        <span className={css.held}>
          Held by <bdi>{claim.by.name}</bdi> until {clockTime(claim.until, timeZone)}
        </span>
      ) : (
        <span>{isGone ? 'No longer waiting' : STATUS_NAMES[status]}</span>
      )}
      {!isGone && !isCalled && (
        <Button look="outlined" id={callControlOf(id)} aria-label={`Call ${name}`} onClick={() => onCall(row)}>
          Call
        </Button>
      )}
    </div>
  )
}
