import type { Person } from '../../callback-request/calling/person.ts'
import {
  dayAndTime,
  dayInWords,
  slotInWords,
  timeInWords,
  timesInWords,
} from '../../callback-request/calling/time-words.ts'
import { isSettled, STATUS_NAMES } from '../../callback-request/statuses.ts'
import { useClock } from '../parts/clock.tsx'
import { Held, isHeld } from '../worklist/call-control.tsx'
import css from './person-page.module.css'

/** How far the callback is, and when somebody is to call. */
export function CallbackFacts({ person: { callback, requests } }: { person: Person }) {
  const { now, timeZone } = useClock()
  if (!callback) {
    return (
      <p className={css.facts}>
        {requests[0].suspected
          ? 'This request is held back as possible spam, so nobody is asked to call.'
          : 'This request came before the callback desk was started, so it is not in the worklist.'}
      </p>
    )
  }
  const { status, asked, tries, due_from, claim } = callback
  const day = dayInWords(due_from, now, timeZone)
  const left = timeInWords(callback, now, timeZone)
  return (
    <ul className={`row ${css.facts}`} aria-label="Callback">
      <li className={css.statusName}>{STATUS_NAMES[status]}</li>
      {!isSettled(status) && (
        <>
          <li>
            {callback.time_slot !== null && `${slotInWords(callback, timeZone)}, `}from{' '}
            {dayAndTime(due_from, now, timeZone)}
          </li>
          {left !== day && <li>{left.replace(`${day}, `, '')}</li>}
        </>
      )}
      {asked > 1 && <li>{timesInWords('asked', asked)}</li>}
      {tries > 0 && <li>{timesInWords('tried', tries)}</li>}
      {claim && isHeld(callback, now) && (
        <li>
          <Held {...claim} />
        </li>
      )}
    </ul>
  )
}
