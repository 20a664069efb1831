import { setImmediate } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { COMMAND_LINE, recordEvent } from '../audit/audit-events.ts'
import type { Database } from '../database/open-database.ts'
import type { Schema } from '../database/schema.ts'
import { pagesInOrder } from '../requests/pages-in-order.ts'
import { eraseRequests } from './erase-requests.ts'
import { ErasedRequests, knownErasures, recordErasures } from './erased-requests.ts'
import type { RequestIdentity } from './erasure-hash.ts'
import type { ErasureList } from './erasure-list.ts'
import { belongsTo, type ErasureSubject } from './erasure-subject.ts'

/** Few enough that a page of hashes takes some milliseconds, after which posts have their turn. */
const PAGE_HASHES = 200

/** As many as a page of stored requests has. */
const PAGE_REQUESTS = 200

const DAY_MS = 24 * 60 * 60_000

/**
 * Erases requests with their messages and idempotency keys, and records their hashes. The hash is on disk, in the list,
 * before the request is erased: a crash can leave a listed request that `finish` must still erase, but never an erased
 * request that is not on the list.
 */
export class Erasures {
  readonly #database: Database
  readonly #list: ErasureList | undefined
  readonly #listeners: (() => void)[] = []
  /** Up to this position, in bytes, all requests on the list are known to be erased. */
  #finishedBytes = 0

  /** @param list the file that outlives the database; undefined on PostgreSQL, where operators copy the table instead */
  constructor(database: Database, list: ErasureList | undefined) {
    this.#database = database
    this.#list = list
  }

  /** Calls a listener after each erasure by this object that is on disk. */
  onErased(listener: () => void): void {
    this.#listeners.push(listener)
  }

  /**
   * Erases everything of a person, or one request, for the command line: with an audit event in the first transaction that
   * erases something.
   *
   * @returns how many requests
   * @throws StoreUnavailable when not all of them could be erased; it can be repeated
   */
  async erase(subject: ErasureSubject, now = new Date()): Promise<number> {
    const found = await this.find(subject)
    // Nothing that was erased is left in the audit log, not even a reference.
    const event = { detail: { count: found.length, how: 'command' } }
    return this.eraseFound(found, (transaction) => recordEvent(transaction, now, COMMAND_LINE, 'erased', event))
  }

  /**
   * The requests of a person, or the one request, in the order of receipt. For a person it reads every request, in pages
   * between which posts have their turn.
   *
   * @throws StoreUnavailable
   */
  async find(subject: ErasureSubject): Promise<FoundRequest[]> {
    const found: FoundRequest[] = []
    const belongsToSubject = belongsTo(subject)
    const candidates = candidatesIn(this.#database).select('callback')
    const query = 'reference' in subject ? candidates.where('reference', '=', subject.reference) : candidates
    for await (const rows of pagesInOrder(query)) {
      for (const row of rows.filter(belongsToSubject)) found.push(row)
      await setImmediate()
    }
    return found
  }

  /**
   * All requests of the telephone number that a request has. Undefined when there is no such request.
   *
   * @throws StoreUnavailable
   */
  async findNumberOf(reference: string): Promise<FoundRequest[] | undefined> {
    const request = await this.#database
      .selectFrom('callback_requests')
      .select('phone')
      .where('reference', '=', reference)
      .executeTakeFirst()
    return request && this.find(request)
  }

  /**
   * Erases requests that were found, up to 200 in one transaction.
   *
   * @param record is called once, in the transaction that erases the first of them
   * @returns how many of them still existed
   * @throws StoreUnavailable when not all of them could be erased; it can be repeated
   */
  async eraseFound(
    found: readonly RequestIdentity[],
    record: (transaction: Transaction<Schema>) => Promise<void>,
  ): Promise<number> {
    let erased = 0
    for (let start = 0; start < found.length; start += PAGE_REQUESTS) {
      erased += await this.#eraseRows(found.slice(start, start + PAGE_REQUESTS), erased === 0 ? record : undefined)
      await setImmediate()
    }
    return erased
  }

  /**
   * Erases requests that were received before an instant. Where `kept_from` is set, it counts instead of `received_at`,
   * except when it is in the future and no request is dated so late: then it came from a clock that was ahead.
   *
   * @returns how many requests
   * @throws StoreUnavailable when not all of them could be erased
   */
  async purge(before: Date, now: Date): Promise<number> {
    const latest = await this.#latestReceived()
    const tomorrow = new Date(now.getTime() + DAY_MS).toISOString()
    const ignoredAfter = latest && latest.received_at > tomorrow ? latest.received_at : tomorrow
    const end = before.toISOString()
    return this.#eraseAmong(candidatesIn(this.#database).where('received_at', '<', end), async (rows) =>
      rows.filter(({ kept_from }) => kept_from === null || kept_from < end || kept_from > ignoredAfter),
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
   * Erases all stored requests that are on the list, after an erasure was interrupted or an old backup was restored.
   * Reads every request.
   *
   * @returns how many requests
   * @throws StoreUnavailable when not all of them could be erased
   */
  async finish(): Promise<number> {
    const { hashes, end } = await this.#hashesFrom(0)
    const listed = new ErasedRequests(this.#database, hashes)
    const erased = await this.#eraseAmong(candidatesIn(this.#database), (rows) => listed.among(rows))
    // Last, since a hash in the table counts as finished.
    for (const page of pagesOf(hashes)) {
      await recordErasures(this.#database, page)
      await setImmediate()
    }
    this.#finishedBytes = end
    return erased
  }

  /**
   * As `finish`, but reads the requests only when a new hash on the list is not in the table: an erasure adds its hash
   * to the table in its own transaction. On PostgreSQL there is no list and nothing to do.
   *
   * @throws like `finish`
   */
  async finishLatest(): Promise<number> {
    const { hashes, end } = await this.#hashesFrom(this.#finishedBytes)
    for (const page of pagesOf(hashes)) {
      const known = await knownErasures(this.#database, page)
      if (page.some((hash) => !known.has(hash))) return this.finish()
      await setImmediate()
    }
    this.#finishedBytes = end
    return 0
  }

  async #hashesFrom(start: number): Promise<{ hashes: string[]; end: number }> {
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
      // Posts are handled between pages.
      await setImmediate()
    }
    return erased
  }

  #latestReceived(): Promise<RequestIdentity | undefined> {
    return this.#database
      .selectFrom('callback_requests')
      .select(['reference', 'received_at'])
      .orderBy('received_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  }

  async #eraseRows(
    rows: readonly RequestIdentity[],
    record?: (transaction: Transaction<Schema>) => Promise<void>,
  ): Promise<number> {
    const erased = await this.#database.transaction().execute(async (transaction) => {
      const count = await eraseRequests(transaction, rows, this.#list)
      if (count > 0) await record?.(transaction)
      return count
    })
    for (const listener of this.#listeners) listener()
    return erased
  }
}

function* pagesOf(hashes: readonly string[]): Generator<string[]> {
  for (let start = 0; start < hashes.length; start += PAGE_HASHES) yield hashes.slice(start, start + PAGE_HASHES)
}

/** A request of a person, and the callback that it belongs to. */
export interface FoundRequest extends RequestIdentity {
  callback: string | null
}

interface Candidate extends RequestIdentity {
  kept_from: string | null
  email: string
  phone: string
}

function candidatesIn(database: Database) {
  return database.selectFrom('callback_requests').select(['reference', 'received_at', 'kept_from', 'email', 'phone'])
}
