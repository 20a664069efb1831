import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { parseReportRange, type ReportRange } from '../../callback-request/calling/report-range.ts'
import { localDayOf } from '../../callback-request/local-clock.ts'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../parts/form.tsx'
import css from './report.module.css'
import { usualRanges } from './report-range.ts'

interface RangeFormProps extends ReportRange {
  today: string
  onShow: (range: ReportRange) => Promise<void>
}

/** Asks for the days of the report. It makes no report of a day that is still being typed. */
export function RangeForm({ from, to, today, onShow }: RangeFormProps) {
  // The days may have been chosen by a link, or by going back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with other days, the fields show them
  useEffect(() => document.querySelector<HTMLInputElement>('#from')?.form?.reset(), [from, to])

  const field = (name: string, day: string) => ({ id: name, name, type: 'date', defaultValue: localDayOf(day) && day })
  return (
    <section className="notPrinted" aria-label="Days">
      <Form className={`row ${css.form}`} submitLabel="Show" validate={parseReportRange} send={onShow}>
        {(errors) => (
          <>
            <TextField {...field('from', from)} label="From" error={errors.from} />
            <TextField {...field('to', to)} label="To" error={errors.to} />
          </>
        )}
      </Form>
      <ul className={`row ${css.usual}`}>
        {usualRanges(today).map(({ label, range }) => (
          <li key={label}>
            <Link
              to="/report"
              className="target"
              search={{ ...range }}
              aria-current={range.from === from && range.to === to ? 'true' : undefined}
              activeProps={{ 'aria-current': 'true' }}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
