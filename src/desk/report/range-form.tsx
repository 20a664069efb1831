import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { parseReportRange, type ReportRange } from '../../callback-request/calling/report-range.ts'
import { localDayOf } from '../../callback-request/local-clock.ts'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../parts/form.tsx'
import css from './report.module.css'
import { lastDays } from './report-range.ts'

/** The ranges that managers want most often: of so many days up to today. */
const USUAL_DAYS = [7, 30, 365]

interface RangeFormProps extends ReportRange {
  today: string
  onShow: (range: ReportRange) => Promise<void>
}

/** Asks for the days of the report. It makes no report of a day that is still being typed. */
export function RangeForm({ from, to, today, onShow }: RangeFormProps) {
  const first = useRef<HTMLInputElement>(null)
  // The days may have been chosen by a link, or by going back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with other days, the fields show them
  useEffect(() => first.current?.form?.reset(), [from, to])

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
        {USUAL_DAYS.map((days) => {
          const range = lastDays(days, today)
          const isShown = range.from === from && range.to === to
          return (
            <li key={days}>
              <Link to="/report" className="target" search={{ ...range }} aria-current={isShown ? 'page' : undefined}>
                Last {days} days
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
