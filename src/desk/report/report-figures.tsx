import { Answers } from './answers.tsx'
import { DayTable } from './day-table.tsx'
import { Figure } from './figure.tsx'
import { FiguresTable } from './figures-table.tsx'
import { DayBars, RowBars } from './plots/plot.tsx'
import css from './report.module.css'
import type { Report } from './report-query.ts'
import { bookedShare, callbacksInWords, duration, shareInWords, WEEKDAYS } from './report-words.ts'

const NO_CALLBACKS = 'No callbacks were opened in these days.'

/** Each number of the report as a plot, and beside it as a table of the same name. */
export function ReportFigures({ report }: { report: Report }) {
  const requests = report.requests_per_day.reduce((sum, day) => sum + day.requests, 0)
  return (
    <>
      <Answers report={report} />
      <div className={css.figures}>
        <CalledWithinSlot report={report} />
        <TimeToFirstCall time={report.time_to_first_call} />
        <Figure
          name="Requests per day"
          caption="Requests by the day on which they were received, without those that look like spam."
          plot={requests > 0 && <DayBars days={report.requests_per_day} />}
          instead="No requests were received in these days."
          table={(name) => <DayTable {...name} days={report.requests_per_day} />}
        />
        <Counts
          name="Outcomes"
          caption="What has become of the callbacks that were opened in these days."
          header="Outcome"
          rows={report.outcomes.map(({ outcome, callbacks }) => ({ name: outcome, callbacks }))}
        />
        <Counts
          name="By service"
          size="tall"
          caption="The service of each callback’s first request. Services with fewer than five callbacks are joined."
          header="Service"
          rows={report.by_service.map(({ service, callbacks }) => ({ name: service, callbacks }))}
        />
        <ByCampaign campaigns={report.booked_by_campaign} />
      </div>
    </>
  )
}

function CalledWithinSlot({ report: { called_within_slot, called_by_slot, called_by_weekday } }: { report: Report }) {
  const bySlot = called_by_slot.map(({ slot, ...share }) => ({ name: slot, ...share }))
  const byWeekday = called_by_weekday.map(({ weekday, ...share }) => ({ name: WEEKDAYS[weekday] ?? '', ...share }))
  const bars = (rows: typeof byWeekday) =>
    rows.map(({ name, called, of, share }) => ({
      name,
      label: of === 0 ? 'none' : `${called} of ${of}, ${shareInWords({ share })}`,
      filled: share ?? 0,
      outlined: share === null ? 0 : 1 - share,
    }))
  return (
    <Figure
      name="Called within the chosen slot"
      size="whole"
      caption="Callbacks whose first call was in the slot that the person chose, of all that were called or whose slot is over."
      legend={['called within the slot', 'not']}
      plot={
        called_within_slot.share !== null && (
          <div className={css.plots}>
            <div>
              <h3>By slot</h3>
              <RowBars bars={bars(bySlot)} all={1} />
            </div>
            <div>
              <h3>By weekday</h3>
              <RowBars bars={bars(byWeekday)} all={1} />
            </div>
          </div>
        )
      }
      instead={
        called_within_slot.of === 0
          ? 'Nobody was called in these days, and no slot is over.'
          : 'Fewer than five callbacks are too few for a plot.'
      }
      table={(name) => (
        <FiguresTable
          {...name}
          headers={['Callbacks', 'Called', 'Of', 'Share']}
          groups={[
            { rows: [{ name: 'All', ...called_within_slot }] },
            { title: 'By slot', rows: bySlot },
            { title: 'By weekday', rows: byWeekday },
          ].map(({ title, rows }) => ({
            title,
            rows: rows.map((row) => [row.name, row.called, row.of, row.of === 0 ? '–' : shareInWords(row)]),
          }))}
        />
      )}
    />
  )
}

function TimeToFirstCall({ time }: { time: Report['time_to_first_call'] }) {
  const times = [
    { name: 'Median', minutes: time.median_minutes },
    { name: '90th percentile', minutes: time.p90_minutes },
  ]
  return (
    <Figure
      name="Time to first call"
      caption="From the beginning of the chosen slot, and for Anytime from the request, to the first call; 0 if that was earlier. Half of the people who were called waited at most the median, nine in ten at most the 90th percentile."
      plot={
        time.p90_minutes !== null && (
          <RowBars
            bars={times.map(({ name, minutes }) => ({ name, label: duration(minutes ?? 0), filled: minutes ?? 0 }))}
            all={time.p90_minutes}
          />
        )
      }
      instead="Nobody was called yet."
      table={(name) => (
        <FiguresTable
          {...name}
          headers={['Figure', 'Value', 'Minutes']}
          groups={[
            {
              rows: [
                ...[
                  { name: 'Median', minutes: time.median_minutes },
                  { name: '90th percentile', minutes: time.p90_minutes },
                ].map(({ name, minutes }) =>
                  minutes === null ? [name, '–', '–'] : [name, duration(minutes), minutes],
                ),
                ['Not called yet', callbacksInWords(time.none_yet), '–'],
              ],
            },
          ]}
        />
      )}
    />
  )
}

interface CountsProps {
  size?: 'tall'
  name: string
  caption: string
  /** Of the column with the names. */
  header: string
  rows: { name: string; callbacks: number }[]
}

function Counts({ header, rows, ...figure }: CountsProps) {
  const all = rows.reduce((sum, { callbacks }) => sum + callbacks, 0)
  const bars = rows.map(({ name, callbacks }) => ({ name, label: String(callbacks), filled: callbacks }))
  return (
    <Figure
      {...figure}
      plot={all > 0 && <RowBars bars={bars} all={Math.max(...rows.map(({ callbacks }) => callbacks))} />}
      instead={NO_CALLBACKS}
      table={(id) => (
        <FiguresTable
          {...id}
          headers={[header, 'Callbacks']}
          groups={[{ rows: rows.map((row) => [row.name, row.callbacks]) }]}
        />
      )}
    />
  )
}

function ByCampaign({ campaigns }: { campaigns: Report['booked_by_campaign'] }) {
  const share = (row: (typeof campaigns)[number]) => shareInWords({ share: bookedShare(row) })
  return (
    <Figure
      name="By campaign"
      caption="The first campaign that a callback’s requests name, and how many were booked. Campaigns with fewer than five callbacks are joined."
      legend={['booked', 'not']}
      plot={
        campaigns.length > 0 && (
          <RowBars
            bars={campaigns.map((row) => ({
              name: row.campaign,
              label: `${row.booked} of ${row.of}, ${share(row)}`,
              filled: row.booked,
              outlined: row.of - row.booked,
            }))}
            all={Math.max(...campaigns.map(({ of }) => of))}
          />
        )
      }
      instead={NO_CALLBACKS}
      table={(name) => (
        <FiguresTable
          {...name}
          headers={['Campaign', 'Booked', 'Of', 'Share']}
          groups={[{ rows: campaigns.map((row) => [row.campaign, row.booked, row.of, share(row)]) }]}
        />
      )}
    />
  )
}
