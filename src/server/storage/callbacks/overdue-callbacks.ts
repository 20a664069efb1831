import { type SqlBool, sql } from 'kysely'
import type { Service } from '../../../callback-request/services.ts'
import type { TimeSlot } from '../../../callback-request/time-slots.ts'
import { type Database, isPostgres } from '../database/open-database.ts'
import { insertRows } from '../database/rows-in-parameter.ts'
import { newMessage } from '../outbox/outbox-message.ts'

/** A mail is queued this long after the end of the window: 5 minutes. Source: desk, section 4. */
const GRACE_MS = 5 * 60_000

/**
 * Windows that ended longer ago get no mail: one that comes later helps nobody, and a mail server that is set a year
 * later must not get a year's mails. 24 h, so that a night in which the server was off is covered.
 */
const LATEST_MS = 24 * 60 * 60_000

/** A callback that nobody has called in its window, as a mail shows it. */
export interface OverdueCallback {
  /** Reference, name, number and service of the newest request, as in the worklist. */
  reference: string
  name: string
  phone: string
  service: Service | null
  slot: TimeSlot
  /** The window: instants. */
  due_from: string
  due_until: string
  /** Calls without an answer in a row, before this window. */
  tries: number
}

/** The open callbacks whose window is over, and the mails about them. */
export class OverdueCallbacks {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * Queues a mail for each callback whose window ended from 24 hours to 5 minutes ago, if nobody has called since the
   * window began and nobody holds it. Each callback and window gets one, also by several instances at once; whoever is
   * being called or erased at that moment is left to the next check.
   *
   * @returns how many
   * @throws StoreUnavailable
   */
  queueMails(now: Date): Promise<number> {
    return this.#database.transaction().execute(async (transaction) => {
      const needingMail = transaction
        .selectFrom('callbacks')
        .select('id')
        .where('settled_at', 'is', null)
        .where('due_until', '>', new Date(now.getTime() - LATEST_MS).toISOString())
        .where('due_until', '<=', graceEnd(now))
        .where(sql<SqlBool>`(tried_at is null or tried_at < due_from)`)
        .where(sql<SqlBool>`(claimed_until is null or claimed_until <= ${now.toISOString()})`)
        .where(sql<SqlBool>`(mailed_until is null or mailed_until <> due_until)`)
        .$if(isPostgres(transaction), (query) => query.forUpdate().skipLocked())
      const callbacks = await transaction
        .updateTable('callbacks')
        .set((eb) => ({ mailed_until: eb.ref('due_until') }))
        .where('id', 'in', needingMail)
        .returning('first_reference')
        .execute()
      const messages = callbacks.map(({ first_reference }) => newMessage(first_reference, 'overdue-mail', now))
      if (messages.length > 0) await insertRows(transaction, 'outbox_messages', messages).execute()
      return messages.length
    })
  }

  /**
   * The callback that a queued mail is about. Undefined when it needs no mail any more: it is settled, or has another
   * window, as after each call.
   *
   * @param reference of one of its requests
   * @throws StoreUnavailable
   */
  async find(reference: string): Promise<OverdueCallback | undefined> {
    const row = await this.#database
      .selectFrom('callbacks')
      .innerJoin('callback_requests as newest', 'newest.callback', 'callbacks.id')
      .select(['callbacks.slot', 'callbacks.due_from', 'callbacks.due_until', 'callbacks.tries', 'mailed_until'])
      .select(['newest.reference', 'newest.name', 'newest.phone', 'newest.service'])
      .where('callbacks.id', '=', (eb) =>
        eb.selectFrom('callback_requests').select('callback').where('reference', '=', reference),
      )
      .where('callbacks.settled_at', 'is', null)
      .orderBy('newest.revision', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.due_until === row?.mailed_until ? row : undefined
  }

  /**
   * Queues no mail for windows that ended more than 5 minutes ago: another store of the same callbacks did.
   *
   * @throws StoreUnavailable
   */
  async assumeMailed(now: Date): Promise<void> {
    await this.#database
      .updateTable('callbacks')
      .set((eb) => ({ mailed_until: eb.ref('due_until') }))
      .where('settled_at', 'is', null)
      .where('due_until', '<=', graceEnd(now))
      .execute()
  }

  /**
   * How many callbacks are overdue, and when the first of their windows ended: an instant, or null when there is none.
   *
   * @param max for more than that
   * @throws StoreUnavailable
   */
  async overdue(now: Date, max: number): Promise<{ count: number; oldestUntil: string | null }> {
    const some = this.#database
      .selectFrom('callbacks')
      .select('due_until')
      .where('settled_at', 'is', null)
      .where('due_until', '<=', now.toISOString())
      .orderBy('due_until')
      .limit(max)
      .as('some')
    const { count, oldest } = await this.#database
      .selectFrom(some)
      .select((eb) => [eb.fn.countAll().as('count'), eb.fn.min('due_until').as('oldest')])
      .executeTakeFirstOrThrow()
    return { count: Number(count), oldestUntil: oldest }
  }
}

/** Windows that ended before this instant get a mail. */
function graceEnd(now: Date): string {
  return new Date(now.getTime() - GRACE_MS).toISOString()
}
