import { type Insertable, type InsertQueryBuilder, type InsertResult, type RawBuilder, sql } from 'kysely'
import { type Database, isPostgres } from './open-database.ts'
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
  const values = sql.join(columns.map((column) => computed[column] ?? sql.ref(column)))
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
  const json = JSON.stringify(rows)
  if (isPostgres(database)) return sql`json_populate_recordset(null::${sql.table(table)}, ${json}::json)`
  // Not `json_each`, which takes three times as long for rows of 25 columns: it writes each row as a text and parses that.
  const values = columns.map((column) => sql`value ->> ${sql.lit(column)} as ${sql.ref(column)}`)
  return sql`(select ${sql.join(values)} from jsonb_each(${json}))`
}
