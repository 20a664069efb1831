import type { FieldErrors } from '../../callback-request/rules.ts'

const PAGE_ROWS = 50
const MAX_ROWS = 100

/** The parts of a cursor, and how many rows a page has at most. */
export interface WantedPage {
  after: string[] | undefined
  limit: number
}

/**
 * Reads from a query which page of a list is wanted: `after`, a cursor, and `limit`, from `minRows` to 100 rows and
 * otherwise 50.
 *
 * @param parts how many parts the list's cursors have
 */
export function wantedPage(
  query: Readonly<Record<string, unknown>>,
  parts: number,
  minRows = 1,
): { ok: true; value: WantedPage } | { ok: false; errors: FieldErrors } {
  const after = query.after === undefined ? undefined : cursorParts(query.after, parts)
  const limit = query.limit === undefined ? PAGE_ROWS : rowsIn(query.limit, minRows)
  const errors: FieldErrors = {}
  if (query.after !== undefined && after === undefined) errors.after = 'This value is unknown'
  if (limit === undefined) errors.limit = 'This value is unknown'
  return limit === undefined || errors.after !== undefined
    ? { ok: false, errors }
    : { ok: true, value: { after, limit } }
}

/** The place after a row as a text without meaning for the caller. Null when no page follows. */
export function cursorText(parts: readonly string[] | null): string | null {
  return parts && Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/** The parts of a cursor; undefined for a text that is none. */
export function cursorParts(text: unknown, count: number): string[] | undefined {
  if (typeof text !== 'string') return undefined
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (!Array.isArray(parts) || parts.length !== count) return undefined
    return parts.every((part) => typeof part === 'string' && /^[\w:.-]{1,64}$/.test(part)) ? parts : undefined
  } catch {
    return undefined
  }
}

function rowsIn(text: unknown, minRows: number): number | undefined {
  const rows = typeof text === 'string' && /^\d{1,3}$/.test(text) ? Number(text) : -1
  return rows >= minRows && rows <= MAX_ROWS ? rows : undefined
}
