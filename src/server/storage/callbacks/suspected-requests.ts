import { type Selectable, type SqlBool, sql, type Transaction } from 'kysely'
import { windowOf } from '../../../callback-request/calling/requeue.ts'
import { phoneKey } from '../../../callback-request/phone-key.ts'
import type { StoredRequest } from '../../../callback-request/stored-request.ts'
import { recordEvent } from '../audit/audit-events.ts'
import { groupCommitOf } from '../database/group-commit.ts'
import type { Database } from '../database/open-database.ts'
import type { CallbacksTable, Schema } from '../database/schema.ts'
import { onStore } from '../database/store-unavailable.ts'
import { campaignIn } from '../search/request-filter.ts'
import { suspect, updateCallback, windowOfRow, writeEvent } from './callback-rows.ts'
import type { Caller } from './calls.ts'
import { notifyChanged } from './change-notices.ts'
import { updateDerivedColumns } from './derived-columns.ts'
import { INGESTED_AT_ONCE, join, rowOf, setWindows, type WindowedRequest } from './ingest.ts'
import { lockCallbacks } from './lock-callbacks.ts'

const LISTED = [
  'reference',
  'received_at',
  'name',
  'phone',
  'email',
  'form',
  'service',
  'message',
  'time_slot',
] as const satisfies (keyof StoredRequest)[]

/** A suspected request, as the desk lists it. */
export type SuspectedRequest = Pick<StoredRequest, (typeof LISTED)[number]>

/** The place after a request. */
export type SuspectedCursor = Pick<StoredRequest, 'received_at' | 'reference'>

/** The same text as in the index `callback_requests_suspected`. */
const IS_SUSPECTED = sql<SqlBool>`suspected = 1`

/** The requests that the desk keeps out of the worklist because they may be spam. */
export class SuspectedRequests {
  readonly #database: Database
  readonly #timeZone: string
  readonly #now: () => Date
  readonly #onChanged: (ids: readonly string[]) => void

  /** @param onChanged called with the callbacks of each change that is on disk */
  constructor(
    database: Database,
    timeZone: string,
    now: () => Date,
    onChanged: (ids: readonly string[]) => void = () => {},
  ) {
    this.#database = database
    this.#timeZone = timeZone
    this.#now = now
    this.#onChanged = onChanged
  }

