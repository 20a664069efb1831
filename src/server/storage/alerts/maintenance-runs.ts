import { sql } from 'kysely'
import type { Database } from '../database/open-database.ts'
import type { MaintenanceTask, Schema } from '../database/schema.ts'

/** Records the result of a run. */
export async function recordRun(
  database: Database,
  task: MaintenanceTask,
  result: 'succeeded' | 'failed',
  at: Date,
): Promise<void> {
  const instant = at.toISOString()
  const run =
    result === 'succeeded'
      ? { succeeded_at: instant, failed_at: null }
      : { failed_at: sql<string>`coalesce(maintenance_runs.failed_at, ${instant})` }
  await database
    .insertInto('maintenance_runs')
    .values({ task, succeeded_at: null, failed_at: null, [`${result}_at`]: instant })
    .onConflict((conflict) => conflict.column('task').doUpdateSet(run))
    .execute()
}

/** The latest success, and the first failure since. Undefined when it was never run. */
export function lastRun(
  database: Database,
  task: MaintenanceTask,
): Promise<Omit<Schema['maintenance_runs'], 'task'> | undefined> {
  return database
    .selectFrom('maintenance_runs')
    .select(['succeeded_at', 'failed_at'])
    .where('task', '=', task)
    .executeTakeFirst()
}
