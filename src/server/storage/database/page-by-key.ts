import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Schema } from './schema.ts'

/** Where a page begins, and how many rows it has at most. */
export interface PageBounds<Cursor> {
  /** The place after a row; the beginning without one. */
  after: Cursor | null | undefined
  limit: number
}

/**
 * A page of a list, by the key in which it is ordered, so that each page reads only its own rows.
 *
 * @param key columns that identify a row, in the order of the list
 * @returns also the place after its last row; null when no row follows
 * @throws StoreUnavailable
 */
export async function pageByKey<Row extends Record<Key, string>, Key extends string>(
  // biome-ignore lint/suspicious/noExplicitAny: which of the tables is of no importance here.
  query: SelectQueryBuilder<Schema, any, Row>,
  key: readonly Key[],
  direction: 'asc' | 'desc',
  { after, limit }: PageBounds<Pick<Row, Key>>,
): Promise<{ rows: Row[]; next: Pick<Row, Key> | null }> {
  let page = query.limit(limit + 1)
  for (const column of key) page = page.orderBy(sql.ref(column), direction)
  if (after) {
    const columns = sql.join(key.map((column) => sql.ref(column)))
    const place = sql.join(key.map((column) => after[column]))
    page = page.where(sql<SqlBool>`(${columns}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${place})`)
  }
  const found = await page.execute()
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  if (found.length <= limit || !last) return { rows, next: null }
  const next: Partial<Pick<Row, Key>> = {}
  for (const column of key) next[column] = last[column]
  return { rows, next: next as Pick<Row, Key> }
}
