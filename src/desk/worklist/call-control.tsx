import type { CallbackRow, Claim } from '../../callback-request/calling/callback-row.ts'
import { callControlOf, useCurrentCall } from '../call-panel/use-call.tsx'
import { Button } from '../parts/button.tsx'
import { useMe } from '../session.ts'
import { clockTime } from './time-words.ts'

/** Whether somebody holds a callback now. */
export function isHeld({ claim }: CallbackRow, now: Date): boolean {
  return claim !== null && Date.parse(claim.until) > now.getTime()
}

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
  now: Date
  look: 'filled' | 'outlined'
  /** The one to which the focus returns from a dialog. Where a callback has two buttons, one of them. */
  isMain?: true
}

/** The button that begins a call. Nobody calls whom somebody else holds; managers can release the callback. */
export function CallControl({ row, now, look, isMain }: CallControlProps) {
  const { role } = useMe()
  const { called, call, release } = useCurrentCall()
  if (called?.id === row.id) return null
  if (!isHeld(row, now) || row.claim?.mine) {
    const id = isMain && callControlOf(row.id)
    return (
      <Button look={look} id={id} aria-label={`Call ${row.name}`} onClick={() => call(row)}>
        Call
      </Button>
    )
  }
  if (role !== 'manager') return null
  return (
    <Button look="outlined" aria-label={`Release ${row.name}`} onClick={() => release(row)}>
      Release
    </Button>
  )
}
