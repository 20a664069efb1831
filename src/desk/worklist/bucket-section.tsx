import type { ComponentProps, ReactNode } from 'react'
import type { Bucket } from '../../callback-request/calling/buckets.ts'
import { counted } from '../../callback-request/calling/counted.ts'
import {
  clockTime,
  dayAndTime,
  slotInWords,
  timeInWords,
  timesInWords,
  windowInWords,
} from '../../callback-request/calling/time-words.ts'
import { localDaysBetween } from '../../callback-request/local-clock.ts'
import { STATUS_NAMES } from '../../callback-request/statuses.ts'
import { Held } from '../call/call-control.tsx'
import { isHeld } from '../call/call-state.ts'
import { Button } from '../parts/button.tsx'
import { useClock } from '../parts/clock.tsx'
import { NOTHING, Records } from '../parts/lists/records.tsx'
import { LanguageBadge, languageName } from '../parts/values.tsx'
import css from './buckets.module.css'
import cell from './cell.module.css'
import type { ShownRow } from './use-steady-rows.ts'
import type { Worklist, WorklistFilter } from './worklist-query.ts'

/** @param whom such as " with Hymenoplasty" or " who speaks Hindi", where only some are shown */
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
  isFetchingMore: boolean
  onShowMore: () => void
  /** The name, and what begins a call. */
  heading: (row: ShownRow) => ReactNode
  control: (row: ShownRow) => ReactNode
  rowProps: (row: ShownRow) => ComponentProps<'tr'>
}

/** A part of the worklist. */
export function BucketSection(props: BucketSectionProps) {
  const { bucket, worklist, rows, isFetchingMore, onShowMore, heading, control, rowProps } = props
  const { now, timeZone } = useClock()
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
          className={css.rows}
          rows={rows}
          keyOf={({ id }) => id}
          rowProps={rowProps}
          columns={[
            {
              header: 'Name',
              cell: (row) => <Name row={row}>{heading(row)}</Name>,
            },
            { header: 'Service', cell: ({ service }) => service ?? NOTHING },
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
            {
              header: 'Status',
              isAction: true,
              cell: (row) => <Status row={row}>{control(row)}</Status>,
            },
          ]}
        />
      )}
      {worklist.buckets[bucket].next !== null && (
        <div className={css.more}>
          <Button look="outlined" aria-busy={isFetchingMore} aria-label={`Show more: ${title}`} onClick={onShowMore}>
            Show more
          </Button>
        </div>
      )}
    </section>
  )
}

/** Whom a filter shows, such as " with Hymenoplasty who speaks Hindi". */
function whomInWords({ service, language }: WorklistFilter): string {
  return `${service ? ` with ${service}` : ''}${language ? ` who speaks ${languageName(language)}` : ''}`
}

function Name({ row, children }: { row: ShownRow; children: ReactNode }) {
  return (
    <>
      {children}{' '}
      {row.has_message && (
        <span role="img" aria-label="With a message" title="With a message" className={cell.message} />
      )}{' '}
      <LanguageBadge code={row.language} />
      {row.others > 0 && <span className={cell.others}>{counted(row.others, 'other')} at this number</span>}
      <span className={cell.printed}>{row.shown}</span>
    </>
  )
}

function Tries({ asked, tries }: ShownRow) {
  if (asked === 1 && tries === 0) return NOTHING
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

function Status({ row, children }: { row: ShownRow; children: ReactNode }) {
  const { now, timeZone } = useClock()
  const { claim, isGone } = row
  if (isGone) return 'No longer waiting'
  return (
    <div className={cell.status}>
      {claim && isHeld(row, now) ? (
        <span className={cell.held} data-held>
          <Held {...claim} />
        </span>
      ) : (
        <span className="onlyInTable">{statusInWords(row, now, timeZone)}</span>
      )}
      {children}
    </div>
  )
}

/** What has become of it so far; of somebody who was called just now, when the pause is over. */
function statusInWords({ status, due_from, last }: ShownRow, now: Date, timeZone: string): string {
  const isPaused = status === 'again' && last !== null && due_from > now.toISOString()
  return isPaused && localDaysBetween(now, new Date(due_from), timeZone) === 0
    ? `again at ${clockTime(due_from, timeZone)}`
    : STATUS_NAMES[status]
}
