import { Fragment, type ReactNode, useSyncExternalStore } from 'react'
import css from './records.module.css'

interface Column<Row> {
  header: string
  cell: (row: Row) => ReactNode
  /** Holds what can be done with the record: in a list it needs no label. */
  isAction?: true
  /** In a list it has the whole width of a phone, below its label. */
  isLong?: true
  /** Of the table's column. Where columns have one, long texts have what these leave. */
  width?: string
}

export interface RecordsProps<Row> {
  /** The accessible name of the table or list. */
  name: string
  /** The first column names the record. */
  columns: readonly [Column<Row>, ...Column<Row>[]]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The width of the window from which the table has room. */
  tableFrom: '48rem' | '64rem' | '72rem'
  /** Whether the values in a list say what they are: then only screen readers have their labels, and two share a line. */
  isBrief?: true
  /** Whether rows have several lines. */
  isTall?: true
}

/** Records as a table, or in a narrow window as a list with the same name and the same words. */
export function Records<Row>({ name, columns, rows, keyOf, tableFrom, isBrief, isTall }: RecordsProps<Row>) {
  const hasRoom = useMedia(`(min-width: ${tableFrom})`)
  const [first, ...others] = columns
  if (!hasRoom) {
    const action = others.find(({ isAction }) => isAction)
    const facts = others.filter((column) => column !== action)
    return (
      <ul className={css.list} data-brief={isBrief} aria-label={name}>
        {rows.map((row) => (
          <li key={keyOf(row)} className="box">
            <div className={css.first}>{first.cell(row)}</div>
            <dl className="facts">
              {facts.map(({ header, isLong, cell }) => (
                <Fragment key={header}>
                  <dt className={isBrief ? 'visuallyHidden' : isLong && css.long}>{header}</dt>
                  <dd className={isLong && css.long}>{cell(row)}</dd>
                </Fragment>
              ))}
            </dl>
            {action && <div className={css.action}>{action.cell(row)}</div>}
          </li>
        ))}
      </ul>
    )
  }
  const isFixed = columns.some(({ width }) => width !== undefined)
  return (
    <table className={`box ${css.table}`} data-tall={isTall} data-fixed={isFixed || undefined} aria-label={name}>
      <thead>
        <tr>
          {columns.map(({ header, width }) => (
            <th key={header} scope="col" style={{ width }}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            <th scope="row">{first.cell(row)}</th>
            {others.map(({ header, cell }) => (
              <td key={header}>{cell(row)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Whether the window fits a media query, such as `(min-width: 48rem)`. */
export function useMedia(query: string): boolean {
  const media = matchMedia(query)
  const watch = (onChange: () => void) => {
    media.addEventListener('change', onChange)
    return () => media.removeEventListener('change', onChange)
  }
  return useSyncExternalStore(watch, () => media.matches)
}
