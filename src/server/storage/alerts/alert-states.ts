import { sql } from 'kysely'
import { type Database, read } from '../database/open-database.ts'
import type { Schema } from '../database/schema.ts'

/** What was told of a problem, for all instances and after restarts. */
export type AlertState = Omit<Schema['alerts'], 'problem'>

/** Of each problem that was ever told. */
export async function alertStates(database: Database): Promise<Map<string, AlertState>> {
  const rows = await database.selectFrom('alerts').selectAll().execute()
  return new Map(rows.map(({ problem, ...state }) => [problem, state]))
}

/**
 * Stores a state.
 *
 * @param before stores it only if this is the present state, or there is none: of several instances one succeeds
 * @returns whether it was stored
 */
export async function saveAlertState(
  database: Database,
  problem: string,
  state: AlertState,
  before?: AlertState,
): Promise<boolean> {
  const isPresent = before && sql`where known.state = ${before.state} and known.next_mail_at = ${before.next_mail_at}`
  const saved = sql`insert into alerts as known (problem, state, next_mail_at)
    values (${problem}, ${state.state}, ${state.next_mail_at})
    on conflict (problem) do update set state = excluded.state, next_mail_at = excluded.next_mail_at ${isPresent ?? sql``}
    returning problem`
  return (await read(database, saved)).length > 0
}
