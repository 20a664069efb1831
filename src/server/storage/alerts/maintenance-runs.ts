import { sql } from 'kysely'
import { type Database, read } from '../database/open-database.ts'
import type { MaintenanceTask, Schema } from '../database/schema.ts'

/** Records the result of a run. */
export async function recordRun(
  database: Database,
  task: MaintenanceTask,
  result: 'succeeded' | 'failed',
  at: Date,
): Promise<void> {
  const [succeeded_at, failed_at] = result === 'succeeded' ? [at.toISOString(), null] : [null, at.toISOString()]
  await sql`insert into maintenance_runs as known (task, succeeded_at, failed_at)
    values (${task}, ${succeeded_at}, ${failed_at})
    on conflict (task) do update set
      succeeded_at = coalesce(excluded.succeeded_at, known.succeeded_at),
      failed_at = case when excluded.failed_at is null then null else coalesce(known.failed_at, excluded.failed_at) end
  `.execute(database)
}

/** The latest success, and the first failure since. Undefined when it was never run. */
export async function lastRun(
  database: Database,
  task: MaintenanceTask,
): Promise<Omit<Schema['maintenance_runs'], 'task'> | undefined> {
  const run = sql<Schema['maintenance_runs']>`select * from maintenance_runs where task = ${task}`
  return (await read(database, run))[0]
}
