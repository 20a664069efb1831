import { type Kysely, sql } from 'kysely'

/** What the alerts need: when maintenance last ran, which problems were told, and the mails that were refused. */
export async function alerts(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(database)
}

const STATEMENTS = [
  'create table maintenance_runs (task text primary key, succeeded_at text, failed_at text)',
  'create table alerts (problem text primary key, state text not null, next_mail_at text not null)',
  // Few rows: mails that some of the department's addresses did not get. With the status, since SQLite would otherwise
  // read all delivered messages by another index.
  `create index outbox_messages_refused on outbox_messages (status, settled_at)
    where status = 'delivered' and failure is not null`,
]
