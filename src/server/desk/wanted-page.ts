import { OptionalMembers } from './optional-members.ts'

const PAGE_ROWS = 50
const MAX_ROWS = 100

const UNKNOWN = 'This value is unknown'

/**
 * Reads from a query or a body which page of a list is wanted: `after`, a cursor, and `limit`, from `minRows` to 100
 * rows and otherwise 50.
 *
 * @param key the columns by which the list is ordered
 * @throws Refusal
 */
export function wantedPage<Key extends string>(
  given: Readonly<Record<string, unknown>>,
  key: readonly Key[],
  minRows = 1,
) {
  const members = new OptionalMembers(given)
  const after = members.read('after', UNKNOWN, (text) => placeIn(text, key)) ?? null
  const limit = members.read('limit', UNKNOWN, (text) => rowsIn(text, minRows)) ?? PAGE_ROWS
  members.refuseWrong()
  return { after, limit }
}

/** The place after a row as a text without meaning for the caller. Null when no page follows. */
export function cursorText<Key extends string>(
  place: Readonly<Record<Key, string>> | null,
  key: readonly Key[],
): string | null {
  return place && Buffer.from(JSON.stringify(key.map((column) => place[column]))).toString('base64url')
}

/** The place that a cursor says; undefined for a text that is none. */
function placeIn<Key extends string>(text: string, key: readonly Key[]): Record<Key, string> | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (!Array.isArray(parts) || parts.length !== key.length) return undefined
    if (!parts.every((part) => typeof part === 'string' && /^[\w:.-]{1,64}$/.test(part))) return undefined
    return Object.fromEntries(key.map((column, index) => [column, parts[index]])) as Record<Key, string>
  } catch {
    return undefined
  }
}

function rowsIn(text: string, minRows: number): number | undefined {
  const rows = /^\d{1,3}$/.test(text) ? Number(text) : -1
  return rows >= minRows && rows <= MAX_ROWS ? rows : undefined
}
