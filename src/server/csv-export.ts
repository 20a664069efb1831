import { CAMPAIGN_PARTS } from '../callback-request/campaign.ts'
import type { StoredRequest } from '../callback-request/stored-request.ts'

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
const COLUMNS = [
  ...FIELDS,
  ...CAMPAIGN_PARTS.map((part) => `campaign_${part}`),
  'suspicion',
  'notice_version',
  'language',
]

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
 * Writes requests for spreadsheets while they are read: CSV as in RFC 4180, with a byte order mark and a header. No cell can
 * run as a formula, even if the reader splits at semicolons or tabs: an apostrophe precedes each place where one might
 * begin. An apostrophe also precedes a number that would be shown with other digits, such as one with a leading zero. An
 * empty cell is null or an empty text.
 *
 * @param more columns after those of a request
 */
export async function* csvOf(
  requests: AsyncIterable<StoredRequest>,
  more: readonly string[] = [],
): AsyncGenerator<string> {
  const columns = [...COLUMNS, ...more]
  let header = `${BYTE_ORDER_MARK}${columns.join(',')}\r\n`
  for await (const { campaign, ...request } of requests) {
    const parts = CAMPAIGN_PARTS.map((part) => [`campaign_${part}`, campaign?.[part]])
    const values: Record<string, unknown> = { ...request, ...Object.fromEntries(parts) }
    yield `${header}${columns.map((column) => cellOf(values[column])).join(',')}\r\n`
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
