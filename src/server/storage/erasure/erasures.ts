import { setImmediate } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import { type Actor, COMMAND_LINE, recordEvent } from '../audit/audit-events.ts'
import { Changes } from '../callbacks/changes.ts'
import { type Database, read } from '../database/open-database.ts'
import { pagesInOrder, RECEIPT } from '../database/page-by-key.ts'
import type { Schema } from '../database/schema.ts'
import { erasedAmong, eraseRequests, knownErasures, type RequestIdentity, recordErasures } from './erased-requests.ts'
import type { ErasureList } from './erasure-list.ts'
import { type ErasureSubject, isOf } from './erasure-subject.ts'

const PAGE_ITEMS = 200

const REQUESTS = sql<RequestIdentity>`select reference, received_at from callback_requests`

/** The instants before which a request has been kept long enough: by its date, and by the store's own clock. */
export interface PurgeLimits {
  received: Date
  kept: Date
}

/**
 * Erases requests with their messages and idempotency keys, and records their hashes. The hash is on disk, in the list,
 * before the request is erased: a crash can leave a listed request that `finish` must still erase, but never an erased
 * request that is not on the list.
 */
export class Erasures {
  readonly #database: Database
  readonly #list: ErasureList | undefined
  readonly #changes: Changes

  /**
   * @param list the file that outlives the database; undefined on PostgreSQL, where operators copy the table instead
   * @param changes tells the open pages; a command, which has none, tells those of servers
   */
  constructor(database: Database, list: ErasureList | undefined, changes = new Changes(database)) {
    this.#database = database
    this.#list = list
    this.#changes = changes
  }

  /**
   * Erases everything of a person, or one request, up to 200 in one transaction, with an audit event in the first one.
   * Nothing that was erased is left in the event of a command, not even a reference.
   *
   * @param by who asked for it, and for which reference; by default the command line
   * @returns how many requests
   * @throws StoreUnavailable when not all of them could be erased; it can be repeated
   */
  async erase(
    subject: ErasureSubject,
    { now = new Date(), by }: { now?: Date; by?: { actor: Actor; reference: string } } = {},
  ): Promise<number> {
    const found = await read(this.#database, sql<RequestIdentity>`${REQUESTS} where ${isOf(subject)}`)
    const count = found.length
    const { actor = COMMAND_LINE, reference = null } = by ?? {}
    const detail = by ? { count } : { count, how: 'command' }
    return this.#eraseFound(found, (transaction) => recordEvent(transaction, now, actor, 'erased', reference, detail))
  }

  /**
   * Erases requests that were received before an instant by their date, and before an instant by the store's own clock.
   *
   * @returns how many requests
   * @throws StoreUnavailable when not all of them could be erased
   */
  async purge({ received, kept }: PurgeLimits): Promise<number> {
    const old = sql<RequestIdentity>`${REQUESTS} where received_at < ${received.toISOString()}
      and (kept_from is null or kept_from < ${kept.toISOString()})`
    let erased = 0
    for await (const page of pagesInOrder(this.#database, old, RECEIPT)) erased += await this.#eraseFound(page)
    return erased
  }

  /**
   * Erases all stored requests that are on the list, after an erasure was interrupted or an old backup was restored.
   * Reads every request.
   *
   * @returns how many requests
   * @throws StoreUnavailable when not all of them could be erased
   */
  async finish(): Promise<number> {
    const hashes = await this.#listed()
    const listed = new Set(hashes)
    let erased = 0
    const all = sql<RequestIdentity>`${REQUESTS} where true`
    for await (const page of pagesInOrder(this.#database, all, RECEIPT)) {
      erased += await this.#eraseFound(await erasedAmong(this.#database, page, listed))
    }
    // Last, since a hash in the table counts as finished.
    for await (const page of inPages(hashes)) await recordErasures(this.#database, page)
    return erased
  }

  /**
   * As `finish`, but reads the requests only when a hash on the list is not in the table: an erasure adds its hash to the
   * table in its own transaction. On PostgreSQL there is no list and nothing to do.
   *
   * @throws like `finish`
   */
  async finishLatest(): Promise<number> {
    for await (const page of inPages(await this.#listed())) {
      const known = await knownErasures(this.#database, page)
      if (page.some((hash) => !known.has(hash))) return this.finish()
    }
    return 0
  }

  /** @returns how many of them still existed */
  async #eraseFound(
    found: readonly RequestIdentity[],
    record?: (transaction: Transaction<Schema>) => Promise<void>,
  ): Promise<number> {
    let erased = 0
    for await (const page of inPages(found)) {
      erased += await this.#database.transaction().execute(async (transaction) => {
        const count = await eraseRequests(transaction, page, this.#list)
        if (count > 0 && erased === 0) await record?.(transaction)
        return count
      })
      this.#changes.publish()
      await this.#changes.tellOthers()
    }
    return erased
  }

  async #listed(): Promise<string[]> {
    return (await this.#list?.hashesSoFar()) ?? []
  }
}

/** Pages so small that a query with one takes some milliseconds; between them posts have their turn. */
async function* inPages<Item>(items: readonly Item[]): AsyncGenerator<Item[]> {
  for (let start = 0; start < items.length; start += PAGE_ITEMS) {
    yield items.slice(start, start + PAGE_ITEMS)
    await setImmediate()
  }
}
