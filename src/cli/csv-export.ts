import { type Stringifier, stringify } from 'csv-stringify'
import { CAMPAIGN_PARTS, type StoredRequest } from '../server/storage/stored-request.ts'

const FIELDS = [
  'reference',
  'form',
  'name',
  'phone',
  'email',
  'service',
  'message',
  'time_slot',
  'start_time',
  'end_time',
  'received_at',
  'status',
  'suspected',
] as const satisfies (keyof StoredRequest)[]

/** The stored fields in their order; the campaign as five columns, so that a spreadsheet can sort by each. */
const COLUMNS = [...FIELDS, ...CAMPAIGN_PARTS.map((part) => `campaign_${part}`), 'notice_version']

/**
 * What a spreadsheet takes for a formula although something stands before it: the library looks at the first
 * character alone, spreadsheets drop leading space and controls first.
 */
const HIDDEN_FORMULA = /^[\s\p{Cc}\p{Cf}]+[=+\-@＝＋－＠]/u

/**
 * Turns requests into CSV after RFC 4180, a header first. No cell can run as a formula: one that might is given a
 * leading apostrophe. An empty cell is null or an empty text.
 */
export function csvWriter(): Stringifier {
  return stringify({
    header: true,
    columns: COLUMNS,
    record_delimiter: 'windows',
    escape_formulas: true,
    quoted_match: /[\r\n]/,
    cast: {
      string: (value) => (HIDDEN_FORMULA.test(value) ? `'${value}` : value),
      boolean: String,
    },
  })
}

/** A request as a row of `csvWriter`. */
export function csvRowOf({ campaign, ...request }: StoredRequest): Record<string, unknown> {
  const parts = CAMPAIGN_PARTS.map((part) => [`campaign_${part}`, campaign?.[part] ?? null])
  return { ...request, ...Object.fromEntries(parts) }
}
