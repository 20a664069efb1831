import { setImmediate } from 'node:timers/promises'
import { phoneReadings } from '../../../callback-request/phone-key.ts'
import { type Actor, COMMAND_LINE, recordEvent } from '../audit/audit-events.ts'
import type { Database } from '../database/open-database.ts'
import { pagesInOrder } from '../requests/pages-in-order.ts'
import { wordOfEmail, wordOfPhone } from '../search/request-words.ts'
import { erasedAmong, eraseRequests, knownErasures, type RequestIdentity, recordErasures } from './erased-requests.ts'
import type { ErasureList } from './erasure-list.ts'

const DAY_MS = 24 * 60 * 60_000

const PAGE_ITEMS = 200

/** The person whose requests are erased, or the one request. */
export type ErasureSubject = { email: string } | { phone: string } | { reference: string }

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
    const found = await requestsOf(this.#database, subject).select(['reference', 'received_at']).execute()
    const count = found.length
    const event = by ? { subject: by.reference, detail: { count } } : { detail: { count, how: 'command' } }
    return this.#eraseFound(found, { now, actor: by?.actor ?? COMMAND_LINE, event })
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
    for await (const page of pagesInOrder(old)) erased += await this.#eraseFound(page)
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
    recorded?: { now: Date; actor: Actor; event: Parameters<typeof recordEvent>[4] },
  ): Promise<number> {
    let erased = 0
    for await (const page of inPages(found)) {
      erased += await this.#database.transaction().execute(async (transaction) => {
        const count = await eraseRequests(transaction, page, this.#list)
        if (recorded && count > 0 && erased === 0) {
          await recordEvent(transaction, recorded.now, recorded.actor, 'erased', recorded.event)
        }
        return count
      })
      for (const listener of this.#listeners) listener()
    }
    return erased
  }

  async #listed(): Promise<string[]> {
    return (await this.#list?.hashesSoFar()) ?? []
  }

  #requests() {
    return this.#database.selectFrom('callback_requests').select(['reference', 'received_at'])
  }
}

/** Pages so small that a query with one takes some milliseconds; between them posts have their turn. */
async function* inPages<Item>(items: readonly Item[]): AsyncGenerator<Item[]> {
  for (let start = 0; start < items.length; start += PAGE_ITEMS) {
    yield items.slice(start, start + PAGE_ITEMS)
    await setImmediate()
  }
}

/**
 * The requests of a person, or the one request: by e-mail, ignoring case and surrounding spaces, or by the last ten digits
 * of a phone number, whatever is before or between them, also when it was typed with a decimal part.
 */
export function requestsOf(database: Database, subject: ErasureSubject) {
  const requests = database.selectFrom('callback_requests')
  if ('reference' in subject) return requests.where('reference', '=', subject.reference)
  const words = 'email' in subject ? [wordOfEmail(subject.email)] : phoneReadings(subject.phone).map(wordOfPhone)
  return requests.where('reference', 'in', (eb) =>
    eb.selectFrom('request_words').select('request_words.reference').where('word', 'in', words),
  )
}

/** The telephone number of a request. Undefined when there is no such request. @throws StoreUnavailable */
export async function phoneOf(database: Database, reference: string | undefined): Promise<string | undefined> {
  if (reference === undefined) return undefined
  const request = await requestsOf(database, { reference }).select('phone').executeTakeFirst()
  return request?.phone
}
