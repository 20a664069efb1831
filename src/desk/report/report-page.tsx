import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { parseReportRange, type ReportRange } from '../../callback-request/calling/report-range.ts'
import { localDayOf, localDayText } from '../../callback-request/local-clock.ts'
import { TextField } from '../../ui/field.tsx'
import { get } from '../api.ts'
import { Form } from '../parts/form.tsx'
import { Loaded, Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { Instant } from '../parts/values.tsx'
import { serverTime } from '../server-clock.ts'
import { useMe } from '../session.ts'
import { Answers } from './answers.tsx'
import { MissedList, READ_WHEN_ASKED } from './missed-list.tsx'
import css from './report.module.css'
import { ReportFigures } from './report-figures.tsx'
import { lastDays, rangeInWords } from './report-range.ts'
import type { Report } from './report-words.ts'

/** Without days in the address. */
const USUAL_DAYS = 30

/** What became of the callbacks of a range of days, for managers. The days are in the address. */
export function ReportPage() {
  const { time_zone: timeZone, department } = useMe()
  const today = localDayText(serverTime(), timeZone)
  const search = useSearch({ from: '/frame/managers/report' })
  const { from, to } = { ...lastDays(USUAL_DAYS, today), ...search }
  const range = parseReportRange({ from, to })
  const navigate = useNavigate({ from: '/report' })
  const query = useQuery({
    queryKey: ['report', { from, to }],
    queryFn: ({ signal }) => get<Report>(`/api/report?${new URLSearchParams({ from, to })}`, signal),
    enabled: range.ok,
    ...READ_WHEN_ASKED,
  })

  /** The same days are counted again, and with them those who were missed. */
  async function show(wanted: ReportRange) {
    if (wanted.from === from && wanted.to === to) await query.refetch()
    else await navigate({ search: { ...wanted } })
  }

  return (
    <Page title="Report">
      <RangeForm from={from} to={to} today={today} onShow={show} />
      <Notice role="alert" tone="error">
        {!range.ok && Object.values(range.errors)}
      </Notice>
      <div className={`row ${css.range}`} role="status">
        {query.data && (
          <>
            <p className={css.department}>{department}</p>
            <p>{rangeInWords(query.data, query.data.requests_per_day.length)}</p>
            <p className="quiet">
              As of <Instant at={serverTime(query.dataUpdatedAt).toISOString()} to="minutes" />
            </p>
          </>
        )}
      </div>
      <Loaded query={query}>
        {(report) => (
          <>
            <Answers report={report} />
            {search.list === 'missed' && (
              <MissedList from={report.from} to={report.to} countedAt={query.dataUpdatedAt} />
            )}
            <ReportFigures report={report} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

interface RangeFormProps extends ReportRange {
  today: string
  onShow: (range: ReportRange) => Promise<void>
}

/** Asks for the days of the report. It makes no report of a day that is still being typed. */
function RangeForm({ from, to, today, onShow }: RangeFormProps) {
  const first = useRef<HTMLInputElement>(null)
  // The days may have been chosen by a link, or by going back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with other days, the fields show them
  useEffect(() => first.current?.form?.reset(), [from, to])

  const offered = {
    Yesterday: lastDays(1, lastDays(2, today).from),
    'Last 7 days': lastDays(7, today),
    'Last 30 days': lastDays(30, today),
    'Last 365 days': lastDays(365, today),
  }
  const field = (name: string, day: string) => ({ name, type: 'date', defaultValue: localDayOf(day) && day })
  return (
    <section className="notPrinted" aria-label="Days">
      <Form className={`row ${css.form}`} submitLabel="Show" validate={parseReportRange} send={onShow}>
        {(errors) => (
          <>
            <TextField {...field('from', from)} ref={first} label="From" error={errors.from} />
            <TextField {...field('to', to)} label="To" error={errors.to} />
          </>
        )}
      </Form>
      <ul className={`row ${css.usual}`}>
        {Object.entries(offered).map(([name, range]) => {
          const isShown = range.from === from && range.to === to
          return (
            <li key={name}>
              <Link to="/report" className="target" search={{ ...range }} aria-current={isShown ? 'page' : undefined}>
                {name}
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
