import { type Kysely, sql } from 'kysely'

/** What a message keeps of a failed attempt, and how the mails of a day are counted: `schema.ts` describes it. */
export async function mailServers(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database)
}

const STATEMENTS = [
  'alter table outbox_messages add column channel_failed integer not null default 0',
  'alter table outbox_messages add column recipient_replies text',
  // Counts the mails of a day to all visitors without reading those of a year.
  'create index outbox_messages_to_visitors_by_day on outbox_messages (queued_at) where recipient is not null',
]
