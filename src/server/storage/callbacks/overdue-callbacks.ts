import type { ExpressionBuilder, SqlBool } from 'kysely'
import type { Service } from '../../../callback-request/services.ts'
import type { TimeSlot } from '../../../callback-request/time-slots.ts'
import { groupCommitOf } from '../database/group-commit.ts'
import type { Database } from '../database/open-database.ts'
import type { Schema } from '../database/schema.ts'
import { onStore } from '../database/store-unavailable.ts'
import { newOverdueMessage, overdueMessageId } from '../outbox/outbox-message.ts'
import { lockCallbacks } from './lock-callbacks.ts'
import type { Cursor } from './worklist.ts'

/** A mail is queued this long after the end of the window: 5 minutes. Source: desk, section 4. */
const GRACE_MS = 5 * 60_000

/**
 * Windows that ended longer ago get no mail: one that comes later helps nobody, and a mail server that is set a year
 * later must not get a year's mails. 24 h, so that a night in which the server was off is covered.
 */
const LATEST_MS = 24 * 60 * 60_000

/** How many callbacks one step reads, and at most queues: a few ms, for which the posts of the same turn wait. */
const STEP_ROWS = 50

/** A callback that nobody has called in its window, as a mail shows it. */
export interface OverdueCallback {
  id: string
  /** Name, number and service of the newest request, as in the worklist. */
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
   * window began and nobody holds it. Each callback and window gets one, also by several instances at once. One step
   * looks at up to 50 callbacks.
   *
   * @param after where the step before this one ended
   * @returns how many mails were queued, and where the next step begins; null after the last
   * @throws StoreUnavailable
   */
  async queueMails(now: Date, after: Cursor | null): Promise<{ queued: number; next: Cursor | null }> {
    const rows = await onStore(() => this.#ended(this.#database, now, after).execute())
    const last = rows.at(-1)
    const next =
      rows.length === STEP_ROWS && last ? { due_until: last.due_until, opened_at: last.opened_at, id: last.id } : null
    const due = rows.filter((row) => needsCall(row, now))
    const missing = await this.#withoutMail(due)
    if (missing.length === 0) return { queued: 0, next }
    const ids = missing.map(({ id }) => id)
    const queued = await onStore(() =>
      groupCommitOf(this.#database).run(async (transaction) => {
        // Nobody claims, calls or erases meanwhile.
        await lockCallbacks(transaction)
        const current = await this.#ended(transaction, now, null).where('id', 'in', ids).execute()
        const messages = current.filter((row) => needsCall(row, now)).map((row) => newOverdueMessage(row, now))
        if (messages.length === 0) return 0
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('outbox_messages')
          .values(messages)
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow()
        return Number(numInsertedOrUpdatedRows)
      }),
    )
    return { queued, next }
  }

  /**
   * The callback that a queued mail is about. Undefined when it needs no mail any more: it is settled, or has another
   * window, as after each call.
   *
   * @throws StoreUnavailable
   */
  async find(messageId: string, id: string): Promise<OverdueCallback | undefined> {
    const row = await onStore(() =>
      this.#database
        .selectFrom('callbacks')
        .innerJoin('callback_requests as newest', 'newest.callback', 'callbacks.id')
        .select(['callbacks.id', 'callbacks.slot', 'callbacks.due_from', 'callbacks.due_until', 'callbacks.tries'])
        .select(['newest.name', 'newest.phone', 'newest.service'])
        .where('callbacks.id', '=', id)
        .where('callbacks.settled_at', 'is', null)
        .orderBy('newest.received_at', 'desc')
        .orderBy('newest.reference', 'desc')
        .limit(1)
        .executeTakeFirst(),
    )
    return row && overdueMessageId(row) === messageId ? row : undefined
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
    const { count, oldest } = await onStore(() =>
      this.#database
        .selectFrom(some)
        .select((eb) => [eb.fn.countAll().as('count'), eb.fn.min('due_until').as('oldest')])
        .executeTakeFirstOrThrow(),
    )
    return { count: Number(count), oldestUntil: oldest }
  }

  /** The next open callbacks whose window ended a short time ago, by their index. */
  #ended(database: Database, now: Date, after: Cursor | null) {
    const ended = database
      .selectFrom('callbacks')
      .select(['id', 'due_from', 'due_until', 'opened_at', 'claimed_until'])
      .select((eb) => [
        wasCalled(eb).as('was_called'),
        // The message refers to it.
        eb
          .selectFrom('callback_requests')
          .select('reference')
          .whereRef('callback_requests.reference', '=', 'callbacks.id')
          .as('reference'),
      ])
      .where('settled_at', 'is', null)
      .where('due_until', '>', new Date(now.getTime() - LATEST_MS).toISOString())
      .where('due_until', '<=', new Date(now.getTime() - GRACE_MS).toISOString())
      .orderBy('due_until')
      .orderBy('opened_at')
      .orderBy('id')
      .limit(STEP_ROWS)
    if (after === null) return ended
    return ended.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('due_until', 'opened_at', 'id'), '>', tuple(after.due_until, after.opened_at, after.id)),
    )
  }

  /** Those for whose window no mail was ever queued. */
  async #withoutMail<Row extends Parameters<typeof overdueMessageId>[0]>(rows: readonly Row[]): Promise<Row[]> {
    if (rows.length === 0) return []
    const ids = rows.map(overdueMessageId)
    const known = await onStore(() =>
      this.#database.selectFrom('outbox_messages').select('id').where('id', 'in', ids).execute(),
    )
    const knownIds = new Set(known.map(({ id }) => id))
    return rows.filter((row) => !knownIds.has(overdueMessageId(row)))
  }
}

/** Whether somebody has called since the window of a callback began. A call that was undone does not count. */
function wasCalled(eb: ExpressionBuilder<Schema, 'callbacks'>) {
  return eb.exists(
    eb
      .selectFrom('attempts')
      .select('attempts.id')
      .whereRef('attempts.callback', '=', 'callbacks.id')
      .whereRef('attempts.at', '>=', 'callbacks.due_from')
      .where('attempts.undone_at', 'is', null),
  )
}

function needsCall(
  row: { was_called: SqlBool; claimed_until: string | null; reference: string | null },
  now: Date,
): boolean {
  const isClaimed = row.claimed_until !== null && row.claimed_until > now.toISOString()
  return !row.was_called && !isClaimed && row.reference !== null
}