  /** A page, the newest first. @throws StoreUnavailable */
  async page(
    limit: number,
    after: SuspectedCursor | undefined,
  ): Promise<{ rows: SuspectedRequest[]; next: SuspectedCursor | null }> {
    let query = this.#database.selectFrom('callback_requests').select(LISTED).where(IS_SUSPECTED)
    if (after) {
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('received_at', 'reference'), '<', tuple(after.received_at, after.reference)),
      )
    }
    const found = await onStore(() =>
      query
        .orderBy('received_at', 'desc')
        .orderBy('reference', 'desc')
        .limit(limit + 1)
        .execute(),
    )
    const rows = found.slice(0, limit)
    const last = rows.at(-1)
    const next = found.length > limit && last ? { received_at: last.received_at, reference: last.reference } : null
    return { rows, next }
  }

  /**
   * Says that a request is no spam: it joins the number's open callback or opens one, however old it is. If it is of a
   * callback that was settled as spam, all requests of that callback are restored: the callback opens again, or they
   * join the one that is open, which gets their history. A window that is over is replaced by the next one.
   *
   * @returns the callback's id; undefined when there is no such request, or it is not suspected
   * @throws StoreUnavailable
   */
  async restore(reference: string, caller: Caller): Promise<string | undefined> {
    if (reference.includes('\0')) return undefined
    const restored = await onStore(() =>
      groupCommitOf(this.#database).run(async (transaction) => {
        await lockCallbacks(transaction)
        const request = await transaction
          .selectFrom('callback_requests')
          .select(['reference', 'phone', 'service', 'time_slot', 'received_at', 'callback'])
          .select(campaignIn(transaction, 'campaign').as('campaign'))
          .where('reference', '=', reference)
          .where(IS_SUSPECTED)
          .executeTakeFirst()
        if (!request) return undefined
        const now = this.#now()
        const settled = await callbackOf(transaction, request.callback)
        const id = settled
          ? await this.#reopen(transaction, settled, now)
          : await join(transaction, phoneKey(request.phone), [this.#windowed(request, now)])
        await transaction
          .updateTable('callback_requests')
          .set({ suspected: 0 })
          .where('reference', '=', reference)
          .execute()
        await writeEvent(transaction, now, id, caller, 'restored')
        await recordEvent(transaction, now, caller, 'restored', { subject: reference })
        const changed = settled && settled.id !== id ? [id, settled.id] : [id]
        await notifyChanged(transaction, changed)
        return { id, changed }
      }),
    )
    if (restored) this.#onChanged(restored.changed)
    return restored?.id
  }

  /** Opens a callback again, or joins its requests to the number's open one. @returns the id of the open callback */
  async #reopen(transaction: Transaction<Schema>, settled: Callback, now: Date): Promise<string> {
    await suspect(transaction, settled.id, 0)
    if (settled.settled_at === null) return settled.id
    const newest = await transaction
      .selectFrom('callback_requests')
      .select(['reference', 'service', 'time_slot', 'received_at'])
      .select(campaignIn(transaction, 'campaign').as('campaign'))
      .where('callback', '=', settled.id)
      .orderBy('received_at', 'desc')
      .orderBy('reference', 'desc')
      .limit(INGESTED_AT_ONCE)
      .execute()
    const requests = newest.reverse().map((request) => this.#windowed(request, now))
    const open = await transaction
      .selectFrom('callbacks')
      .select('id')
      .where('phone_key', '=', settled.phone_key)
      .where('settled_at', 'is', null)
      .executeTakeFirst()
    if (!open) {
      await setWindows(transaction, settled.id, requests)
      await updateCallback(transaction, settled.id, await this.#openedAgain(transaction, settled, requests, now))
      return settled.id
    }
    for (const table of ['notes', 'callback_events'] as const) {
      await transaction.updateTable(table).set({ callback: open.id }).where('callback', '=', settled.id).execute()
    }
    // A key belongs to calls of the callback that is gone.
    await transaction
      .updateTable('attempts')
      .set({ callback: open.id, idempotency_key: null })
      .where('callback', '=', settled.id)
      .execute()
    await transaction.deleteFrom('callbacks').where('id', '=', settled.id).execute()
    await join(transaction, settled.phone_key, requests)
    // Of a flood from one number only the newest requests have joined with their windows.
    await transaction
      .updateTable('callback_requests')
      .set({ callback: open.id })
      .where('callback', '=', settled.id)
      .execute()
    await updateDerivedColumns(transaction, [open.id])
    return open.id
  }

  /** The callback's columns as they were before it was called spam. A window that is over is replaced. */
  async #openedAgain(
    transaction: Transaction<Schema>,
    settled: Callback,
    requests: readonly WindowedRequest[],
    now: Date,
  ): Promise<Partial<Callback>> {
    const spam = await transaction
      .selectFrom('attempts')
      .select('before')
      .where('callback', '=', settled.id)
      .where('outcome', '=', 'spam')
      .where('undone_at', 'is', null)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    const before: Callback = { ...settled, ...(spam && JSON.parse(spam.before)) }
    const opened = { ...before, status: before.first_tried_at === null ? 'new' : 'again', settled_at: null } as const
    if (windowOfRow(before).until > now) return opened
    const earliest = requests.reduce((a, b) => (b.window.until < a.window.until ? b : a))
    return { ...opened, slot: earliest.time_slot, ...rowOf(earliest.window) }
  }

  /** A request with its window, or the next one from now if that is over. */
  #windowed<Request extends Omit<WindowedRequest, 'window'>>(request: Request, now: Date): Request & WindowedRequest {
    const own = windowOf(request.time_slot, new Date(request.received_at), this.#timeZone)
    return { ...request, window: own.until > now ? own : windowOf(request.time_slot, now, this.#timeZone) }
  }
}

type Callback = Selectable<CallbacksTable>

function callbackOf(transaction: Transaction<Schema>, id: string | null): Promise<Callback | undefined> {
  if (id === null) return Promise.resolve(undefined)
  return transaction.selectFrom('callbacks').selectAll().where('id', '=', id).executeTakeFirst()
}
