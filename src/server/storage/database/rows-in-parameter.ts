import { type RawBuilder, sql } from 'kysely'
import { type Database, isPostgres } from './open-database.ts'

/**
 * Rows of texts as one parameter, to select from. With a parameter for each text there would be another statement for
 * each number of rows, and SQLite would keep them all prepared.
 *
 * @param rows each with its texts in the order of the columns
 */
export function rowsInParameter<Column extends string>(
  database: Database,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): RawBuilder<Record<Column, string>> {
  const json = JSON.stringify(rows)
  const list = isPostgres(database) ? sql`json_array_elements(${json}::json)` : sql`json_each(${json})`
  const texts = columns.map((column, index) => sql`value ->> ${sql.lit(index)} as ${sql.ref(column)}`)
  return sql`(select ${sql.join(texts)} from ${list})`
}
