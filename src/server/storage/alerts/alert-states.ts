import type { Database } from '../database/open-database.ts'
import type { Schema } from '../database/schema.ts'

/** What was told of a problem. */
export type AlertState = Omit<Schema['alerts'], 'problem'>

/** What was told of each problem, for all instances and after restarts. */
export class AlertStates {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Of each problem that was ever found. @throws StoreUnavailable */
  async all(): Promise<Map<string, AlertState>> {
    const rows = await this.#database.selectFrom('alerts').selectAll().execute()
    return new Map(rows.map(({ problem, ...state }) => [problem, state]))
  }

  /**
   * Stores a state.
   *
   * @param before stores it only if this is the present state, or there is none: of several instances one succeeds
   * @returns whether it was stored
   * @throws StoreUnavailable
   */
  async save(problem: string, state: AlertState, before?: AlertState): Promise<boolean> {
    const { numInsertedOrUpdatedRows = 0n } = await this.#database
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
}
