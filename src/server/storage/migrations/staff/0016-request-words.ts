import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * What requests can be found by: newest first within a word, because in ascending order a search would sort all
 * matches. Words are compared by their bytes, so that those with one beginning lie together.
 */
export async function requestWords(database: Kysely<unknown>): Promise<void> {
  const isPostgres = database.getExecutor().adapter instanceof PostgresAdapter
  for (const statement of isPostgres ? POSTGRES : SQLITE) await sql.raw(statement).execute(database)
  const { schema } = database
  await schema
    .alterTable('callback_requests')
    .addColumn('has_words', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await schema
    .createIndex('callback_requests_without_words')
    .on('callback_requests')
    .columns(['received_at', 'reference'])
    .where(sql<boolean>`has_words = 0`)
    .execute()
}

const SQLITE = [
  `create table request_words (
     word text not null, received_at text not null, reference text not null,
     primary key (word, received_at desc, reference desc)
   ) without rowid`,
]

const POSTGRES = [
  `create table request_words (
     word text collate "C" not null, received_at text collate "C" not null, reference text not null
   )`,
  'create unique index request_words_newest_first on request_words (word, received_at desc, reference desc)',
]
