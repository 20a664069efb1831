import type { Kysely } from 'kysely'

/** The language of the page from which a request was sent, so that the visitor's mail is in it. */
export async function languageOfRequests(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('callback_requests').addColumn('language', 'text').execute()
}
