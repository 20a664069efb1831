import { useMe } from '../../session.ts'
import { dayAndTime } from '../../worklist/time-words.ts'

const MINUTES: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
}
const SECONDS: Intl.DateTimeFormatOptions = { ...MINUTES, second: '2-digit' }
const STYLES = { minutes: MINUTES, seconds: SECONDS }

/** An instant on the department's clock, such as "22 Nov 2026, 3:40 pm". */
export function Instant({ at, to }: { at: string; to: keyof typeof STYLES }) {
  const { time_zone: timeZone } = useMe()
  const text = new Intl.DateTimeFormat('en-GB', { ...STYLES[to], timeZone }).format(new Date(at))
  return <time dateTime={at}>{text}</time>
}

/** An instant in words, on the department's clock. */
export function Moment({ at, now }: { at: string; now: Date }) {
  const { time_zone: timeZone } = useMe()
  return <time dateTime={at}>{dayAndTime(at, now, timeZone)}</time>
}
