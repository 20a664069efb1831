import { type Ref, useState } from 'react'
import { chosenWindow, MAX_DAYS_AHEAD } from '../../callback-request/calling/windows.ts'
import type { Offer } from '../../callback-request/department-facts.ts'
import { localDayText } from '../../callback-request/local-clock.ts'
import type { FieldErrors } from '../../callback-request/rules.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
import { useMe } from '../session.ts'
import { useClock } from './clock.tsx'
import css from './fields.module.css'

/** Days with a name: today, tomorrow, and the others of a week. */
const NAMED_DAYS = 7

const OTHER_DATE = 'other'
const EXACT_TIME = 'exact'

/** A day, and a slot or an exact time, as the server takes them. */
export type ChosenTime = { day: string; time_slot: string } | { day: string; time: string }

interface TimeFieldsProps {
  errors: FieldErrors
  /** The label of an option to choose no day. Without it a day must be chosen, at first today at an exact time. */
  noDay?: string | undefined
  /** The field for the exact time. */
  time?: Ref<HTMLInputElement>
}

/** Fields for a day and a slot or an exact time. @see chosenTimeIn */
export function TimeFields({ errors, noDay, time }: TimeFieldsProps) {
  const { offer } = useMe()
  const { now, timeZone } = useClock()
  const [day, setDay] = useState(noDay === undefined ? (namedDays(now, timeZone, offer)[0]?.value ?? '') : '')
  const [slot, setSlot] = useState<string>(EXACT_TIME)
  const slots = offer.timeSlots.filter((one) => day === OTHER_DATE || chosenWindow(day, one, now, timeZone))
  // Another day may not have it.
  const shownSlot = slots.find((one) => one === slot) ?? EXACT_TIME
  return (
    <div className={css.fields}>
      <DayFields error={errors.day} noDay={noDay} day={day} onDay={setDay} />
      {day !== '' && (
        <SelectField
          name="time_slot"
          label="Slot"
          options={[{ value: EXACT_TIME, text: 'Exact time…' }, ...slots]}
          value={shownSlot}
          error={errors.time_slot}
          onChange={({ target }) => setSlot(target.value)}
        />
      )}
      {day !== '' && shownSlot === EXACT_TIME && (
        <TextField ref={time} name="time" label="Exact time" type="time" required error={errors.time} />
      )}
    </div>
  )
}

interface DayFieldsProps {
  error: string | undefined
  noDay: string | undefined
  /** As an option's value: see `chosenDayIn`. */
  day: string
  onDay: (day: string) => void
}

/** A select of the next days by their names, and a field for another date. @see chosenDayIn */
export function DayFields({ error, noDay, day, onDay }: DayFieldsProps) {
  const { offer } = useMe()
  const { now, timeZone } = useClock()
  const isOther = day === OTHER_DATE
  return (
    <>
      <SelectField
        name="day"
        label="Day"
        options={[...namedDays(now, timeZone, offer), { value: OTHER_DATE, text: 'Another date…' }]}
        emptyOption={noDay}
        value={day}
        error={isOther ? undefined : error}
        onChange={({ target }) => onDay(target.value)}
      />
      {isOther && (
        <TextField
          name="date"
          label="Date"
          type="date"
          required
          min={localDayText(now, timeZone, 0)}
          max={localDayText(now, timeZone, MAX_DAYS_AHEAD)}
          defaultValue={localDayText(now, timeZone, NAMED_DAYS)}
          error={error}
        />
      )}
    </>
  )
}

/** What was chosen in the `TimeFields` of a form. Undefined when no day was. */
export function chosenTimeIn(values: Readonly<Record<string, unknown>>): ChosenTime | undefined {
  const day = chosenDayIn(values)
  if (day === undefined) return undefined
  const { time_slot, time } = values
  return time_slot === EXACT_TIME ? { day, time: String(time) } : { day, time_slot: String(time_slot) }
}

/** The day that was chosen in the `DayFields` of a form, such as `2026-11-22`. Undefined when none was. */
export function chosenDayIn({ day, date }: Readonly<Record<string, unknown>>): string | undefined {
  return (day === OTHER_DATE ? String(date) : String(day)) || undefined
}

/** Such as "Today", "Tomorrow", "Wednesday 25 Nov"; without today when too little of it remains. */
function namedDays(now: Date, timeZone: string, offer: Offer): { value: string; text: string }[] {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'short' })
  return Array.from({ length: NAMED_DAYS }, (_, later) => {
    const value = localDayText(now, timeZone, later)
    return { value, text: ['Today', 'Tomorrow'][later] ?? format.format(new Date(value)) }
  }).filter(({ value }) => offer.timeSlots.some((slot) => chosenWindow(value, slot, now, timeZone)))
}
