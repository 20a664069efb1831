import { counted } from '../../callback-request/calling/counted.ts'
import type { Share } from '../../callback-request/calling/report.ts'
import type { FigureRow } from './bars.tsx'
import { Figure, type FigureProps } from './figure.tsx'
import css from './report.module.css'
import { weeksOf } from './report-range.ts'
import { duration, type NamedShare, partInWords, percent, type Report, sharesOf, WEEKDAYS } from './report-words.ts'

/** Each number of the report as a plot, and as a table of the same name. */
export function ReportFigures({ report }: { report: Report }) {
  return (
    <div className={css.figures}>
      {figuresOf(report).map((figure) => (
        <Figure key={figure.name} {...figure} />
      ))}
    </div>
  )
}

function figuresOf(report: Report): FigureProps[] {
  const { called_within_slot: within, time_to_first_call: time, requests_per_day: days } = report
  const { slots, weekdays, campaigns } = sharesOf(report)
  const callbacks = report.outcomes.reduce((sum, row) => sum + row.callbacks, 0)
  const noCallbacks = callbacks === 0 ? 'No callbacks were opened in these days.' : undefined
  return [
    {
      name: 'Called within the chosen slot',
      size: 'whole',
      caption:
        'Callbacks whose first call was in the slot that the person chose, of all that were called or whose slot is over.',
      legend: ['called within the slot', 'not'],
      instead: whyNoShares(within),
      headers: ['Callbacks', 'Called', 'Of', 'Share'],
      groups: [
        { rows: [{ name: 'All', values: valuesOf(within) }] },
        { title: 'By slot', rows: slots.map(shareRow) },
        { title: 'By weekday', rows: weekdays.map(shareRow) },
      ],
    },
    {
      name: 'Time to first call',
      caption:
        'From the beginning of the chosen slot, and for Anytime from the request, to the first call; 0 if that was earlier. Half of the people who were called waited at most the median, nine in ten at most the 90th percentile.',
      instead: time.median_minutes === null ? 'Nobody was called yet.' : undefined,
      headers: ['Figure', 'Value', 'Minutes'],
      groups: [
        {
          rows: [
            timeRow('Median', time.median_minutes),
            timeRow('90th percentile', time.p90_minutes),
            { name: 'Not called yet', values: [counted(time.none_yet, 'callback'), '–'] },
          ],
        },
      ],
    },
    {
      name: 'Requests per day',
      caption: 'Requests by the day on which they were received, without those that look like spam.',
      instead: days.every(({ requests }) => requests === 0) ? 'No requests were received in these days.' : undefined,
      headers: ['From', ...WEEKDAYS, 'Sum'],
      groups: [{ rows: weeksOf(days) }],
      days,
    },
    {
      name: 'Outcomes',
      caption: 'What has become of the callbacks that were opened in these days.',
      instead: noCallbacks,
      headers: ['Outcome', 'Callbacks'],
      groups: [{ rows: report.outcomes.map((row) => countRow(row.outcome, row.callbacks)) }],
    },
    {
      name: 'By service',
      size: 'tall',
      caption: 'The service of each callback’s first request. Services with fewer than five callbacks are joined.',
      instead: noCallbacks,
      headers: ['Service', 'Callbacks'],
      groups: [{ rows: report.by_service.map((row) => countRow(row.service, row.callbacks)) }],
    },
    {
      name: 'By campaign',
      caption:
        'The first campaign that a callback’s requests name, and how many were booked. Campaigns with fewer than five callbacks are joined.',
      legend: ['booked', 'not'],
      instead: noCallbacks,
      headers: ['Campaign', 'Booked', 'Of', 'Share'],
      groups: [
        {
          rows: campaigns.map((row) => ({
            name: row.name,
            values: valuesOf(row),
            bar: { label: partInWords(row), filled: row.called, outlined: row.of - row.called },
          })),
        },
      ],
    },
  ]
}

function whyNoShares({ of, share }: Share): string | undefined {
  if (share !== null) return undefined
  return of === 0
    ? 'Nobody was called in these days, and no slot is over.'
    : 'Fewer than five callbacks are too few for a plot.'
}

function valuesOf({ called, of, share }: Share) {
  return [called, of, of === 0 ? '–' : percent(share)]
}

function shareRow(row: NamedShare): FigureRow {
  const { name, of, share } = row
  const label = of === 0 ? 'none' : partInWords(row)
  return { name, values: valuesOf(row), bar: { label, filled: share ?? 0, outlined: share === null ? 0 : 1 - share } }
}

function timeRow(name: string, minutes: number | null): FigureRow {
  if (minutes === null) return { name, values: ['–', '–'] }
  const label = duration(minutes)
  return { name, values: [label, minutes], bar: { label, filled: minutes } }
}

function countRow(name: string, callbacks: number): FigureRow {
  return { name, values: [callbacks], bar: { label: String(callbacks), filled: callbacks } }
}
