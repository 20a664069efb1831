import css from './bars.module.css'
import { dateInWords } from './report-range.ts'

/** A row of a figure's table, and where it has a bar, of its plot. */
export interface FigureRow {
  name: string
  values: readonly (string | number)[]
  bar?: Bar
}

interface Bar {
  /** The figure in words. */
  label: string
  filled: number
  /** Follows the filled part. */
  outlined?: number
}

/** The bars of rows below each other. The longest is as wide as the plot. */
export function RowBars({ title, rows }: { title?: string; rows: readonly FigureRow[] }) {
  const bars = rows.flatMap(({ name, bar }) => (bar ? [{ name, ...bar }] : []))
  if (bars.length === 0) return null
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

/** Up to so many days have their numbers above the bars, and up to so many, a space between them. */
const DAYS_WITH_NUMBERS = 10
const DAYS_WITH_GAPS = 62

/** So many dates have room on a phone. */
const MOST_DATES = 5

/** Requests by day as upright bars, beside a scale from none to the most. */
export function DayBars({ days }: { days: readonly { day: string; requests: number }[] }) {
  const most = Math.max(...days.map(({ requests }) => requests))
  const every = Math.ceil(days.length / MOST_DATES)
  const gap = days.length <= DAYS_WITH_GAPS ? 0.2 : 0
  const x = (day: number) => `${(100 * day) / days.length}%`
  const height = (requests: number) => (100 * requests) / most
  const y = (requests: number) => `${100 - height(requests)}%`
  return (
    <svg className={css.days} aria-hidden="true">
      {[0, most].map((value) => (
        <g key={value}>
          <line x2="100%" y1={y(value)} y2={y(value)} />
          <text dx="-0.6em" y={y(value)} dy="0.35em" textAnchor="end">
            {value}
          </text>
        </g>
      ))}
      {days.map(({ day, requests }, at) => (
        <g key={day}>
          <rect x={x(at + gap / 2)} width={x(1 - gap)} y={y(requests)} height={`${height(requests)}%`} />
          {days.length <= DAYS_WITH_NUMBERS && (
            <text x={x(at + 0.5)} y={y(requests)} dy="-0.4em" textAnchor="middle">
              {requests}
            </text>
          )}
          {at % every === 0 && (
            <text x={x(at + 0.5)} y="100%" dy="1.5em" textAnchor="middle">
              {dateInWords(day, { day: 'numeric', month: 'short' })}
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}
