import { useId } from 'react'
import page from '../parts/page.module.css'
import { DayBars, type FigureRow, RowBars } from './bars.tsx'
import css from './report.module.css'
import { WEEKDAYS } from './report-words.ts'

export interface FigureProps {
  name: string
  /** How much of a wide page it takes: by default half of its width; `tall` is for many bars. */
  size?: 'whole' | 'tall'
  /** What exactly is counted. */
  caption: string
  /** What the filled and the outlined part of a bar mean. */
  legend?: readonly [filled: string, outlined: string]
  /** Said in place of the plot where there is too little for one. */
  instead: string | undefined
  /** Of the table; the first is of the column with the names. */
  headers: readonly string[]
  groups: readonly { title?: string; rows: readonly FigureRow[] }[]
  /** Plotted in place of the rows. */
  days?: readonly { day: string; requests: number }[]
}

/** A plot, and a table of the same figures, which is folded at first, except on paper. Both have the heading's text as their name. */
export function Figure({ name, size, caption, legend, instead, headers, groups, days }: FigureProps) {
  const id = useId()
  const none = { name: 'None', values: headers.slice(1).map(() => '–') }
  const listed: FigureProps['groups'] = groups.some(({ rows }) => rows.length > 0) ? groups : [{ rows: [none] }]
  return (
    <section className={`stack box ${page.section} ${css.section}`} data-size={size}>
      <h2 id={id}>{name}</h2>
      <div className={css.sides}>
        <figure className={css.figure} aria-labelledby={id}>
          {instead !== undefined ? (
            <p>{instead}</p>
          ) : (
            <>
              {legend && (
                <p className={`quiet ${css.legend}`} aria-hidden="true">
                  <span>{legend[0]}</span>
                  <span>{legend[1]}</span>
                </p>
              )}
              <div className={css.plots} aria-hidden="true">
                {days && <DayBars days={days} />}
                {groups.map((group) => (
                  <RowBars key={group.title ?? ''} {...group} />
                ))}
              </div>
            </>
          )}
          <figcaption className="quiet">{caption}</figcaption>
        </figure>
        <details>
          <summary>Show figures</summary>
          <table className={css.table} aria-labelledby={id} data-many={headers.length > 4 || undefined}>
            <thead>
              <tr>
                {headers.map((header) => {
                  // A weekday has room for two letters; screen readers say the whole.
                  const short = WEEKDAYS.includes(header) ? header.slice(0, 2) : undefined
                  return (
                    <th key={header} scope="col" aria-label={short && header}>
                      {short ?? header}
                    </th>
                  )
                })}
              </tr>
            </thead>
            {listed.map(({ title, rows }) => (
              <tbody key={title ?? ''}>
                {title && rows.length > 0 && (
                  <tr>
                    <th scope="rowgroup" colSpan={headers.length}>
                      {title}
                    </th>
                  </tr>
                )}
                {rows.map((row) => (
                  <tr key={row.name}>
                    <th scope="row">
                      <bdi>{row.name}</bdi>
                    </th>
                    {row.values.map((value, column) => (
                      <td key={headers[column + 1]}>{value}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            ))}
          </table>
        </details>
      </div>
    </section>
  )
}
