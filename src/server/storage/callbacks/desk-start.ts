import { sql, type Transaction } from 'kysely'
import { type Database, isPostgres } from '../database/open-database.ts'
import type { Schema } from '../database/schema.ts'
import { timedId } from '../database/timed-id.ts'

/** Older ones are not called any more: a first morning with a year of overdue callbacks would help nobody. 72 h. */
const BEFORE_DESK_MS = 72 * 60 * 60_000

/** How many are settled in one transaction, for which posts wait: some ten ms. */
const PAGE_ROWS = 500

/**
 * Settles, at the desk's first start only, the open callbacks whose window ended more than 72 hours ago, unless one of
 * their requests was promised a later one: it is of somebody who asked again. After an interruption the next start
 * continues.
 *
 * @throws StoreUnavailable
 */
export async function startDesk(database: Database, now: Date): Promise<void> {
  for (let isDone = false; !isDone; ) {
    isDone = await database.transaction().execute((transaction) => settlePage(transaction, now))
  }
}

/** @returns whether nothing is left to settle */
async function settlePage(transaction: Transaction<Schema>, now: Date): Promise<boolean> {
  // Nobody joins or claims one of them meanwhile.
  if (isPostgres(transaction)) await sql`lock table callbacks in exclusive mode`.execute(transaction)
  const started = await transaction.selectFrom('desk_state').select('id').executeTakeFirst()
  if (started) return true

  const at = now.toISOString()
  const before = new Date(now.getTime() - BEFORE_DESK_MS).toISOString()
  const old = await transaction
    .selectFrom('callbacks')
    .select(['id', 'revision'])
    .where('settled_at', 'is', null)
    .where('due_until', '<', before)
    .where(({ not, exists, selectFrom }) => {
      const requests = selectFrom('callback_requests').whereRef('callback', '=', 'callbacks.id')
      return not(exists(requests.select('reference').where('callback_requests.due_until', '>=', before)))
    })
    .orderBy('due_until')
    .limit(PAGE_ROWS)
    .execute()
  if (old.length === 0) {
    await transaction.insertInto('desk_state').values({ id: 1, started_at: at }).execute()
    return true
  }
  const attempts = old.map(({ id, revision }) => {
    return { id: timedId(now), callback: id, revision: revision + 1, at, what: 'before_desk' as const }
  })
  await transaction.insertInto('attempts').values(attempts).execute()
  await transaction
    .updateTable('callbacks')
    .set((eb) => ({ status: 'before_desk', settled_at: at, revision: eb('revision', '+', 1) }))
    .where(
      'id',
      'in',
      old.map(({ id }) => id),
    )
    .execute()
  return false
}
