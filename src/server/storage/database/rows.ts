import { setImmediate } from 'node:timers/promises'
import { type Insertable, type InsertQueryBuilder, type InsertResult, type RawBuilder, sql } from 'kysely'
import { type Database, isPostgres, read } from './open-database.ts'
import type { Schema } from './schema.ts'

type Row<Table extends keyof Schema> = Insertable<Schema[Table]>

/**
 * Inserts any number of rows by one statement.
 *
 * @param rows at least one; all have the same columns
 * @param computed what the database computes from a row, which is called `added`, instead of the value there
 */
export function insertRows<Table extends keyof Schema>(
  database: Database,
  table: Table,
  rows: readonly Row<Table>[],
  computed: Partial<Record<keyof Row<Table>, RawBuilder<unknown>>> = {},
): InsertQueryBuilder<Schema, Table, InsertResult> {
  const columns = Object.keys(rows[0] ?? {}) as (keyof Row<Table> & string)[]
  const values = sql.join(columns.map((column) => computed[column] ?? sql.raw(`"${column}"`)))
  const source = rowsInParameter(database, table, columns, rows)
  return (
    database
      .insertInto(table)
      .columns(columns as never)
      // Without a condition SQLite would take "on conflict" for that of a join.
      .expression(sql`select ${values} from ${source} as added where true`)
  )
}

/**
 * Rows of a table as one parameter, to select from. With a parameter for each value there would be another statement for
 * each number of rows, and SQLite would keep them all prepared.
 */
export function rowsInParameter<Table extends keyof Schema, Column extends keyof Row<Table> & string>(
  database: Database,
  table: Table,
  columns: readonly Column[],
  rows: readonly Pick<Row<Table>, Column>[],
): RawBuilder<Record<Column, string>> {
  if (isPostgres(database)) {
    return sql`json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`
  }
  // Not `json_each`, which takes three times as long for 25 columns. Plain text, since it is compiled for each group.
  const values = sql.raw(columns.map((column, place) => `value ->> ${place} as "${column}"`).join(', '))
  const lists = rows.map((row) => columns.map((column) => row[column]))
  return sql`(select ${values} from jsonb_each(${JSON.stringify(lists)}))`
}

export interface PageBounds<Cursor> {
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
