import type { ComponentProps, ReactNode } from 'react'
import css from './records.module.css'

interface Column<Row> {
  header: string
  cell: (row: Row) => ReactNode
  /** Holds what can be done with the record: on a card it needs no label. */
  isAction?: true
  /** On a card it has the whole width, below its label. */
  isLong?: true
  /** Of the table's column. Where columns have one, long texts have what these leave. */
  width?: string
}

export interface RecordsProps<Row> {
  /** The accessible name of the table. */
  name: string
  /** The first column names the record. */
  columns: readonly [Column<Row>, ...Column<Row>[]]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Whether the values on a card say what they are: then their labels are only in the header. */
  isBrief?: true
  /** Whether rows have several lines. */
  isTall?: true
  /** The style of a table that is laid out in its own way. */
  className?: string | undefined
  rowProps?: (row: Row) => ComponentProps<'tr'>
}

/** Written out, because browsers take the roles from a table that is laid out as cards. */
const TABLE = { role: 'table' }
const GROUP = { role: 'rowgroup' }
const ROW = { role: 'row' }
const COLUMN_HEADER = { role: 'columnheader', scope: 'col' }
const ROW_HEADER = { role: 'rowheader', scope: 'row' }
const CELL = { role: 'cell' }

/** Stands for what a record does not have. A card leaves it out. */
export const NOTHING = <span className="onlyInTable">–</span>

/** Records as a table. In a narrow window CSS lays the same table out as cards. */
export function Records<Row>(props: RecordsProps<Row>) {
  const { name, columns, rows, keyOf, isBrief, isTall, className = `box ${css.usual}`, rowProps } = props
  const [first, ...others] = columns
  const isFixed = columns.some(({ width }) => width !== undefined)
  return (
    <table
      {...TABLE}
      className={`${css.table} ${className}`}
      data-brief={isBrief}
      data-tall={isTall}
      data-fixed={isFixed || undefined}
      aria-label={name}
    >
      <thead {...GROUP}>
        <tr {...ROW}>
          {columns.map(({ header, width }) => (
            <th key={header} {...COLUMN_HEADER} style={{ width }}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...GROUP}>
        {rows.map((row) => (
          <tr key={keyOf(row)} {...ROW} {...rowProps?.(row)}>
            <th {...ROW_HEADER}>{first.cell(row)}</th>
            {others.map(({ header, cell, isLong, isAction }) => (
              <td key={header} {...CELL} data-label={isAction ? undefined : header} data-long={isLong}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
