import css from './tables.module.css'

type Row = readonly (string | number)[]

interface FiguresTableProps {
  'aria-labelledby': string
  /** The first is of the column with the names. */
  headers: readonly string[]
  groups: readonly { title?: string | undefined; rows: readonly Row[] }[]
}

/** Names and their numbers. */
export function FiguresTable({ headers, groups, ...table }: FiguresTableProps) {
  const isEmpty = groups.every(({ rows }) => rows.length === 0)
  return (
    <table className={css.table} {...table}>
      <thead>
        <tr>
          {headers.map((header) => (
            <th key={header} scope="col">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(({ title, rows }) => (
        <tbody key={title ?? ''}>
          {title && rows.length > 0 && (
            <tr>
              <th className={css.title} scope="rowgroup" colSpan={headers.length}>
                {title}
              </th>
            </tr>
          )}
          {rows.map(([name, ...values]) => (
            <tr key={name}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              {values.map((value, column) => (
                <td key={headers[column + 1]}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      ))}
      {isEmpty && (
        <tbody>
          <tr>
            <th scope="row">None</th>
            {headers.slice(1).map((header) => (
              <td key={header}>–</td>
            ))}
          </tr>
        </tbody>
      )}
    </table>
  )
}
