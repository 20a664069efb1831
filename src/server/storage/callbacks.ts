import { sql } from 'kysely'
import type { CallReport, SavedCall } from '../../callback-request/calling/callback-row.ts'
import { isOutcome } from '../../callback-request/calling/outcomes.ts'
import { chosenEffects, effectsOfCall, type OpenPromise } from '../../callback-request/calling/promises.ts'
import {
  type ClaimOptions,
  holderOf,
  isAnothers,
  isStillUndone,
  whyNotCall,
  whyNotChange,
  whyNotClaim,
  whyNotReport,
  whyNotUndo,
} from '../../callback-request/calling/refusals.ts'
import { anytimeFrom, type ChosenWindow } from '../../callback-request/calling/windows.ts'
import type { Calendar } from '../../callback-request/calling-days.ts'
import { Line } from './database/line.ts'
import type { Database } from './database/open-database.ts'
import { isFull, lockNumbers } from './people-at-a-number.ts'
import { restoreRequest } from './spam.ts'
import {
  type Caller,
  type CallResult,
  callbacksAmong,
  decide,
  earlierReport,
  foldAgain,
  historyOf,
  hold,
  holdsAround,
  mark,
  otherOpen,
  release,
  type Step,
  unblock,
  writeChange,
  writeNote,
} from './stored-callback.ts'
import { done, lock, refused, type Writing, write, writingIn } from './write.ts'

/** How many changes run at once: those that wait for the same number leave connections for the visitors. */
const MAX_AT_ONCE = 4

/**
 * All that staff do with callbacks. Each is one transaction: it locks the callback, checks, writes what happened with its
 * audit event, and computes the callback again.
 */
export class Callbacks {
  readonly #database: Database
  readonly #calendar: Calendar
  readonly #now: () => Date
  readonly #onChanged: () => void
  readonly #line = new Line(MAX_AT_ONCE)

  /** @param onChanged called after each change that is on disk */
  constructor(database: Database, calendar: Calendar, now: () => Date, onChanged = () => {}) {
    this.#database = database
    this.#calendar = calendar
    this.#now = now
    this.#onChanged = onChanged
  }

