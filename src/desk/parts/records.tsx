import { Fragment, type ReactNode, useSyncExternalStore } from 'react'
import css from './records.module.css'

/** Below this width a table would scroll sideways. */
const NARROW = '(max-width: 47.99rem)'

interface Column<Row> {
  header: string
  cell: (row: Row) => ReactNode
}

interface RecordsProps<Row> {
  /** The accessible name of the table or list. */
  name: string
  /** The first column names the record. */
  columns: readonly [Column<Row>, ...Column<Row>[]]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

/** Records as a table, or in a narrow window as a list with the same name and the same words. */
export function Records<Row>({ name, columns, rows, keyOf }: RecordsProps<Row>) {
  const isNarrow = useSyncExternalStore(watchWidth, () => matchMedia(NARROW).matches)
  const [first, ...others] = columns
  if (isNarrow) {
    return (
      <ul className={css.list} aria-label={name}>
        {rows.map((row) => (
          <li key={keyOf(row)}>
            <div className={css.first}>{first.cell(row)}</div>
            <dl>
              {others.map(({ header, cell }) => (
                <Fragment key={header}>
                  <dt>{header}</dt>
                  <dd>{cell(row)}</dd>
                </Fragment>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    )
  }
  return (
    <table className={css.table} aria-label={name}>
      <thead>
        <tr>
          {columns.map(({ header }) => (
            <th key={header} scope="col">
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

function watchWidth(onChange: () => void): () => void {
  const narrow = matchMedia(NARROW)
  narrow.addEventListener('change', onChange)
  return () => narrow.removeEventListener('change', onChange)
}
