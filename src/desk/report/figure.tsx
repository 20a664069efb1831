import { useId } from 'react'
import page from '../parts/page.module.css'
import { type Bar, DayBars, RowBars } from './bars.tsx'
import css from './report.module.css'

/** A row of a figure's table, and where it has a bar, of its plot. */
export interface FigureRow {
  name: string
  values: readonly (string | number)[]
  bar?: Bar
}

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
  /** Of the table; the first is of the column with the names. A short one has its whole name for screen readers. */
  headers: readonly (string | { shown: string; name: string })[]
  groups: readonly { title?: string; rows: readonly FigureRow[] }[]
  /** Plotted in place of the rows. */
  days?: readonly { day: string; requests: number }[]
}

/** A plot, and a table of the same figures, which is folded at first, except on paper. Both have the heading's text as their name. */
export function Figure({ name, size, caption, legend, instead, headers, groups, days }: FigureProps) {
  const id = useId()
  const columns = headers.map((header) => (typeof header === 'string' ? { shown: header, name: header } : header))
  return (
    <section className={`stack ${page.section} ${css.section}`} data-size={size}>
      <h2 id={id}>{name}</h2>
      <div className={css.sides}>
        <figure className={css.figure} aria-labelledby={id}>
          {legend && instead === undefined && (
            <p className={`quiet ${css.legend}`} aria-hidden="true">
              <span>{legend[0]}</span>
              <span>{legend[1]}</span>
            </p>
          )}
          {instead !== undefined && <p>{instead}</p>}
          {instead === undefined && (
            <div className={css.plots} aria-hidden="true">
              {days && <DayBars days={days} />}
              {groups.map(({ title, rows }) => {
                const bars = rows.flatMap(({ name, bar }) => (bar ? [{ name, ...bar }] : []))
                return bars.length > 0 && <RowBars key={title ?? ''} title={title} bars={bars} />
              })}
            </div>
          )}
          <figcaption className="quiet">{caption}</figcaption>
        </figure>
        <details>
          <summary>Show figures</summary>
          <table className={css.table} aria-labelledby={id} data-many={headers.length > 4 || undefined}>
            <thead>
              <tr>
                {columns.map(({ shown, name }) => (
                  <th key={name} scope="col" aria-label={shown === name ? undefined : name}>
                    {shown}
                  </th>
                ))}
              </tr>
            </thead>
            {groups.map(({ title, rows }) => (
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
                      <td key={columns[column + 1]?.name}>{value}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            ))}
            {groups.every(({ rows }) => rows.length === 0) && (
              <tbody>
                <tr>
                  <th scope="row">None</th>
                  {columns.slice(1).map(({ name }) => (
                    <td key={name}>–</td>
                  ))}
                </tr>
              </tbody>
            )}
          </table>
        </details>
      </div>
    </section>
  )
}
