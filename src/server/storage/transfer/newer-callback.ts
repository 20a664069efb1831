import type { Selectable } from 'kysely'
import { CLAIM_MS } from '../callbacks/calls.ts'
import type { Database } from '../database/open-database.ts'
import type { CallbacksTable } from '../database/schema.ts'

type Progress = Pick<
  Selectable<CallbacksTable>,
  'id' | 'tried_at' | 'settled_at' | 'claimed_until' | 'due_until' | 'status'
>

/**
 * Finds out whether a row of a callback is newer than a row of another store: the one with the later claim, call or undo.
 * Without a difference it is the one whose window ends first, since a request has joined it.
 */
export class CallbackProgress {
  readonly #undone: ReadonlyMap<string, string>

  private constructor(undone: ReadonlyMap<string, string>) {
    this.#undone = undone
  }

  static async of(database: Database, ids: readonly string[]): Promise<CallbackProgress> {
    if (ids.length === 0) return new CallbackProgress(new Map())
    const rows = await database
      .selectFrom('attempts')
      .select(['callback', (eb) => eb.fn.max('undone_at').as('at')])
      .where('callback', 'in', ids)
      .groupBy('callback')
      .execute()
    return new CallbackProgress(new Map(rows.map(({ callback, at }) => [callback, at ?? ''])))
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
      [tried_at, settled_at, claimed_at, this.#undone.get(id)]
        .map((at) => at ?? '')
        .sort()
        .at(-1) ?? ''
    )
  }
}
