import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { localDayOf } from '../../callback-request/local-clock.ts'
import type { FieldErrors } from '../../callback-request/rules.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import css from './report.module.css'
import { type Range, usualRanges } from './report-range.ts'

interface RangeFormProps {
  range: Range
  today: string
  isBusy: boolean
  errors: FieldErrors
  onShow: (range: Range) => void
}

/** Asks for the days of the report. It makes no report of a day that is still being typed. */
export function RangeForm({ range: { from, to }, today, isBusy, errors, onShow }: RangeFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const wasSent = useRef(false)

  // The days may have been chosen by a link, or by going back.
  useEffect(() => {
    for (const [name, day] of Object.entries({ from, to })) {
      const field = form.current?.elements.namedItem(name)
      if (field instanceof HTMLInputElement) field.value = localDayOf(day) ? day : ''
    }
  }, [from, to])

  useEffect(() => {
    if (!wasSent.current || isBusy) return
    wasSent.current = false
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  })

  return (
    <form
      ref={form}
      className={`notPrinted row ${css.form}`}
      aria-label="Days"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const values = new FormData(event.currentTarget)
        wasSent.current = true
        onShow({ from: String(values.get('from')), to: String(values.get('to')) })
      }}
    >
      <TextField id="from" name="from" label="From" type="date" error={errors.from} />
      <TextField id="to" name="to" label="To" type="date" error={errors.to} />
      <SubmitButton busy={isBusy}>Show</SubmitButton>
      <ul className={`row ${css.usual}`}>
        {usualRanges(today).map(({ label, range }) => (
          <li key={label}>
            <Link
              to="/report"
              search={range}
              aria-current={range.from === from && range.to === to ? 'true' : undefined}
              activeProps={{ 'aria-current': 'true' }}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </form>
  )
}
