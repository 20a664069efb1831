import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { localDayText } from '../../callback-request/local-clock.ts'
import type { FieldErrors } from '../../callback-request/rules.ts'
import { Loaded } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { Instant } from '../parts/values.tsx'
import { useMe } from '../session.ts'
import { RangeForm } from './range-form.tsx'
import css from './report.module.css'
import { ReportFigures } from './report-figures.tsx'
import { reportQuery } from './report-query.ts'
import { lastDays, type Range, rangeInWords } from './report-range.ts'

/** Without days in the address. */
const USUAL_DAYS = 30

const NO_ERRORS: FieldErrors = {}

/** What became of the callbacks of a range of days, for managers. The days are in the address. */
export function ReportPage() {
  const { time_zone: timeZone, department, clockOffset } = useMe()
  const today = localDayText(new Date(Date.now() + clockOffset), timeZone)
  const range: Range = { ...lastDays(USUAL_DAYS, today), ...useSearch({ from: '/frame/managers/report' }) }
  const navigate = useNavigate({ from: '/report' })
  const query = useQuery(reportQuery(range))
  const report = query.data && !('errors' in query.data) ? query.data : undefined
  const errors = query.data && 'errors' in query.data ? query.data.errors : NO_ERRORS

  function show(wanted: Range) {
    if (wanted.from === range.from && wanted.to === range.to) void query.refetch()
    else void navigate({ search: wanted })
  }

  return (
    <Page title="Report">
      <RangeForm range={range} today={today} isBusy={query.isFetching} errors={errors} onShow={show} />
      <div className={`row ${css.range}`} role="status">
        {report && (
          <>
            <p className={css.department}>{department}</p>
            <p>{rangeInWords(report, report.requests_per_day.length)}</p>
            <p className="quiet">
              As of <Instant at={new Date(query.dataUpdatedAt + clockOffset).toISOString()} to="minutes" />
            </p>
          </>
        )}
      </div>
      <Loaded query={query}>{() => report && <ReportFigures report={report} />}</Loaded>
    </Page>
  )
}
