import { sql } from 'kysely'
import { type Database, query, read } from './database/open-database.ts'
import type { MaintenanceTask, Schema } from './database/schema.ts'

/** What was told of a problem, for all instances and after restarts. */
export type AlertState = Omit<Schema['alerts'], 'problem'>

/** Of each problem that was ever told. */
export async function alertStates(database: Database): Promise<Map<string, AlertState>> {
  const rows = await database.selectFrom('alerts').selectAll().execute()
  return new Map(rows.map(({ problem, ...state }) => [problem, state]))
}

/** Stores a state, with `before` only where that is the present one or there is none. @returns whether it was stored */
export async function saveAlertState(database: Database, problem: string, state: AlertState, before?: AlertState) {
  const isPresent = before && sql`where known.state = ${before.state} and known.next_mail_at = ${before.next_mail_at}`
  const saved = sql`insert into alerts as known (problem, state, next_mail_at)
    values (${problem}, ${state.state}, ${state.next_mail_at})
    on conflict (problem) do update set state = excluded.state, next_mail_at = excluded.next_mail_at ${isPresent ?? sql``}
    returning problem`
  return (await read(database, saved)).length > 0
}

export async function recordRun(database: Database, task: MaintenanceTask, result: 'succeeded' | 'failed', at: Date) {
  const [succeeded_at, failed_at] = result === 'succeeded' ? [at.toISOString(), null] : [null, at.toISOString()]
  await sql`insert into maintenance_runs as known (task, succeeded_at, failed_at)
    values (${task}, ${succeeded_at}, ${failed_at})
    on conflict (task) do update set
      succeeded_at = coalesce(excluded.succeeded_at, known.succeeded_at),
      failed_at = case when excluded.failed_at is null then null else coalesce(known.failed_at, excluded.failed_at) end
  `.execute(database)
}

/** The latest success, and the first failure since. Undefined when it was never run. */
export async function lastRun(database: Database, task: MaintenanceTask) {
  return (await query<Schema['maintenance_runs']>(database)`select * from maintenance_runs where task = ${task}`)[0]
}
