import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { labelOf, OUTCOMES, type Outcome } from '../../callback-request/calling/outcomes.ts'
import { localDate } from '../../callback-request/local-clock.ts'
import { TIME_SLOTS } from '../../callback-request/time-slots.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { useKeys } from '../keys/use-keys.ts'
import { Button } from '../parts/button.tsx'
import { SelectField } from '../parts/fields/select-field.tsx'
import { useMe } from '../session.ts'
import type { CalledRow } from '../worklist/worklist-query.ts'
import { CallFacts } from './call-facts.tsx'
import css from './call-panel.module.css'
import { Hold } from './hold.tsx'
import { PhoneNumber } from './phone-number.tsx'
import { callControlOf, type Report } from './use-call.ts'

/** Source: desk, section 5. */
const MAX_DAYS_AHEAD = 60
const MAX_NOTE = 2_000

const SLOTS = TIME_SLOTS.map((slot) => ({ value: slot, label: slot }))

interface CallPanelProps {
  callback: CalledRow
  now: Date
  isBusy: boolean
  /** What was typed for this callback before. */
  note: string
  onNote: (note: string) => void
  onReport: (report: Report) => void
  onHoldAgain: () => void
  onStop: () => void
}

/** The call with one person: the number, and what came of the call. */
export function CallPanel(props: CallPanelProps) {
  const { callback, now, isBusy, note, onNote, onReport, onHoldAgain, onStop } = props
  const { time_zone: timeZone } = useMe()
  const [isLater, setIsLater] = useState(false)
  const { id, name, phone, references, claim } = callback

  useEffect(() => {
    if (isLater) document.getElementById('later-day')?.focus()
  }, [isLater])

  function choose(outcome: Outcome) {
    if (outcome === 'call_later') setIsLater(!isLater)
    else onReport({ outcome, note })
  }

  function saveLater(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { day, time_slot } = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
    onReport({ outcome: 'call_later', note, ...(day && { day }), ...(time_slot && { time_slot }) })
  }

  useKeys({
    ...Object.fromEntries(OUTCOMES.map((outcome, at) => [String(at + 1), () => choose(outcome)])),
    n: () => document.getElementById('call-note')?.focus(),
    x: onStop,
  })

  return (
    <section className={css.panel} aria-label={`Call with ${name}`} aria-busy={isBusy || undefined}>
      <div className={css.person}>
        <h2>
          <span className={css.with}>Call with</span>{' '}
          <Link to="/requests/$reference" params={{ reference: references[0] ?? id }}>
            <bdi>{name}</bdi>
          </Link>
        </h2>
        <PhoneNumber linkId={callControlOf(id)} phone={phone} />
        <CallFacts callback={callback} now={now} />
        {claim && <Hold until={claim.until} now={now} onHoldAgain={onHoldAgain} />}
      </div>
      <div className={css.result}>
        <div className={css.outcomes}>
          {OUTCOMES.map((outcome) => (
            <Button
              key={outcome}
              look="outlined"
              aria-expanded={outcome === 'call_later' ? isLater : undefined}
              onClick={() => choose(outcome)}
            >
              {labelOf(outcome)}
            </Button>
          ))}
        </div>
        {isLater && (
          <form onSubmit={saveLater} noValidate>
            <fieldset className={css.later}>
              <legend>Call later</legend>
              <TextField
                id="later-day"
                name="day"
                label="Day"
                type="date"
                min={dayText(now, timeZone, 0)}
                max={dayText(now, timeZone, MAX_DAYS_AHEAD)}
                defaultValue={dayText(now, timeZone, 1)}
              />
              <SelectField id="later-slot" name="time_slot" label="Slot" options={SLOTS} />
              <SubmitButton busy={isBusy}>Save</SubmitButton>
            </fieldset>
          </form>
        )}
      </div>
      <div className={css.note}>
        <TextArea
          id="call-note"
          label="Note"
          rows={2}
          maxLength={MAX_NOTE}
          dir="auto"
          value={note}
          onChange={({ target }) => onNote(target.value)}
        />
        <Button look="plain" onClick={onStop}>
          Stop calling
        </Button>
      </div>
    </section>
  )
}

/** A local day such as `2026-11-22`, so many days after now. */
function dayText(now: Date, timeZone: string, daysLater: number): string {
  const { year, month, day } = localDate(now, timeZone)
  return new Date(Date.UTC(year, month - 1, day + daysLater)).toISOString().slice(0, 10)
}
