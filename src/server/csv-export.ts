import { CAMPAIGN_PARTS } from '../callback-request/campaign.ts'
import type { StoredRequest } from '../callback-request/stored-request.ts'

/** The cells of a row by their columns, in order. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => unknown>>

const FIELDS = [
  ...(['reference', 'form', 'name', 'phone', 'email', 'service', 'message', 'time_slot', 'start_time'] as const),
  ...(['end_time', 'received_at', 'status', 'suspected'] as const),
]

const asStored = (fields: readonly (keyof StoredRequest)[]): Columns<StoredRequest> =>
  Object.fromEntries(fields.map((field) => [field, (request: StoredRequest) => request[field]]))

/** The five parts of the campaign, so that a spreadsheet can sort by each. */
export function campaignColumns(prefix = ''): Columns<Pick<StoredRequest, 'campaign'>> {
  return Object.fromEntries(CAMPAIGN_PARTS.map((part) => [`${prefix}${part}`, ({ campaign }) => campaign?.[part]]))
}

/** The stored fields in their order. */
export const STORED_COLUMNS: Columns<StoredRequest> = {
  ...asStored(FIELDS),
  ...campaignColumns('campaign_'),
  ...asStored(['suspicion', 'notice_version', 'language']),
}

/**
 * Where a formula may begin: at the start of a text, and after a semicolon, a tab or a line break in it, because some
 * spreadsheets split there, also inside of quotes. Spreadsheets ignore spaces, control characters and quotes before a
 * formula.
 */
const FORMULA_START =
  /^(?=[\s\p{Cc}\p{Cf}"]*[=+\-@＝＋－＠])|(?<=[;\t\r\n])(?=[[\s\p{Cc}\p{Cf}"]--[\t\r\n]]*[=+\-@＝＋－＠])/gv

/** What a spreadsheet reads as a number, and how many of its digits it shows: Excel 11. */
const NUMBER = /^\s*[\d.]+(?:e\d+)?\s*$/i
const MOST_DIGITS = 11

/** Excel knows UTF-8 by it. */
const BYTE_ORDER_MARK = '\ufeff'

/**
 * Writes rows for spreadsheets while they are read: CSV as in RFC 4180, with a byte order mark and a header. No cell can
 * run as a formula, even if the reader splits at semicolons or tabs: an apostrophe precedes each place where one might
 * begin. An apostrophe also precedes a number that would be shown with other digits, such as one with a leading zero. An
 * empty cell is null or an empty text.
 */
export async function* csvOf<Row>(rows: AsyncIterable<Row>, columns: Columns<Row>): AsyncGenerator<string> {
  const cells = Object.values(columns)
  let header = `${BYTE_ORDER_MARK}${Object.keys(columns).join(',')}\r\n`
  for await (const row of rows) {
    yield `${header}${cells.map((read) => cellOf(read(row))).join(',')}\r\n`
    header = ''
  }
  if (header !== '') yield header
}

function cellOf(value: unknown): string {
  if (typeof value !== 'string') return String(value ?? '')
  const text = losesDigits(value) ? `'${value}` : value.replace(FORMULA_START, "'")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Whether a spreadsheet would show a text as a number with other digits. */
function losesDigits(text: string): boolean {
  return NUMBER.test(text) && (text.length > MOST_DIGITS || String(Number(text)) !== text)
}
