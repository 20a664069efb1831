import type { Database } from '../database/open-database.ts'
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
  const { numInsertedOrUpdatedRows = 0n } = await database
    .insertInto('alerts')
    .values({ problem, ...state })
    .onConflict((conflict) => {
      const update = conflict.column('problem').doUpdateSet(state)
      if (before === undefined) return update
      return update.where('alerts.state', '=', before.state).where('alerts.next_mail_at', '=', before.next_mail_at)
    })
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}
