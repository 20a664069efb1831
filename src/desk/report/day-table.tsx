import { dayInWords } from './report-range.ts'
import { WEEKDAYS } from './report-words.ts'
import css from './tables.module.css'
import { weeksOf } from './weeks.ts'

/** Up to so many weeks are as high as the plot; more can be scrolled. */
const WEEKS_IN_VIEW = 6

interface DayTableProps {
  'aria-labelledby': string
  days: readonly { day: string; requests: number }[]
}

/** Requests by day, as a calendar: a row for each week. */
export function DayTable({ days, ...table }: DayTableProps) {
  const weeks = weeksOf(days)
  const calendar = (
    <table className={`${css.table} ${css.calendar}`} {...table}>
      <thead>
        <tr>
          <th scope="col">From</th>
          {WEEKDAYS.map((weekday) => (
            <th key={weekday} scope="col" abbr={weekday}>
              {weekday.slice(0, 2)}
            </th>
          ))}
          <th scope="col">Sum</th>
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, index) => {
          const isNewYear = week.first.slice(0, 4) !== weeks[index - 1]?.first.slice(0, 4)
          return (
            <tr key={week.first}>
              <th scope="row">
                {dayInWords(week.first, { day: 'numeric', month: 'short', ...(isNewYear && { year: '2-digit' }) })}
              </th>
              {WEEKDAYS.map((weekday, at) => (
                <td key={weekday}>{week.days[at]?.requests}</td>
              ))}
              <td>{week.requests}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
  if (weeks.length <= WEEKS_IN_VIEW) return calendar
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what has the focus
    <section className={css.scrolled} aria-label="All weeks" tabIndex={0}>
      {calendar}
    </section>
  )
}
