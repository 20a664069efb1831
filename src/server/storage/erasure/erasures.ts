import { setImmediate } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { Database } from '../database/open-database.ts'
import type { Schema } from '../database/schema.ts'
import { onStore } from '../database/store-unavailable.ts'
import { pagesInOrder } from '../requests/pages-in-order.ts'
import { eraseRequests } from './erase-requests.ts'
import { ErasedRequests, knownErasures, rememberErasures } from './erased-requests.ts'
import type { RequestIdentity } from './erasure-hash.ts'
import type { ErasureList } from './erasure-list.ts'
import { belongsTo, type ErasureSubject } from './erasure-subject.ts'

/** Few enough that a page of hashes takes some milliseconds, after which posts have their turn. */
const PAGE_HASHES = 200

const DAY_MS = 24 * 60 * 60_000

/**
 * Erases requests with their messages and idempotency keys, and remembers by a hash that they were erased. The hash is
 * on disk, in the list, before the request is gone: a crash can leave a request that `finish` still has to erase,
 * never one that was erased and is not on the list.
 */
export class Erasures {
  readonly #database: Database
  readonly #list: ErasureList | undefined
  /** Up to where the list is known to have been carried out, in bytes. */
  #listedSoFar = 0

  /** @param list the file that outlives the database; none on PostgreSQL, where the table is shipped away instead */
  constructor(database: Database, list: ErasureList | undefined) {
    this.#database = database
    this.#list = list
  }

  /**
   * Erases everything of a person, or one request.
   *
   * @returns how many requests
   * @throws StoreUnavailable when not all of them could be; to repeat it does no harm
   */
  erase(subject: ErasureSubject): Promise<number> {
    const belongsToSubject = belongsTo(subject)
    const candidates = candidatesIn(this.#database)
    const query = 'reference' in subject ? candidates.where('reference', '=', subject.reference) : candidates
    return this.#eraseAmong(query, async (rows) => rows.filter(belongsToSubject))
  }

  /**
   * Erases what was received before an instant. What is known to have come later than its `received_at` says is judged
   * by its `kept_from`. That does not count when it lies in the future and no request is dated so late: then it came from
   * a clock that was ahead.
   *
   * @returns how many requests
   * @throws StoreUnavailable when not all of them could be
   */
  async purge(before: Date, now: Date): Promise<number> {
    const latest = await this.#latestReceived()
    const tomorrow = new Date(now.getTime() + DAY_MS).toISOString()
    const voidAfter = latest && latest.received_at > tomorrow ? latest.received_at : tomorrow
    const end = before.toISOString()
    return this.#eraseAmong(candidatesIn(this.#database).where('received_at', '<', end), async (rows) =>
      rows.filter(({ kept_from }) => kept_from === null || kept_from < end || kept_from > voidAfter),
    )
  }

  /**
   * The reference of the latest request, if it is dated more than a day after now: a clock was ahead when it came, or
   * is behind now. Until it is erased, the requests after it may be kept too long.
   *
   * @throws StoreUnavailable
   */
  async latestReceivedAfter(now: Date): Promise<string | undefined> {
    const latest = await this.#latestReceived()
    return latest && Date.parse(latest.received_at) > now.getTime() + DAY_MS ? latest.reference : undefined
  }

  /**
   * Erases whatever is on the list and yet there: an erasure was interrupted, or an old backup has been restored. Looks
   * at every request.
   *
   * @returns how many requests
   * @throws StoreUnavailable when not all of them could be
   */
  async finish(): Promise<number> {
    const { hashes, end } = await this.#listedFrom(0)
    const listed = new ErasedRequests(this.#database, hashes)
    const erased = await this.#eraseAmong(candidatesIn(this.#database), (rows) => onStore(() => listed.among(rows)))
    // Last, for what stands in the table counts as carried out.
    for (const page of pagesOf(hashes)) {
      await onStore(() => rememberErasures(this.#database, page))
      await setImmediate()
    }
    this.#listedSoFar = end
    return erased
  }

  /**
   * As `finish`, but looks at the requests only when the list has grown by one whose erasure was not carried out. What
   * was stands in the table as well, by the same transaction. On PostgreSQL the table is all there is: nothing to do.
   *
   * @throws like `finish`
   */
  async finishLatest(): Promise<number> {
    const { hashes, end } = await this.#listedFrom(this.#listedSoFar)
    for (const page of pagesOf(hashes)) {
      const known = await onStore(() => knownErasures(this.#database, page))
      if (page.some((hash) => !known.has(hash))) return this.finish()
      await setImmediate()
    }
    this.#listedSoFar = end
    return 0
  }

  async #listedFrom(start: number): Promise<{ hashes: string[]; end: number }> {
    return (await this.#list?.hashesFrom(start)) ?? { hashes: [], end: 0 }
  }

  async #eraseAmong(
    query: ReturnType<typeof candidatesIn>,
    choose: (rows: Candidate[]) => Promise<Candidate[]>,
  ): Promise<number> {
    let erased = 0
    for await (const rows of pagesInOrder(query)) {
      const chosen = await choose(rows)
      if (chosen.length > 0) erased += await this.#eraseRows(chosen)
    }
    return erased
  }

  #latestReceived(): Promise<RequestIdentity | undefined> {
    return onStore(() =>
      this.#database
        .selectFrom('callback_requests')
        .select(['reference', 'received_at'])
        .orderBy('received_at', 'desc')
        .limit(1)
        .executeTakeFirst(),
    )
  }

  async #eraseRows(rows: readonly RequestIdentity[]): Promise<number> {
    const work = (transaction: Transaction<Schema>) => eraseRequests(transaction, rows, this.#list)
    return onStore(() => this.#database.transaction().execute(work))
  }
}

function* pagesOf(hashes: readonly string[]): Generator<string[]> {
  for (let start = 0; start < hashes.length; start += PAGE_HASHES) yield hashes.slice(start, start + PAGE_HASHES)
}

interface Candidate extends RequestIdentity {
  kept_from: string | null
  email: string
  phone: string
}

function candidatesIn(database: Database) {
  return database.selectFrom('callback_requests').select(['reference', 'received_at', 'kept_from', 'email', 'phone'])
}
