import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Database, isPostgres } from '../database/open-database.ts'

/** Older ones are not called any more: a first morning with a year of overdue callbacks would help nobody. 72 h. */
const BEFORE_DESK_MS = 72 * 60 * 60_000

/**
 * Settles, at the desk's first start only, the open callbacks whose window ended more than 72 hours ago, unless one of
 * their requests was promised a later one: it is of somebody who asked again.
 *
 * @throws StoreUnavailable
 */
export async function startDesk(database: Database, now: Date): Promise<void> {
  const at = now.toISOString()
  const before = new Date(now.getTime() - BEFORE_DESK_MS).toISOString()
  await database.transaction().execute(async (transaction) => {
    const started = await transaction
      .insertInto('desk_state')
      .values({ id: 1, started_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!started) return
    // Nobody joins or claims one of them meanwhile.
    if (isPostgres(database)) await sql`lock table callbacks in exclusive mode`.execute(transaction)
    const old = transaction
      .selectFrom('callbacks')
      .where('settled_at', 'is', null)
      .where('due_until', '<', before)
      .where(({ not, exists, selectFrom }) => {
        const requests = selectFrom('callback_requests').whereRef('callback', '=', 'callbacks.id')
        return not(exists(requests.select('reference').where('callback_requests.due_until', '>=', before)))
      })
    await transaction
      .insertInto('attempts')
      .columns(['id', 'callback', 'revision', 'at', 'what'])
      .expression(
        old.select((eb) => [
          sql<string>`${`${at}-${randomUUID()}-`} || id`.as('attempt'),
          'id',
          eb('revision', '+', 1).as('next'),
          sql.val(at).as('at'),
          sql.lit('before_desk' as const).as('what'),
        ]),
      )
      .execute()
    await transaction
      .updateTable('callbacks')
      .set((eb) => ({ status: 'before_desk', settled_at: at, revision: eb('revision', '+', 1) }))
      .where('id', 'in', (eb) => eb.selectFrom('attempts').select('callback').where('what', '=', 'before_desk'))
      .execute()
  })
}
