/** A table's columns from left to right: the heading of each, and the text of its cell for an entry. */
export type Columns<Entry> = readonly (readonly [heading: string, cell: (entry: Entry) => string])[]

/** Formats entries as an aligned table, one per line, below its headings. */
export function alignedTable<Entry>(columns: Columns<Entry>, entries: readonly Entry[]): string {
  const rows = [columns.map(([heading]) => heading), ...entries.map((entry) => columns.map(([, cell]) => cell(entry)))]
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => lengthOf(row[column]))))
  const format = (row: string[]) =>
    row
      .map((cell, column) => pad(cell, widths[column]))
      .join('  ')
      .trimEnd()
  return rows.map(format).join('\n')
}

function pad(cell: string, width = 0): string {
  return cell + ' '.repeat(width - lengthOf(cell))
}

/** In code points, without text direction controls, which have no width. */
function lengthOf(cell = ''): number {
  return [...cell.replace(/\p{Bidi_Control}/gu, '')].length
}
