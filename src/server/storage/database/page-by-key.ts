import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { type Database, read } from './open-database.ts'

/** Where a page begins, and how many rows it has at most. */
export interface PageBounds<Cursor> {
  /** The place after a row; the beginning without one. */
  after?: Cursor | null | undefined
  limit: number
}

/**
 * A page of a list, by the key in which it is ordered, so that each page reads only its own rows.
 *
 * @param query ends with its conditions
 * @param key columns that identify a row, in the order of the list
 * @returns also the place after its last row; null when no row follows
 */
export async function pageByKey<Row extends Record<Key, string>, Key extends string>(
  database: Database,
  query: RawBuilder<Row>,
  key: readonly Key[],
  direction: 'asc' | 'desc',
  { after, limit }: PageBounds<Pick<Row, Key>>,
): Promise<{ rows: Row[]; next: Pick<Row, Key> | null }> {
  const columns = key.map((column) => sql.ref(column))
  const isAfter = after
    ? sql`and (${sql.join(columns)}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${sql.join(key.map((column) => after[column]))})`
    : sql``
  const order = sql.join(columns.map((column) => sql`${column} ${sql.raw(direction)}`))
  const found = await read(database, sql<Row>`${query} ${isAfter} order by ${order} limit ${limit + 1}`)
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  if (found.length <= limit || !last) return { rows, next: null }
  return { rows, next: Object.fromEntries(key.map((column) => [column, last[column]])) as Pick<Row, Key> }
}

/** So few that a page is read in 1 to 2 ms and written in a few ms, because nothing else runs meanwhile. */
const PAGE_ROWS = 200

/** The key of requests in the order of receipt, which has an index. */
export const RECEIPT = ['received_at', 'reference'] as const

/** Reads a list page by page, as `pageByKey` does. Between the pages posts have their turn. */
export async function* pagesInOrder<Row extends Record<Key, string>, Key extends string>(
  database: Database,
  query: RawBuilder<Row>,
  key: readonly Key[],
): AsyncGenerator<Row[], void, void> {
  const bounds: PageBounds<Pick<Row, Key>> = { limit: PAGE_ROWS }
  do {
    const page = await pageByKey<Row, Key>(database, query, key, 'asc', bounds)
    if (page.rows.length > 0) yield page.rows
    bounds.after = page.next
    await setImmediate()
  } while (bounds.after)
}
