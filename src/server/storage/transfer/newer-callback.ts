import type { Selectable } from 'kysely'
import { CLAIM_MS } from '../callbacks/calls.ts'
import type { Database } from '../database/open-database.ts'
import type { CallbacksTable } from '../database/schema.ts'

type Progress = Pick<
  Selectable<CallbacksTable>,
  'id' | 'tried_at' | 'settled_at' | 'claimed_until' | 'due_until' | 'status'
>

/**
 * Finds out whether a row of a callback is newer than a row of another store: the one with the later claim, call, undo or
 * restoring from spam. Without a difference it is the one whose window ends first, since a request has joined it.
 */
export class CallbackProgress {
  /** When a call was undone, or the callback restored, by id. */
  readonly #takenBack: ReadonlyMap<string, string>

  private constructor(takenBack: ReadonlyMap<string, string>) {
    this.#takenBack = takenBack
  }

  static async of(database: Database, ids: readonly string[]): Promise<CallbackProgress> {
    if (ids.length === 0) return new CallbackProgress(new Map())
    const rows = await database
      .selectFrom('attempts')
      .select(['callback', (eb) => eb.fn.max('undone_at').as('at')])
      .where('callback', 'in', ids)
      .groupBy('callback')
      .unionAll(
        database
          .selectFrom('callback_events')
          .select(['callback', (eb) => eb.fn.max<string | null>('at').as('at')])
          .where('callback', 'in', ids)
          .where('kind', '=', 'restored')
          .groupBy('callback'),
      )
      .execute()
    const latest = new Map<string, string>()
    for (const { callback, at } of rows) {
      if ((at ?? '') > (latest.get(callback) ?? '')) latest.set(callback, at ?? '')
    }
    return new CallbackProgress(latest)
  }

  /** @param id under which this store has the row */
  isNewer(id: string, row: Progress, other: Progress, others: CallbackProgress): boolean {
    const here = this.#latest(id, row)
    const there = others.#latest(other.id, other)
    return here === there ? row.due_until < other.due_until : here > there
  }

  #latest(id: string, { tried_at, settled_at, claimed_until }: Progress): string {
    const claimed_at = claimed_until && new Date(Date.parse(claimed_until) - CLAIM_MS).toISOString()
    return (
      [tried_at, settled_at, claimed_at, this.#takenBack.get(id)]
        .map((at) => at ?? '')
        .sort()
        .at(-1) ?? ''
    )
  }
}
