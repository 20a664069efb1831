import { OUTCOMES } from '../../../callback-request/calling/outcomes.ts'
import { type Actor, recordEvent } from '../audit/audit-events.ts'
import type { Database } from '../database/open-database.ts'
import type { Erasures, FoundRequest } from './erasures.ts'

/** How many references of a number are named: more would not help anybody to look for them in a mailbox. */
const REFERENCES_NAMED = 200

/** So few that one query counts them in some milliseconds. */
const COUNTED_AT_ONCE = 200

/** What is stored of a number. */
export interface NumberCounts {
  requests: number
  /** Those of which no request of another number is left. */
  callbacks: number
  notes: number
  /** Calls, undone ones among them. */
  tries: number
  messages: number
  /** Of the requests: the newest 200, newest first. */
  references: string[]
}

/** Erases everything of the telephone number that a request has, as `requests erase --phone` does. */
export class NumberErasures {
  readonly #database: Database
  readonly #erasures: Erasures
  readonly #now: () => Date

  constructor(database: Database, erasures: Erasures, now: () => Date) {
    this.#database = database
    this.#erasures = erasures
    this.#now = now
  }

  /** What would be erased. Undefined when there is no such request. @throws StoreUnavailable */
  async count(reference: string): Promise<NumberCounts | undefined> {
    const found = await this.#erasures.findNumberOf(reference)
    return found && this.#countOf(found)
  }

  /**
   * Erases it, with an audit event in the same transaction, which says how many requests there were.
   *
   * @returns what was erased; undefined when there is no such request
   * @throws StoreUnavailable when not everything could be erased; it can be repeated with another of its references
   */
  async erase(reference: string, actor: Actor): Promise<NumberCounts | undefined> {
    const found = await this.#erasures.findNumberOf(reference)
    if (!found) return undefined
    const counts = await this.#countOf(found)
    const detail = { count: counts.requests }
    const erased = await this.#erasures.eraseFound(found, (transaction) =>
      recordEvent(transaction, this.#now(), actor, 'erased', { subject: reference, detail }),
    )
    return erased === 0 ? undefined : counts
  }

  async #countOf(found: readonly FoundRequest[]): Promise<NumberCounts> {
    const all = found.map(({ reference }) => reference)
    const callbacks = await this.#callbacksOnlyOf(found)
    return {
      requests: found.length,
      callbacks: callbacks.length,
      notes: await this.#rowsIn('notes', 'callback', callbacks),
      tries: await this.#rowsIn('attempts', 'callback', callbacks),
      messages: await this.#rowsIn('outbox_messages', 'reference', all),
      references: all.toReversed().slice(0, REFERENCES_NAMED),
    }
  }

  /** The callbacks that have no other requests than these. */
  async #callbacksOnlyOf(found: readonly FoundRequest[]): Promise<string[]> {
    const known = Map.groupBy(found, ({ callback }) => callback)
    const ids = [...known.keys()].filter((id) => id !== null)
    const stored = await this.#eachPage(ids, (page) =>
      this.#database
        .selectFrom('callback_requests')
        .select(['callback', (eb) => eb.fn.countAll().as('requests')])
        .where('callback', 'in', page)
        .groupBy('callback')
        .execute(),
    )
    return stored.flatMap(({ callback, requests }) =>
      callback !== null && Number(requests) === known.get(callback)?.length ? callback : [],
    )
  }

  async #rowsIn(
    table: 'notes' | 'attempts' | 'outbox_messages',
    column: 'callback' | 'reference',
    values: readonly string[],
  ): Promise<number> {
    const { ref } = this.#database.dynamic
    const counts = await this.#eachPage(values, (page) =>
      this.#database
        .selectFrom(table)
        .select((eb) => eb.fn.countAll().as('rows'))
        .where(ref(column), 'in', page)
        // What else was done with a callback is no call.
        .$if(table === 'attempts', (query) => query.where(ref('what'), 'in', OUTCOMES))
        .execute(),
    )
    return counts.reduce((sum, { rows }) => sum + Number(rows), 0)
  }

  async #eachPage<Row>(values: readonly string[], read: (page: string[]) => Promise<Row[]>): Promise<Row[]> {
    const rows: Row[] = []
    for (let start = 0; start < values.length; start += COUNTED_AT_ONCE) {
      rows.push(...(await read(values.slice(start, start + COUNTED_AT_ONCE))))
    }
    return rows
  }
}
