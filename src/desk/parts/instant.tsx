import { useMe } from '../session.ts'

/** How exactly an instant is shown. */
const STYLES = {
  minutes: { dateStyle: 'medium', timeStyle: 'short', hour12: true },
  seconds: { dateStyle: 'medium', timeStyle: 'medium', hour12: true },
} as const

/** An instant on the department's clock, such as "22 Nov 2026, 3:40 pm". */
export function Instant({ at, to }: { at: string; to: keyof typeof STYLES }) {
  const { time_zone: timeZone } = useMe()
  const text = new Intl.DateTimeFormat('en-GB', { ...STYLES[to], timeZone }).format(new Date(at))
  return <time dateTime={at}>{text}</time>
}
