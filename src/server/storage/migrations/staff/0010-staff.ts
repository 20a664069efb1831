import type { Kysely } from 'kysely'

/** The accounts of the callback desk, and what is needed to sign in to them. */
export async function staff(database: Kysely<unknown>): Promise<void> {
  const { schema } = database
  await schema
    .createTable('staff')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('totp_secret', 'text')
    .addColumn('totp_step', 'integer')
    .addColumn('disabled_at', 'text')
    .execute()
  await schema
    .createTable('staff_sessions')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('staff', 'text', (column) => column.notNull())
    .addColumn('stage', 'text', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'text', (column) => column.notNull())
    .addColumn('wrong_codes', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('totp_secret', 'text')
    .execute()
  await schema.createIndex('staff_sessions_of_person').on('staff_sessions').columns(['staff']).execute()
  await schema
    .createTable('staff_invitations')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('staff', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('used_at', 'text')
    .execute()
  await schema.createIndex('staff_invitations_of_person').on('staff_invitations').columns(['staff']).execute()
  await schema
    .createTable('sign_in_failures')
    .addColumn('subject', 'text', (column) => column.primaryKey())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('window_ends_at', 'text', (column) => column.notNull())
    .execute()
}
