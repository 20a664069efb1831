import type { Bucket } from '../../callback-request/calling/buckets.ts'
import { STATUS_NAMES } from '../../callback-request/statuses.ts'
import { Button } from '../parts/button.tsx'
import { Records } from '../parts/lists/records.tsx'
import { LanguageBadge, languageName } from '../parts/values.tsx'
import { useMe } from '../session.ts'
import { CallControl, Held, isHeld } from './call-control.tsx'
import { CallbackHeading, focusCallback } from './callback-heading.tsx'
import cell from './cell.module.css'
import { dayAndTime, slotInWords, timeInWords, timesInWords, windowInWords } from './time-words.ts'
import type { ShownRow } from './use-steady-rows.ts'
import css from './worklist.module.css'
import type { Worklist, WorklistFilter } from './worklist-query.ts'

/** @param whom such as " with Hymenoplasty", where only some are shown */
const TITLES: Record<Bucket, { title: string; empty: (whom: string) => string }> = {
  overdue: { title: 'Overdue', empty: (whom) => `Nobody${whom} is overdue.` },
  due: { title: 'Due now', empty: (whom) => `Nobody${whom} is due now.` },
  today: { title: 'Later today', empty: (whom) => `Nobody else${whom} today.` },
  coming: { title: 'Coming days', empty: (whom) => `Nobody${whom} in the coming days.` },
}

/** The server stops counting here. Source: desk, section 4. */
const MAX_COUNT = 1_000

interface BucketSectionProps {
  bucket: Bucket
  worklist: Worklist
  rows: readonly ShownRow[]
  now: Date
  /** The callback of the selected row. */
  selected: string | undefined
  isFetchingMore: boolean
  onShowMore: (bucket: Bucket) => void
}

/** A part of the worklist, as a table or a list. */
export function BucketSection(props: BucketSectionProps) {
  const { bucket, worklist, rows, now, selected, isFetchingMore, onShowMore } = props
  const { time_zone: timeZone } = useMe()
  const { title, empty } = TITLES[bucket]
  const count = worklist.counts[bucket]
  const headingId = `${bucket}-heading`
  return (
    <section className={`stack ${css.bucket}`} data-bucket={bucket} aria-labelledby={headingId}>
      <div className={css.heading}>
        <h2 id={headingId}>{title}</h2>
        {count > 0 && <span>{count >= MAX_COUNT ? `${MAX_COUNT - 1}+` : count}</span>}
        {rows.length === 0 && <p className="quiet">{empty(whomInWords(worklist.filter))}</p>}
      </div>
      {rows.length > 0 && (
        <Records
          name={title}
          tableFrom="64rem"
          isBrief
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            { header: 'Name', cell: (row) => <Name row={row} isSelected={row.id === selected} /> },
            { header: 'Service', cell: ({ service }) => service ?? <span className={cell.usual}>–</span> },
            {
              header: 'Slot',
              cell: (row) => (
                <>
                  <span className={`oneLine ${cell.line}`}>{slotInWords(row, timeZone)}</span>{' '}
                  <span className={cell.left}>{row.isGone ? '' : timeInWords(row, now, timeZone)}</span>
                  <span className={cell.printed}>{windowInWords(row, timeZone)}</span>
                </>
              ),
            },
            {
              header: 'Waiting since',
              cell: ({ waiting_since: at }) => <time dateTime={at}>{dayAndTime(at, now, timeZone)}</time>,
            },
            { header: 'Tries', cell: (row) => <Tries {...row} /> },
            { header: 'Status', cell: (row) => <Status row={row} now={now} /> },
          ]}
        />
      )}
      {worklist.buckets[bucket].next !== null && (
        <div className={css.more}>
          <Button
            look="outlined"
            aria-busy={isFetchingMore}
            aria-label={`Show more: ${title}`}
            onClick={() => {
              focusCallback(rows.at(-1)?.id)
              onShowMore(bucket)
            }}
          >
            Show more
          </Button>
        </div>
      )}
    </section>
  )
}

/** Whom a filter shows, such as " with Hymenoplasty". */
function whomInWords({ service, language }: WorklistFilter): string {
  const parts = [service, language && languageName(language)].filter((part) => part !== undefined)
  return parts.length === 0 ? '' : ` with ${parts.join(' and ')}`
}

function Name({ row, isSelected }: { row: ShownRow; isSelected: boolean }) {
  return (
    <>
      <CallbackHeading {...row} isSelected={isSelected} /> <LanguageBadge code={row.language} />{' '}
      {row.has_message && (
        <span role="img" aria-label="With a message" title="With a message" className={cell.message} />
      )}
      <span className={cell.printed}>{row.shown}</span>
    </>
  )
}

function Tries({ asked, tries }: ShownRow) {
  if (asked === 1 && tries === 0) return <span className={cell.usual}>–</span>
  return (
    <>
      {asked > 1 && (
        <span className={cell.line}>
          {timesInWords('asked', asked)}
          {tries > 0 && ','}
        </span>
      )}{' '}
      {tries > 0 && <span className={cell.line}>{timesInWords('tried', tries)}</span>}
    </>
  )
}

function Status({ row, now }: { row: ShownRow; now: Date }) {
  const { status, claim, isGone } = row
  if (isGone) return 'No longer waiting'
  return (
    <div className={cell.status}>
      {claim && isHeld(row, now) ? (
        <span className={cell.held}>
          <Held {...claim} />
        </span>
      ) : (
        <span className={cell.usual}>{STATUS_NAMES[status]}</span>
      )}
      <CallControl row={row} now={now} look="outlined" isMain />
    </div>
  )
}
