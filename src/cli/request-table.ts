import { isolated } from '../callback-request/bidi-isolation.ts'
import type { StoredRequest } from '../callback-request/stored-request.ts'
import { alignedTable, type Columns } from './aligned-table.ts'

const COLUMNS: Columns<StoredRequest> = [
  ['Reference', (request) => request.reference],
  ['Received (UTC)', (request) => request.received_at.slice(0, 16).replace('T', ' ')],
  ['Form', (request) => request.form],
  ['Status', (request) => request.status],
  ['Slot', (request) => request.time_slot],
  ['Service', (request) => request.service ?? ''],
  ['Name', (request) => isolated(request.name)],
  ['Phone', (request) => request.phone],
]

/** Formats requests as an aligned table, one per line. */
export function tableOf(requests: readonly StoredRequest[]): string {
  if (requests.length === 0) return 'There are no requests yet.'
  return alignedTable(COLUMNS, requests)
}
