/** A table's columns, from left to right: what stands above each, and what of an entry stands in it. */
export type Columns<Entry> = readonly (readonly [heading: string, cell: (entry: Entry) => string])[]

/** Entries as an aligned table under its headings, one to a line. */
export function alignedTable<Entry>(columns: Columns<Entry>, entries: readonly Entry[]): string {
  const rows = [columns.map(([heading]) => heading), ...entries.map((entry) => columns.map(([, cell]) => cell(entry)))]
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => lengthOf(row[column]))))
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => pad(cell, widths[column]))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

function pad(cell: string, width = 0): string {
  return cell + ' '.repeat(width - lengthOf(cell))
}

/** Controls of direction take no room. */
function lengthOf(cell = ''): number {
  return [...cell.replace(/\p{Bidi_Control}/gu, '')].length
}
