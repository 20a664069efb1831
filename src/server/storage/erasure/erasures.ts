import type { Transaction } from 'kysely'
import { phoneReadings } from '../../../callback-request/phone-key.ts'
import { comparableEmail } from '../../../callback-request/search-text.ts'
import { COMMAND_LINE, recordEvent } from '../audit/audit-events.ts'
import type { Database } from '../database/open-database.ts'
import { inPages } from '../database/page-by-key.ts'
import type { Schema } from '../database/schema.ts'
import { pagesInOrder } from '../requests/pages-in-order.ts'
import { eraseRequests } from './erase-requests.ts'
import { erasedAmong, knownErasures, type RequestIdentity, recordErasures } from './erased-requests.ts'
import type { ErasureList } from './erasure-list.ts'

const DAY_MS = 24 * 60 * 60_000

/** The person whose requests are erased, or the one request. */
export type ErasureSubject = { email: string } | { phone: string } | { reference: string }

/** A request of a person, and the callback that it belongs to. */
export interface FoundRequest extends RequestIdentity {
  callback: string | null
}

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
  readonly #listeners: (() => void)[] = []

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
   * erases any of it.
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
    const all = this.#requests().select(['email', 'phone', 'callback'])
    const query = 'reference' in subject ? all.where('reference', '=', subject.reference) : all
    const belongsToSubject = belongsTo(subject)
    const found: FoundRequest[] = []
    for await (const rows of pagesInOrder(query)) found.push(...rows.filter(belongsToSubject))
    return found
  }

  /**
   * All requests of the telephone number that a request has. Undefined when there is no such request.
   *
   * @throws StoreUnavailable
   */
  async findNumberOf(reference: string): Promise<FoundRequest[] | undefined> {
    const request = await this.#requests().select('phone').where('reference', '=', reference).executeTakeFirst()
    return request && this.find({ phone: request.phone })
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
    record?: (transaction: Transaction<Schema>) => Promise<void>,
  ): Promise<number> {
    let erased = 0
    await inPages(found, async (page) => {
      erased += await this.#database.transaction().execute(async (transaction) => {
        const count = await eraseRequests(transaction, page, this.#list)
        if (count > 0 && erased === 0) await record?.(transaction)
        return count
      })
      for (const listener of this.#listeners) listener()
      return []
    })
    return erased
  }

  /**
   * Erases requests that were received before an instant by their date, and before an instant by the store's own clock.
   *
   * @returns how many requests
   * @throws StoreUnavailable when not all of them could be erased
   */
  async purge({ received, kept }: PurgeLimits): Promise<number> {
    const old = this.#requests()
      .where('received_at', '<', received.toISOString())
      .where((eb) => eb.or([eb('kept_from', 'is', null), eb('kept_from', '<', kept.toISOString())]))
    let erased = 0
    for await (const page of pagesInOrder(old)) erased += await this.eraseFound(page)
    return erased
  }

  /**
   * The reference of the latest request, if it is dated more than a day after now: a clock was ahead when it came, or
   * is behind now.
   *
   * @throws StoreUnavailable
   */
  async latestReceivedAfter(now: Date): Promise<string | undefined> {
    const latest = await this.#requests().orderBy('received_at', 'desc').limit(1).executeTakeFirst()
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
    const hashes = await this.#listed()
    const listed = new Set(hashes)
    let erased = 0
    for await (const page of pagesInOrder(this.#requests())) {
      erased += await this.eraseFound(await erasedAmong(this.#database, page, listed))
    }
    // Last, since a hash in the table counts as finished.
    await inPages(hashes, async (page) => {
      await recordErasures(this.#database, page)
      return []
    })
    return erased
  }

  /**
   * As `finish`, but reads the requests only when a hash on the list is not in the table: an erasure adds its hash to the
   * table in its own transaction. On PostgreSQL there is no list and nothing to do.
   *
   * @throws like `finish`
   */
  async finishLatest(): Promise<number> {
    const unfinished = await inPages(await this.#listed(), async (page) => {
      const known = await knownErasures(this.#database, page)
      return page.filter((hash) => !known.has(hash))
    })
    return unfinished.length > 0 ? this.finish() : 0
  }

  async #listed(): Promise<string[]> {
    return (await this.#list?.hashesSoFar()) ?? []
  }

  #requests() {
    return this.#database.selectFrom('callback_requests').select(['reference', 'received_at'])
  }
}

/**
 * Finds out whether a stored request belongs to the subject: by e-mail, ignoring case and surrounding spaces, or by the
 * last ten digits of a phone number, whatever is before or between them, also when it was typed with a decimal part.
 */
function belongsTo(subject: ErasureSubject): (row: Record<'reference' | 'email' | 'phone', string>) => boolean {
  if ('reference' in subject) return ({ reference }) => reference === subject.reference
  if ('email' in subject) return ({ email }) => comparableEmail(email) === comparableEmail(subject.email)
  const wanted = phoneReadings(subject.phone)
  return ({ phone }) => phoneReadings(phone).some((reading) => wanted.includes(reading))
}
