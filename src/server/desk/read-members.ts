import { normalized } from '../../callback-request/normalized.ts'
import { type FieldErrors, ordinaryCharacters } from '../../callback-request/rules.ts'
import { MAX_TYPED } from '../../callback-request/staff-account.ts'
import { Refusal } from '../http/problem.ts'

const PAGE_ROWS = 50
const MAX_ROWS = 100

const UNKNOWN = 'This value is unknown'

/** How members are read: the value of a text, and the message for a text that has none and for what is no text. */
type Readers<Values> = {
  [name in keyof Values]: readonly [parse: (text: string) => Values[name] | undefined, message: string]
}

/**
 * Reads members of a query or a body that may be left out: missing and null mean any.
 *
 * @param absent a further value that means any
 * @throws Refusal with the message of each member that cannot be read
 */
export function readMembers<Values extends Record<string, unknown>>(
  given: Readonly<Record<string, unknown>>,
  readers: Readers<Values>,
  absent?: unknown,
): { [name in keyof Values]: Values[name] | undefined } {
  const values: Partial<Values> = {}
  const errors: FieldErrors = {}
  for (const name of Object.keys(readers) as (keyof Values & string)[]) {
    const [parse, message] = readers[name]
    const value = given[name]
    if ([undefined, null, absent].includes(value)) continue
    const isText = typeof value === 'string' && [...value].length <= MAX_TYPED && ordinaryCharacters().keeps(value)
    values[name] = isText ? parse(normalized(value)) : undefined
    if (values[name] === undefined) errors[name] = message
  }
  if (Object.keys(errors).length > 0) throw new Refusal(422, { errors })
  return values as { [name in keyof Values]: Values[name] | undefined }
}

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
  const { after = null, limit = PAGE_ROWS } = readMembers(given, {
    after: [(text) => placeIn(text, key), UNKNOWN],
    limit: [(text) => rowsIn(text, minRows), UNKNOWN],
  })
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
