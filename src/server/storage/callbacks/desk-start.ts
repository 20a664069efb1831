import { sql } from 'kysely'
import { settlingEffects } from '../../../callback-request/calling/promises.ts'
import { ago, timedId } from '../database/instants.ts'
import { type Database, isPostgres, read } from '../database/open-database.ts'
import { insertRows } from '../database/rows-in-parameter.ts'
import { storeTime } from '../requests/store-clock.ts'
import { foldAgain, foldStored, lockedCallbacks } from './stored-callback.ts'

/** Older ones are not called any more: a first morning with a year of overdue callbacks would help nobody. 72 h. */
const BEFORE_DESK_MS = 72 * 60 * 60_000

/**
 * Settles, at the desk's first start only, the open callbacks whose window ended more than 72 hours ago, unless one of
 * their requests was promised a later one: it is of somebody who asked again. By the store's own clock and the wall clock,
 * whichever is earlier, so that a clock that is ahead settles nobody. If it fails, the next start is the first.
 */
export async function startDesk(database: Database, now: Date): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const at = now.toISOString()
    const isFirst = sql`update store set desk_started_at = ${at} where desk_started_at is null returning id`
    if ((await read(transaction, isFirst)).length === 0) return
    // Nobody joins or claims one of them meanwhile.
    if (isPostgres(transaction)) await sql`lock table callbacks in exclusive mode`.execute(transaction)
    const storesOwn = new Date(await storeTime(transaction))
    const before = ago(storesOwn < now ? storesOwn : now, BEFORE_DESK_MS)
    const old = sql`select id from callbacks where settled_at is null and due_until < ${before} and not exists (
      select 1 from callback_requests as asked where asked.callback = callbacks.id and asked.due_until >= ${before})`
    for (const { id, revision } of await lockedCallbacks(transaction, old)) {
      const open = (await foldStored(transaction, id))?.callback.promises ?? []
      const made = {
        id: timedId(now),
        callback: id,
        revision: revision + 1,
        by: null,
        at,
        what: 'before_desk',
      } as const
      const effects = JSON.stringify(settlingEffects(open))
      await insertRows(transaction, 'attempts', [{ ...made, undone_at: null, effects }]).execute()
      await foldAgain(transaction, id)
    }
  })
}
