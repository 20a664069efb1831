import { setImmediate } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { Database } from '../database/open-database.ts'
import type { Schema } from '../database/schema.ts'
import { onStore } from '../database/store-unavailable.ts'
import { eraseRequests } from './erase-requests.ts'
import { ErasedRequests, knownErasures, rememberErasures } from './erased-requests.ts'
import type { RequestIdentity } from './erasure-hash.ts'
import type { ErasureList } from './erasure-list.ts'
import { belongsTo, type ErasureSubject } from './erasure-subject.ts'

/** Few enough that a page is erased in some milliseconds, after which posts have their turn. */
const PAGE_ROWS = 200

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
    const isSubjects = belongsTo(subject)
    const reference = 'reference' in subject ? subject.reference : undefined
    return this.#eraseAmong({ reference }, async (rows) => rows.filter(isSubjects))
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
    return this.#eraseAmong({ before }, async (rows) =>
      rows.filter(({ kept_from }) => kept_from === null || kept_from < before.toISOString() || kept_from > voidAfter),
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
    const erased = await this.#eraseAmong({}, (rows) => onStore(() => listed.among(rows)))
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
    bounds: { before?: Date; reference?: string | undefined },
    choose: (rows: Candidate[]) => Promise<Candidate[]>,
  ): Promise<number> {
    let erased = 0
    for await (const rows of this.#pages(bounds)) {
      const chosen = await choose(rows)
      if (chosen.length > 0) erased += await this.#eraseRows(chosen)
      await setImmediate()
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

  async *#pages({ before, reference }: { before?: Date; reference?: string | undefined }): AsyncGenerator<Candidate[]> {
    let query = this.#database
      .selectFrom('callback_requests')
      .select(['reference', 'received_at', 'kept_from', 'email', 'phone'])
    if (before) query = query.where('received_at', '<', before.toISOString())
    if (reference) query = query.where('reference', '=', reference)
    query = query.orderBy('received_at').orderBy('reference').limit(PAGE_ROWS)

    let rows = await onStore(() => query.execute())
    for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
      yield rows
      const { received_at, reference } = last
      const nextPage = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('received_at', 'reference'), '>', tuple(received_at, reference)),
      )
      rows = await onStore(() => nextPage.execute())
    }
  }

  async #eraseRows(rows: readonly RequestIdentity[]): Promise<number> {
    const work = (transaction: Transaction<Schema>) => eraseRequests(transaction, rows, this.#list)
    return onStore(() => this.#database.transaction().execute(work))
  }
}

function* pagesOf(hashes: readonly string[]): Generator<string[]> {
  for (let start = 0; start < hashes.length; start += PAGE_ROWS) yield hashes.slice(start, start + PAGE_ROWS)
}

interface Candidate extends RequestIdentity {
  kept_from: string | null
  email: string
  phone: string
}
