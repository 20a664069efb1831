import type { Kysely } from 'kysely'

/** Accounts that sign in by the hospital's own provider (OpenID Connect). */
export async function hospitalAccounts(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  await schema.alterTable('staff').addColumn('oidc_issuer', 'text').execute()
  await schema.alterTable('staff').addColumn('oidc_subject', 'text').execute()
  // Both databases allow any number of rows in which one of the two is null.
  await schema.createIndex('staff_of_provider').on('staff').columns(['oidc_issuer', 'oidc_subject']).unique().execute()
}
