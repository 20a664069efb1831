import type { Ref } from 'react'
import type { CallbackRow, Claim } from '../../callback-request/calling/callback-row.ts'
import { clockTime } from '../../callback-request/calling/time-words.ts'
import { Button } from '../parts/button.tsx'
import { useClock } from '../parts/clock.tsx'
import { useMe } from '../session.ts'
import { isHeld } from './call-state.ts'
import { useCurrentCall } from './use-call.tsx'

/** Who holds a callback, and until when. */
export function Held({ by, until, mine }: Claim) {
  const { time_zone: timeZone } = useMe()
  return (
    <>
      Held by {mine ? 'you' : <bdi>{by.name}</bdi>} until <span className="oneLine">{clockTime(until, timeZone)}</span>
    </>
  )
}

interface CallControlProps {
  row: CallbackRow
  look: 'filled' | 'outlined'
  /** Otherwise it begins the call, after which the server says who is next. */
  onCall?: () => void
  ref?: Ref<HTMLButtonElement>
}

/** The button that begins a call. Nobody calls whom somebody else holds; managers can release the callback. */
export function CallControl({ row, look, onCall, ref }: CallControlProps) {
  const { role } = useMe()
  const { now } = useClock()
  const { open, call, release } = useCurrentCall()
  if (open?.row.id === row.id) return null
  if (!isHeld(row, now) || row.claim?.mine) {
    return (
      <Button look={look} ref={ref} aria-label={`Call ${row.name}`} onClick={onCall ?? (() => call(row))}>
        Call
      </Button>
    )
  }
  if (role !== 'manager') return null
  return (
    <Button look="outlined" ref={ref} aria-label={`Release ${row.name}`} onClick={() => release(row)}>
      Release
    </Button>
  )
}
