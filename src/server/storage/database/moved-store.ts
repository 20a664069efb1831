import { sql } from 'kysely'
import type { Database } from './open-database.ts'
import { MOVED_TO } from './store-unavailable.ts'

/**
 * Triggers refuse further requests, calls, deliveries, all that is recorded in the audit log, and write probes, also of a
 * server that still has the store open.
 */
const MARKS = [
  ['moved_requests', 'insert on callback_requests'],
  ['moved_callbacks', 'update on callbacks'],
  ['moved_messages', 'update on outbox_messages'],
  ['moved_events', 'insert on audit_events'],
  ['moved_write_probe', 'insert on write_probe'],
] as const

/**
 * Marks an SQLite store as moved to a database.
 *
 * @param target names the database, without a password
 * @returns whether it was not marked before
 * @throws an error of one line when it was moved to another database
 */
export async function markAsMoved(database: Database, target: string): Promise<boolean> {
  const known = await movedTo(database)
  if (known !== undefined && known !== target) throw new Error(`The requests were moved to ${known} already.`)
  if (known !== undefined) return false
  for (const [name, event] of MARKS) {
    const message = `${MOVED_TO}${target}`.replaceAll("'", "''")
    await sql
      .raw(`create trigger ${name} before ${event} begin select raise(abort, '${message}'); end`)
      .execute(database)
  }
  return true
}

/** Takes the mark away. */
export async function unmarkAsMoved(database: Database): Promise<void> {
  for (const [name] of MARKS) await sql.raw(`drop trigger if exists ${name}`).execute(database)
}

/** The database to which an SQLite store was moved; undefined when it was not. */
export async function movedTo(database: Database): Promise<string | undefined> {
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_master where type = 'trigger' and name = ${MARKS[0][0]}`.execute(database)
  const [, target] = /the requests were moved to (.*)'\); end/.exec(rows[0]?.sql ?? '') ?? []
  return target?.replaceAll("''", "'")
}
