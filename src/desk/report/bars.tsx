import css from './bars.module.css'
import { dayInWords, weekdayOf } from './report-range.ts'

export interface Bar {
  /** The figure in words. */
  label: string
  filled: number
  /** Follows the filled part. */
  outlined?: number
}

/** Named bars below each other. The longest is as wide as the plot. */
export function RowBars({ title, bars }: { title: string | undefined; bars: readonly (Bar & { name: string })[] }) {
  const all = Math.max(1, ...bars.map(({ filled, outlined = 0 }) => filled + outlined))
  const width = (part: number) => `${(100 * part) / all}%`
  return (
    <div>
      {title && <h3 className="quiet">{title}</h3>}
      <ul className={css.bars}>
        {bars.map(({ name, label, filled, outlined = 0 }) => (
          <li key={name}>
            <bdi>{name}</bdi>
            <span>{label}</span>
            {filled + outlined > 0 && (
              <svg className={css.bar} aria-hidden="true">
                <rect width={width(filled)} height="100%" />
                <rect x={width(filled)} width={width(outlined)} height="100%" className={css.outlined} />
              </svg>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Up to so many days each has its number; up to the second, each Monday has its date; else each month. */
const DAYS_WITH_NUMBERS = 10
const DAYS_WITH_WEEKS = 62

/** So many dates have room on a phone. */
const MOST_DATES = 5

/** Requests by day as upright bars. */
export function DayBars({ days }: { days: readonly { day: string; requests: number }[] }) {
  const most = Math.max(...days.map(({ requests }) => requests))
  const step = roundStep(most / 3)
  const steps = Array.from({ length: Math.ceil(most / step) + 1 }, (_, count) => count * step)
  const hasNumbers = days.length <= DAYS_WITH_NUMBERS
  const hasWeeks = days.length <= DAYS_WITH_WEEKS
  const marked = days.filter(({ day }) => hasNumbers || (hasWeeks ? weekdayOf(day) === 0 : day.endsWith('-01')))
  const every = Math.ceil(marked.length / MOST_DATES)
  const dated = new Set(marked.filter((_, at) => at % every === 0))
  const gap = hasWeeks ? 0.2 : 0
  const x = (day: number) => `${(100 * day) / days.length}%`
  const height = (requests: number) => (100 * requests) / Math.max(...steps)
  const y = (requests: number) => `${100 - height(requests)}%`
  return (
    <svg className={css.days} aria-hidden="true">
      {steps.map((value) => (
        <g key={value}>
          <line x2="100%" y1={y(value)} y2={y(value)} />
          <text dx="-0.6em" y={y(value)} dy="0.35em" textAnchor="end">
            {value}
          </text>
        </g>
      ))}
      {days.map((each, at) => (
        <g key={each.day}>
          <rect x={x(at + gap / 2)} width={x(1 - gap)} y={y(each.requests)} height={`${height(each.requests)}%`} />
          {hasNumbers && (
            <text x={x(at + 0.5)} y={y(each.requests)} dy="-0.4em" textAnchor="middle">
              {each.requests}
            </text>
          )}
          {dated.has(each) && (
            <text x={x(at + 0.5)} y="100%" dy="1.5em" textAnchor="middle">
              {dayInWords(each.day, hasWeeks ? { day: 'numeric', month: 'short' } : { month: 'short' })}
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}

/** The next larger whole number that is 1, 2 or 5, with zeros. */
function roundStep(least: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(least)))
  return power * ([1, 2, 5].find((digit) => digit * power >= least) ?? 10)
}