  /** Holds a callback for 15 minutes from now. Of two callers at once one gets it. */
  claim(id: string, caller: Caller, options: ClaimOptions): Promise<CallResult<undefined>> {
    return this.#change(id, caller, async (step) => {
      const { callback } = step
      const why = whyNotClaim(callback, step, options)
      if (why) return refused(why.refusal, why.about)
      await hold(step)
      if (holderOf(callback, step.holds) !== caller.by) {
        await writeChange(step, 'claimed')
        await step.record('claimed', callback.first_reference)
      }
      return done(undefined)
    })
  }

  /** Ends a claim. A manager also ends another's, and with it that person's right to say what came of the call. */
  release(id: string, caller: Caller, isManager: boolean): Promise<CallResult<undefined>> {
    return this.#change(id, caller, async (step) => {
      const { callback } = step
      const endsAnothers = isAnothers(callback, step)
      if (endsAnothers && !isManager) return refused('claimed')
      await release(step, endsAnothers ? null : callback.last_held_by)
      if (endsAnothers) {
        await writeChange(step, 'released')
        await step.record('released', callback.first_reference)
      }
      return done(undefined)
    })
  }

  /** Saves what came of a call, of whoever holds the callback or held it last. The same key and report are saved once. */
  report(id: string, caller: Caller, { outcome, note, later, incoming, once }: CallReport) {
    return this.#change(id, caller, async (step) => {
      const { transaction, callback, at } = step
      const earlier = await earlierReport(step, once)
      if (earlier) return earlier
      const refusal = whyNotReport(callback, step)
      if (refusal) return refused(refusal)
      if (note) await writeNote(step, note)
      const key = once && { idempotency_key: once.key, body_hash: once.bodyHash }
      const began_at = (incoming ? null : callback.call_began_at) ?? at.toISOString()
      const call = { outcome, later, began_at, at: at.toISOString() }
      const effects = (open: readonly OpenPromise[], id: string) =>
        effectsOfCall(open, { ...call, id }, callback.first_slot, this.#calendar)
      const attempt = await decide(step, outcome, effects, { began_at, incoming: incoming ? 1 : 0, ...key })
      await release(step, null)
      if (outcome === 'spam') await mark(transaction, callback.id, 'marked')
      if (outcome === 'do_not_call') {
        // Holds back what the number asks from now on.
        await sql`insert into blocked_numbers (callback, number) values (${callback.id}, ${callback.number})
          on conflict do nothing`.execute(transaction)
      }
      await step.record('outcome', callback.first_reference, { outcome })
      return done({ id: attempt, began_at, at: call.at, outcome })
    })
  }

  /** What `report` returned for a key before; `unknown` when it came for the first time. */
  reported(id: string, caller: Caller, once: CallReport['once']): Promise<CallResult<SavedCall>> {
    return this.#change(id, caller, async (step) => (await earlierReport(step, once)) ?? refused('unknown'))
  }

  /**
   * Takes an outcome back within ten minutes, for its author and while it is the callback's latest change. The author then
   * holds the callback again, unless it is another one. Nobody loses a call to it: while a colleague calls the number, it
   * is refused. Sent again, it gives the same until something else changes the callback.
   */
  undo(id: string, caller: Caller, attempt: string): Promise<CallResult<undefined>> {
    return this.#change(id, caller, async (step) => {
      const { transaction, callback, at } = step
      const { requests, changes } = await historyOf(transaction, callback.id)
      // Another time cannot be undone: it is simply chosen once more.
      const made = changes.find(({ id, what }) => id === attempt && isOutcome(what))
      if (!made) return refused('unknown')
      const isRepeated = made.by === caller.by && isStillUndone(made, callback, requests)
      const refusal = isRepeated ? undefined : whyNotUndo(made, changes.toReversed(), { ...caller, at })
      if (refusal) return refused(refusal)
      const colleagues = whyNotCall(callback, step)
      if (colleagues) return refused(colleagues.refusal, colleagues.about)
      const other = await otherOpen(step)
      if (other !== undefined) return refused('superseded', other)
      if (isRepeated) return done(undefined)
      if (callback.settled_at !== null && (await isFull(transaction, callback))) return refused('full')

      if (made.what === 'spam') await mark(transaction, callback.id, null)
      // Another callback of the number may have asked not to be called since.
      await sql`delete from blocked_numbers where callback = ${callback.id}`.execute(transaction)
      const undone_at = at.toISOString()
      await sql`update attempts set undone_at = ${undone_at} where id = ${attempt}`.execute(transaction)
      await foldAgain(transaction, callback.id)
      const began = made.incoming === 1 ? callback.call_began_at : made.began_at
      if (step.holds.every(({ by }) => by !== caller.by)) await hold(step, began)
      else {
        // Whoever holds another one may say what came of the call again, and no more.
        await sql`update callbacks set last_held_by = ${caller.by}, call_began_at = ${began}
          where id = ${callback.id}`.execute(transaction)
      }
      await step.record('undone', callback.first_reference, { outcome: made.what })
      return done(undefined)
    })
  }

  /** Gives an open callback another window without a call. */
  reschedule(id: string, caller: Caller, chosen: ChosenWindow): Promise<CallResult<undefined>> {
    return this.#change(id, caller, async (step) => {
      const { callback } = step
      const refusal = whyNotChange(callback, step)
      if (refusal) return refused(refusal)
      await decide(step, 'rescheduled', (open, id) => chosenEffects(open, id, chosen, callback.first_slot))
      await step.record('rescheduled', callback.first_reference)
      return done(undefined)
    })
  }

  /** Opens a settled callback again: in a chosen window, or from now on for 24 hours. */
  reopen(id: string, caller: Caller, chosen: ChosenWindow | null): Promise<CallResult<undefined>> {
    return this.#change(id, caller, async (step) => {
      const { transaction, callback, at } = step
      const other = callback.settled_at === null ? callback.id : await otherOpen(step)
      if (other !== undefined) return refused('open', other)
      const { requests } = await historyOf(transaction, callback.id)
      if (requests.every(({ withdrawn_at }) => withdrawn_at !== null)) return refused('withdrawn')
      if (await isFull(transaction, callback)) return refused('full')
      const window = chosen ?? anytimeFrom(at)
      await decide(step, 'reopened', (open, id) => chosenEffects(open, id, window, callback.first_slot))
      await mark(transaction, callback.id, null)
      await unblock(transaction, callback.number)
      await step.record('reopened', callback.first_reference)
      return done(undefined)
    })
  }

  addNote(id: string, caller: Caller, text: string): Promise<CallResult<{ id: string; at: string }>> {
    return this.#change(id, caller, async (step) => {
      const { callback } = step
      const note = await writeNote(step, text)
      await step.record('note', callback.first_reference)
      return done({ id: note, at: step.at.toISOString() })
    })
  }

  /**
   * Says that a request is no spam: it joins the person's open callback; or opens again the one that was settled as spam or
   * "do not call" with it, with all requests of that; or opens one. A window that is over is replaced by the next one.
   *
   * @returns the callback's id; refusal `unknown` when there is no such request, or it is in no list of spam
   */
  async restore(reference: string, caller: Caller): Promise<CallResult<string>> {
    if (reference.includes('\0')) return refused('unknown')
    return this.#run(caller, async (writing) => {
      const restored = await restoreRequest({ ...writing, caller, calendar: this.#calendar }, reference)
      if (restored.ok) await writing.record('restored', reference)
      return restored
    })
  }

  /** @param id the callback's, or the reference of one of its requests */
  async #change<Value>(id: string, caller: Caller, change: (step: Step) => Promise<CallResult<Value>>) {
    if (id.includes('\0')) return refused('unknown')
    return this.#run(caller, async ({ transaction }) => {
      // Each change of the same person may release what another one holds.
      await lock(transaction, `person ${caller.by}`)
      const wanted = sql`select ${id} as id union all select callback from callback_requests where reference = ${id}`
      // With those that the caller holds: a claim releases them.
      await lockNumbers(transaction, sql`callbacks where id in (${wanted}) or claimed_by = ${caller.by}`)
      // Only now: a request may have joined another callback while this transaction waited.
      const [callback] = await callbacksAmong(transaction, wanted)
      if (!callback) return refused('unknown')
      // The instant, too: another change, for which this one has waited, came before.
      const step = { ...writingIn(transaction, caller, this.#now()), callback, caller, by: caller.by }
      return change({ ...step, holds: await holdsAround(step) })
    })
  }

  async #run<Value>(caller: Caller, work: (writing: Writing) => Promise<CallResult<Value>>) {
    const result = await this.#line.run(() => write({ database: this.#database, actor: caller, at: this.#now() }, work))
    if (result.ok) this.#onChanged()
    return result
  }
}
