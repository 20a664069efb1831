import type { StoredRequest } from '../server/storage/stored-request.ts'

const COLUMNS: [heading: string, cell: (request: StoredRequest) => string][] = [
  ['Reference', (request) => request.reference],
  ['Received (UTC)', (request) => request.received_at.slice(0, 16).replace('T', ' ')],
  ['Form', (request) => request.form],
  ['Status', (request) => request.status],
  ['Slot', (request) => request.time_slot],
  ['Service', (request) => request.service ?? ''],
  ['Name', (request) => request.name],
  ['Phone', (request) => request.phone],
]

/** Requests as an aligned table, one to a line. */
export function tableOf(requests: readonly StoredRequest[]): string {
  if (requests.length === 0) return 'There are no requests yet.\n'
  const rows = [
    COLUMNS.map(([heading]) => heading),
    ...requests.map((request) => COLUMNS.map(([, cell]) => cell(request))),
  ]
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => lengthOf(row[column]))))
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

function lengthOf(cell = ''): number {
  return [...cell].length
}
