import type { Selectable, Transaction } from 'kysely'
import { bucketOf, nextMidnight } from '../../../callback-request/calling/buckets.ts'
import type { Outcome } from '../../../callback-request/calling/outcomes.ts'
import type { SlotWindow } from '../../../callback-request/calling/requeue.ts'
import { type Actor, recordEvent } from '../audit/audit-events.ts'
import { groupCommitOf } from '../database/group-commit.ts'
import type { Database } from '../database/open-database.ts'
import type { CallbacksTable, Schema } from '../database/schema.ts'
import { onStore } from '../database/store-unavailable.ts'
import {
  attemptUnder,
  holderOf,
  suspect,
  updateCallback,
  windowOfRow,
  windowsOf,
  writeEvent,
  writeNote,
} from './callback-rows.ts'
import { type Before, called } from './called.ts'
import { notifyChanged } from './change-notices.ts'
import { lockCallbacks } from './lock-callbacks.ts'

/** How long a callback is held for whoever claims it. Source: desk, section 5, as the next. */
export const CLAIM_MS = 15 * 60_000

/** How long an outcome can be undone by its author. */
const UNDO_MS = 10 * 60_000

/** Whoever is signed in. */
export type Caller = Actor & { by: string }

/** Why something cannot be done with a callback. */
export type CallRefusal =
  | 'unknown'
  | 'closed'
  | 'claimed'
  | 'not-claimed'
  | 'not-due'
  | 'key-reused'
  | 'not-yours'
  | 'too-late'
  | 'not-last'
  | 'superseded'

export type CallResult<Value> = { ok: true; value: Value } | { ok: false; refusal: CallRefusal }

/** With the other callbacks that were changed. */
type ChangeResult<Value> = CallResult<Value> & { changed?: string[] }

type Callback = Selectable<CallbacksTable>

export interface Attempt {
  id: string
  /** UTC, ISO 8601. */
  at: string
  outcome: Outcome
}

/** What a coordinator says of a call. */
export interface Report {
  outcome: Outcome
  note?: string | undefined
  /** The chosen slot and window of `call_later`. */
  later?: SlotWindow | undefined
  idempotencyKey?: string | undefined
}

/** Claiming callbacks, calling, and saying what came of it. Each is one transaction with its audit event. */
export class Calls {
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

  /**
   * Holds a callback for 15 minutes, and releases the one that the caller held. Of two callers at once one gets it.
   *
   * @param isEarly whether the caller knows that the window has not begun
   * @throws StoreUnavailable
   */
  claim(id: string, caller: Caller, isEarly: boolean): Promise<CallResult<undefined>> {
    return this.#change(id, async (transaction, callback, now) => {
      if (callback.settled_at !== null) return refused('closed')
      const holder = holderOf(callback, now)
      if (holder !== null && holder !== caller.by) return refused('claimed')
      const bucket = bucketOf(windowOfRow(callback), now, nextMidnight(now, this.#timeZone))
      if ((bucket === 'today' || bucket === 'coming') && !isEarly) return refused('not-due')

      const changed = await this.#hold(transaction, id, caller, now)
      if (holder !== caller.by) {
        await writeEvent(transaction, now, id, caller, 'claimed')
        await recordEvent(transaction, now, caller, 'claimed', { subject: id })
      }
      return { ok: true, value: undefined, changed }
    })
  }

