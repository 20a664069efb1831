import { setImmediate } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import { erasureHash, erasureKeyOf, type RequestIdentity } from './erasure-hash.ts'
import type { ErasureList } from './erasure-list.ts'
import { belongsTo, type ErasureSubject } from './erasure-subject.ts'
import { type Database, isPostgres } from './open-database.ts'
import type { Schema } from './schema.ts'
import { onStore } from './store-unavailable.ts'

/** Few enough that a page is erased in some milliseconds, after which posts have their turn. */
const PAGE_ROWS = 200

/** The name under which erasing transactions exclude each other on PostgreSQL: any number that nobody else uses. */
const LOCK = 715_517_204

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
   * Erases what was received before an instant.
   *
   * @returns how many requests
   * @throws StoreUnavailable when not all of them could be
   */
  purge(before: Date): Promise<number> {
    return this.#eraseAmong({ before }, async (rows) => rows)
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
    const listed = new Set(hashes)
    const key = await onStore(() => erasureKeyOf(this.#database))
    const erased = await this.#eraseAmong({}, async (rows) => {
      const hashOf = new Map(rows.map((row) => [row, erasureHash(key, row)]))
      const known = await knownErasures(this.#database, [...hashOf.values()])
      return rows.filter((row) => {
        const hash = hashOf.get(row) ?? ''
        return listed.has(hash) || known.has(hash)
      })
    })
    // Last, for what stands in the table counts as carried out.
    for (const page of pagesOf(hashes)) {
      await onStore(() => remember(this.#database, page))
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

  async *#pages({ before, reference }: { before?: Date; reference?: string | undefined }): AsyncGenerator<Candidate[]> {
    let query = this.#database.selectFrom('callback_requests').select(['reference', 'received_at', 'email', 'phone'])
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
    const references = rows.map(({ reference }) => reference)
    const work = async (transaction: Transaction<Schema>) => {
      if (isPostgres(this.#database)) await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction)
      // Messages first, as everybody else locks them: nobody waits in a circle.
      await transaction.deleteFrom('outbox_messages').where('reference', 'in', references).execute()
      const gone = await transaction
        .deleteFrom('callback_requests')
        .where('reference', 'in', references)
        .returning(['reference', 'received_at'])
        .execute()
      const key = await erasureKeyOf(transaction)
      const hashes = gone.map((row) => erasureHash(key, row))
      const known = await knownErasures(transaction, hashes)
      this.#list?.append(hashes.filter((hash) => !known.has(hash)))
      await remember(transaction, hashes)
      return gone.length
    }
    return onStore(() => this.#database.transaction().execute(work))
  }
}

function* pagesOf(hashes: readonly string[]): Generator<string[]> {
  for (let start = 0; start < hashes.length; start += PAGE_ROWS) yield hashes.slice(start, start + PAGE_ROWS)
}

interface Candidate extends RequestIdentity {
  email: string
  phone: string
}

/** Which of these hashes stand for requests that a store has erased. */
export async function knownErasures(database: Database, hashes: readonly string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  const rows = await database.selectFrom('erasures').select('hash').where('hash', 'in', hashes).execute()
  return new Set(rows.map(({ hash }) => hash))
}

async function remember(database: Database, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return
  const rows = hashes.map((hash) => ({ hash }))
  await database
    .insertInto('erasures')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
