import { sql } from 'kysely'
import { type Actor, recordEvent } from '../audit/audit-events.ts'
import { groupCommitOf } from '../database/group-commit.ts'
import { type Database, isPostgres } from '../database/open-database.ts'

/** A page that is read again within this time is recorded once. Source: desk, section 9. */
const ONCE_IN_MS = 15 * 60_000

/** The lock by which such events exclude each other on PostgreSQL: any number that nothing else uses. */
const LOCK = 715_517_207

/**
 * Records that somebody read a person's page, once in 15 minutes for each reader and reference.
 *
 * @throws StoreUnavailable: then nobody may read it
 */
export async function recordPersonRead(
  database: Database,
  now: Date,
  reader: Actor & { by: string },
  reference: string,
): Promise<void> {
  if (await isRecorded(database)) return
  await groupCommitOf(database).run(async (transaction) => {
    if (isPostgres(transaction)) await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction)
    if (await isRecorded(transaction)) return
    await recordEvent(transaction, now, reader, 'person-read', { subject: reference })
  })

  async function isRecorded(store: Database): Promise<boolean> {
    const since = new Date(now.getTime() - ONCE_IN_MS).toISOString()
    // Ids begin with their time: the index gives the few events of this person since then.
    const latest = store
      .selectFrom('audit_events')
      .select('id')
      .where('by', '=', reader.by)
      .where('id', '>', since)
      .where('at', '>', since)
      // A later one was dated by a clock that was ahead.
      .where('at', '<=', now.toISOString())
      .where('kind', '=', 'person-read')
      .where('subject', '=', reference)
      .limit(1)
    return (await latest.executeTakeFirst()) !== undefined
  }
}