  /**
   * Ends a claim. A manager also ends another's, and with it that person's right to say what came of the call.
   *
   * @throws StoreUnavailable
   */
  release(id: string, caller: Caller, isManager: boolean): Promise<CallResult<undefined>> {
    return this.#change(id, async (transaction, callback, now) => {
      const holder = holderOf(callback, now)
      const isAnothers = holder !== null && holder !== caller.by
      if (isAnothers && !isManager) return refused('claimed')
      const last_held_by = isAnothers ? null : callback.last_held_by
      await updateCallback(transaction, id, { claimed_by: null, claimed_until: null, last_held_by })
      return { ok: true, value: undefined }
    })
  }

  /**
   * Saves what came of a call: for whoever holds the callback, or held it last if nobody has claimed it since. The same
   * key and report are saved once.
   *
   * @throws StoreUnavailable
   */
  report(id: string, caller: Caller, report: Report): Promise<CallResult<Attempt>> {
    const { outcome, note, later, idempotencyKey = null } = report
    return this.#change(id, async (transaction, callback, now) => {
      const earlier = idempotencyKey === null ? undefined : await attemptUnder(transaction, id, idempotencyKey)
      if (earlier) {
        return earlier.by === caller.by && earlier.outcome === outcome
          ? { ok: true, value: { id: earlier.id, at: earlier.at, outcome } }
          : refused('key-reused')
      }
      if (callback.settled_at !== null) return refused('closed')
      const holder = holderOf(callback, now)
      if (holder !== null && holder !== caller.by) return refused('claimed')
      if (holder === null && callback.last_held_by !== caller.by) return refused('not-claimed')

      const others = await windowsOf(transaction, id)
      const call = { outcome, by: caller.by, now, timeZone: this.#timeZone, others, later }
      const { changed, attempt, requeued } = called(callback, call)
      await updateCallback(transaction, id, changed)
      await transaction
        .insertInto('attempts')
        .values({ ...attempt, idempotency_key: idempotencyKey })
        .execute()
      if (note) await writeNote(transaction, now, id, caller, note)
      if (outcome === 'spam') await suspect(transaction, id, 1)
      if (requeued) await writeEvent(transaction, now, id, caller, 'requeued', requeued)
      await recordEvent(transaction, now, caller, 'outcome', { subject: id, detail: { outcome } })
      return { ok: true, value: { id: attempt.id, at: attempt.at, outcome } }
    })
  }

  /**
   * Takes the latest outcome back within ten minutes, for its author, who then holds the callback again and no other
   * one. Nobody loses a call to it: while somebody else holds the callback, it is refused.
   *
   * @throws StoreUnavailable
   */
  undo(id: string, caller: Caller): Promise<CallResult<undefined>> {
    return this.#change(id, async (transaction, callback, now) => {
      const attempts = await transaction
        .selectFrom('attempts')
        .selectAll()
        .where('callback', '=', id)
        .where('undone_at', 'is', null)
        .orderBy('id', 'desc')
        .execute()
      const mine = attempts.find(({ by }) => by === caller.by)
      if (!mine) return refused('not-yours')
      if (mine.at <= ago(now, UNDO_MS)) return refused('too-late')
      if (mine !== attempts[0]) return refused('not-last')
      // Somebody has restored it: it may be called, or have joined what the number asked since.
      if (mine.outcome === 'spam' && callback.settled_at === null) return refused('superseded')
      const isOpenAgain = transaction
        .selectFrom('callbacks')
        .select('id')
        .where('phone_key', '=', callback.phone_key)
        .where('settled_at', 'is', null)
        .where('id', '!=', id)
      if (await isOpenAgain.executeTakeFirst()) return refused('superseded')
      // A colleague may be on the telephone with this person.
      const holder = holderOf(callback, now)
      if (holder !== null && holder !== caller.by) return refused('claimed')

      if (mine.outcome === 'spam') await suspect(transaction, id, 0)
      const before: Before = JSON.parse(mine.before)
      const joined = (await windowsOf(transaction, id, mine.at)).filter(
        ({ window }) => window.until.toISOString() < before.due_until,
      )
      const earliest = joined.sort((a, b) => a.window.until.getTime() - b.window.until.getTime())[0]
      await updateCallback(transaction, id, {
        ...before,
        ...(earliest && {
          slot: earliest.slot,
          due_from: earliest.window.from.toISOString(),
          due_until: earliest.window.until.toISOString(),
        }),
        settled_at: null,
      })
      const changed = await this.#hold(transaction, id, caller, now)
      const undone_at = now.toISOString()
      await transaction.updateTable('attempts').set({ undone_at }).where('id', '=', mine.id).execute()
      await recordEvent(transaction, now, caller, 'undone', { subject: id, detail: { outcome: mine.outcome } })
      return { ok: true, value: undefined, changed }
    })
  }

  /** @throws StoreUnavailable */
  addNote(id: string, caller: Caller, text: string): Promise<CallResult<{ id: string; at: string }>> {
    return this.#change(id, async (transaction, _callback, now) => {
      const note = await writeNote(transaction, now, id, caller, text)
      await recordEvent(transaction, now, caller, 'note', { subject: id })
      return { ok: true, value: { id: note, at: now.toISOString() } }
    })
  }

  /** Holds a callback from now on, and releases the others of the same person. @returns the ids of the released ones */
  async #hold(transaction: Transaction<Schema>, id: string, { by }: Caller, now: Date): Promise<string[]> {
    const others = await transaction
      .updateTable('callbacks')
      .set({ claimed_by: null, claimed_until: null })
      .where('claimed_by', '=', by)
      .where('id', '!=', id)
      .returning('id')
      .execute()
    await updateCallback(transaction, id, {
      claimed_by: by,
      claimed_until: after(now, CLAIM_MS),
      last_held_by: by,
    })
    return others.map((other) => other.id)
  }

  /** One change of a callback at a time. */
  async #change<Value>(
    id: string,
    change: (transaction: Transaction<Schema>, callback: Callback, now: Date) => Promise<ChangeResult<Value>>,
  ): Promise<CallResult<Value>> {
    if (id.includes('\0')) return refused('unknown')
    const { changed, result } = await onStore(() =>
      groupCommitOf(this.#database).run(async (transaction) => {
        await lockCallbacks(transaction)
        const row = transaction.selectFrom('callbacks').selectAll().where('id', '=', id)
        const callback = await row.executeTakeFirst()
        const result = callback ? await change(transaction, callback, this.#now()) : refused('unknown')
        const changed = result.ok ? [id, ...(result.changed ?? [])] : []
        if (result.ok) await notifyChanged(transaction, changed)
        return { changed, result }
      }),
    )
    if (result.ok) this.#onChanged(changed)
    return result
  }
}

function refused(refusal: CallRefusal): { ok: false; refusal: CallRefusal } {
  return { ok: false, refusal }
}

function after(now: Date, ms: number): string {
  return new Date(now.getTime() + ms).toISOString()
}

function ago(now: Date, ms: number): string {
  return after(now, -ms)
}
