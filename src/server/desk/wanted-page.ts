import { OptionalMembers } from './optional-members.ts'

const PAGE_ROWS = 50
const MAX_ROWS = 100

const UNKNOWN = 'This value is unknown'

/**
 * Reads from a query or a body which page of a list is wanted: `after`, a cursor, and `limit`, from `minRows` to 100
 * rows and otherwise 50.
 *
 * @param parts how many parts the list's cursors have
 * @throws Refusal
 */
export function wantedPage(given: Readonly<Record<string, unknown>>, parts: number, minRows = 1) {
  const members = new OptionalMembers(given)
  const after = members.read('after', UNKNOWN, (text) => cursorParts(text, parts))
  const limit = members.read('limit', UNKNOWN, (text) => rowsIn(text, minRows)) ?? PAGE_ROWS
  members.refuseWrong()
  return { after, limit }
}

/** The place after a row as a text without meaning for the caller. Null when no page follows. */
export function cursorText(parts: readonly string[] | null): string | null {
  return parts && Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/** The parts of a cursor; undefined for a text that is none. */
function cursorParts(text: string, count: number): string[] | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (!Array.isArray(parts) || parts.length !== count) return undefined
    return parts.every((part) => typeof part === 'string' && /^[\w:.-]{1,64}$/.test(part)) ? parts : undefined
  } catch {
    return undefined
  }
}

function rowsIn(text: string, minRows: number): number | undefined {
  const rows = /^\d{1,3}$/.test(text) ? Number(text) : -1
  return rows >= minRows && rows <= MAX_ROWS ? rows : undefined
}
