import { type Stringifier, stringify } from 'csv-stringify'
import { CAMPAIGN_PARTS } from '../../../callback-request/campaign.ts'
import type { StoredRequest } from '../../../callback-request/stored-request.ts'

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
 * Where a formula may begin: at the start of a text, and after a semicolon, a tab or a line break in it, because some
 * spreadsheets split there, also inside of quotes. Spreadsheets ignore spaces, control characters and quotes before a
 * formula.
 */
const FORMULA_START =
  /^(?=[\s\p{Cc}\p{Cf}"]*[=+\-@＝＋－＠])|(?<=[;\t\r\n])(?=[[\s\p{Cc}\p{Cf}"]--[\t\r\n]]*[=+\-@＝＋－＠])/gv

/**
 * Turns requests into CSV as in RFC 4180, with a header. No cell can run as a formula, even if the reader splits at
 * semicolons or tabs: an apostrophe precedes each place where one might begin. An empty cell is null or an empty text.
 *
 * @param more columns after those of a request
 * @param bom whether a byte order mark begins it, so that Excel reads UTF-8
 */
export function csvWriter({ more = [], bom = false }: { more?: readonly string[]; bom?: boolean } = {}): Stringifier {
  return stringify({
    bom,
    header: true,
    columns: [...COLUMNS, ...more],
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/,
    cast: {
      string: (value) => value.replace(FORMULA_START, "'"),
      boolean: String,
    },
  })
}

/** Converts a request to a row for `csvWriter`. */
export function csvRowOf({ campaign, ...request }: StoredRequest): Record<string, unknown> {
  const parts = CAMPAIGN_PARTS.map((part) => [`campaign_${part}`, campaign?.[part] ?? null])
  return { ...request, ...Object.fromEntries(parts) }
}
