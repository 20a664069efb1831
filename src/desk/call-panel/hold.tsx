import { Button } from '../parts/button.tsx'
import { useMe } from '../session.ts'
import { clockTime, duration } from '../worklist/time-words.ts'
import css from './call-panel.module.css'

/** From here on the end of the hold is near: long enough to finish a sentence and press a button. */
const NEAR_MS = 3 * 60_000

interface HoldProps {
  /** UTC, ISO 8601. */
  until: string
  now: Date
  onHoldAgain: () => void
}

/** Until when nobody else can call, and a button to hold the callback longer or again. What was typed stays. */
export function Hold({ until, now, onHoldAgain }: HoldProps) {
  const { time_zone: timeZone } = useMe()
  const leftMs = Date.parse(until) - now.getTime()
  const hasEnded = leftMs <= 0
  const isNear = leftMs < NEAR_MS
  const time = clockTime(until, timeZone)
  return (
    <div className={css.hold} data-near={isNear || undefined}>
      <p role="status">
        {hasEnded
          ? `You held this callback until ${time}. Others can call now.`
          : `Held by you until ${time}${isNear ? `: ${duration(leftMs)} left` : ''}`}
      </p>
      {isNear && (
        <Button look="outlined" onClick={onHoldAgain}>
          {hasEnded ? 'Hold again' : 'Hold longer'}
        </Button>
      )}
    </div>
  )
}
