import { useMe } from '../session.ts'
import { dayAndTime } from '../worklist/time-words.ts'

/** An instant in words, on the department's clock. */
export function Moment({ at, now }: { at: string; now: Date }) {
  const { time_zone: timeZone } = useMe()
  return <time dateTime={at}>{dayAndTime(at, now, timeZone)}</time>
}
