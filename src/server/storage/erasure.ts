import { createHmac } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import { type Actor, COMMAND_LINE, recordEvent } from './audit.ts'
import { Changes } from './database/changes.ts'
import { type Database, query, read } from './database/open-database.ts'
import { pagesInOrder, RECEIPT, rowsInParameter } from './database/rows.ts'
import type { Schema } from './database/schema.ts'
import { translated } from './database/store-unavailable.ts'
import { type ErasureList, type ErasureSubject, isOf } from './erasure-list.ts'
import { keepOverdueMails } from './overdue.ts'
import { lockNumbers } from './people-at-a-number.ts'
import { callbacksAmong, foldWithout } from './stored-callback.ts'
import { eraseWords } from './stored-request.ts'
import { lock } from './write.ts'

const PAGE_ITEMS = 200

/** The lock by which those who erase or restore wait in line, so that posts find a number free between them. */
export const ERASURES = 'erasures'

const REQUESTS = sql<RequestIdentity>`select reference, received_at from callback_requests`

/**
 * Erases requests with their messages and idempotency keys, and records their hashes. The hash is on disk, in the list,
 * before the request is erased: a crash can leave a listed request that `finish` must still erase, but never an erased
 * request that is not on the list. Each act returns how many requests it has erased, and throws StoreUnavailable when not all
 * could be erased: it can be repeated.
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
   * @param by who asked for it, and for which reference; by default the command line
   */
  async erase(
    subject: ErasureSubject,
    { now = new Date(), by }: { now?: Date; by?: { actor: Actor; reference: string } } = {},
  ): Promise<number> {
    const { actor = COMMAND_LINE, reference = null } = by ?? {}
    const eraseAll = async () => {
      const found = await read(this.#database, sql<RequestIdentity>`${REQUESTS} where ${isOf(subject)}`)
      const detail = by ? { count: found.length } : { count: found.length, how: 'command' }
      return this.#eraseFound(found, (transaction) => recordEvent(transaction, now, actor, 'erased', reference, detail))
    }
    // Again, since a request may have joined the same callback before its number was locked.
    return (await eraseAll()) + (await eraseAll())
  }

  /** Erases requests that were received before an instant by their date, and before an instant by the store's own clock. */
  async purge({ received, kept }: { received: Date; kept: Date }): Promise<number> {
    const old = sql<RequestIdentity>`${REQUESTS} where received_at < ${received.toISOString()}
      and (kept_from is null or kept_from < ${kept.toISOString()})`
    let erased = 0
    for await (const page of pagesInOrder(this.#database, old, RECEIPT)) erased += await this.#eraseFound(page)
    return erased
  }

  /** Erases all stored requests on the list, after an interrupted erasure or an old backup. Reads every request. */
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
   * As `finish`, but reads the requests only when a hash on the list is not in the table, to which an erasure adds its hash in
   * its own transaction. On PostgreSQL there is no list and nothing to do.
   */
  async finishLatest(): Promise<number> {
    for await (const page of inPages(await this.#listed())) {
      const known = await knownErasures(this.#database, page)
      if (page.some((hash) => !known.has(hash))) return this.finish()
    }
    return 0
  }

  async #eraseFound(found: readonly RequestIdentity[], record?: (transaction: Transaction<Schema>) => Promise<void>) {
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

/** Identifies a stored request. Neither part ever changes, and backups have both. */
export interface RequestIdentity {
  reference: string
  /** An instant. With it the hash cannot be guessed from the few references, nor match a reference that is used again. */
  received_at: string
}

/** The key with which this store hashes erased requests: its own, and the same in all its backups. */
export async function erasureKeyOf(database: Database): Promise<string> {
  return (await database.selectFrom('store').select('erasure_key').executeTakeFirstOrThrow()).erasure_key
}

/** A request's entry on an erasure list: HMAC-SHA256, in hex. */
function erasureHash(key: string, { reference, received_at }: RequestIdentity): string {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(`${reference} ${received_at}`).digest('hex')
}

/** Those of the given requests whose hashes are in the store's table, or listed, as after an interruption. */
export async function erasedAmong(
  database: Database,
  requests: readonly RequestIdentity[],
  listed: ReadonlySet<string>,
): Promise<RequestIdentity[]> {
  const key = await erasureKeyOf(database)
  const hashed = requests.map((request) => ({ request, hash: erasureHash(key, request) }))
  const hashes = hashed.map(({ hash }) => hash)
  const known = await knownErasures(database, hashes)
  return hashed.filter(({ hash }) => known.has(hash) || listed.has(hash)).map(({ request }) => request)
}

export async function knownErasures(database: Database, hashes: readonly string[]): Promise<Set<string>> {
  const given = rowsInParameter(database, 'erasures', ['hash'], rowsOf(hashes))
  const known = sql<{ hash: string }>`select hash from erasures where hash in (select hash from ${given} as given)`
  return new Set((await read(database, known)).map(({ hash }) => hash))
}

export async function recordErasures(database: Database, hashes: readonly string[]): Promise<void> {
  const given = rowsInParameter(database, 'erasures', ['hash'], rowsOf(hashes))
  await sql`insert into erasures (hash) select hash from ${given} as given where true
    on conflict do nothing`.execute(database)
}

const rowsOf = (hashes: readonly string[]) => hashes.map((hash) => ({ hash }))

/**
 * Erases requests with their messages and the callbacks that only they had, computes the others again as if they had
 * never had these, and records their hashes in the store's table and on its list, which is on disk before the transaction can
 * commit. @returns how many of them existed
 */
export async function eraseRequests(
  transaction: Transaction<Schema>,
  requests: readonly RequestIdentity[],
  list?: ErasureList,
): Promise<number> {
  const references = sql.join(requests.map(({ reference }) => reference))
  const own = sql`callback_requests where reference in (${references})`
  await lock(transaction, ERASURES)
  await lockNumbers(transaction, own)
  const callbacks = await callbacksAmong(transaction, sql`select callback from ${own}`)
  // Messages first, in the same order as all other transactions, so that there is no deadlock.
  await sql`delete from outbox_messages where reference in (${references})
    and channel <> 'overdue-mail'`.execute(transaction)
  await keepOverdueMails(transaction, references)
  const erased = await query<RequestIdentity & Record<'name' | 'phone' | 'number' | 'person' | 'email', string>>(
    transaction,
  )`
    delete from callback_requests where reference in (${references})
    returning reference, received_at, name, phone, number, person, email`
  await eraseWords(transaction, erased)
  const gone = new Set(erased.map(({ reference }) => reference))
  for (const { id } of callbacks) await foldWithout(transaction, id, gone)
  // With the last request of a person go the callbacks, too, that restored requests have left.
  const people = rowsInParameter(transaction, 'callbacks', ['number', 'person'], erased)
  const ids = sql.join(['', ...callbacks.map(({ id }) => id)])
  await sql`delete from callbacks where (number, person) in (select number, person from ${people} as people)
    and not exists (select 1 from callback_requests where callback = callbacks.id)
    and (id in (${ids}) or not exists (select 1 from callback_requests as one where one.number = callbacks.number
      and one.person = callbacks.person))`.execute(transaction)
  const key = await erasureKeyOf(transaction)
  const hashes = erased.map((row) => erasureHash(key, row))
  const known = await knownErasures(transaction, hashes)
  try {
    list?.append(hashes.filter((hash) => !known.has(hash)))
  } catch (error) {
    throw translated(error)
  }
  await recordErasures(transaction, hashes)
  return erased.length
}
