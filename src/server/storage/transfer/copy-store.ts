import { isDeepStrictEqual } from 'node:util'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Database } from '../database/open-database.ts'
import type { Schema, StaffTable } from '../database/schema.ts'
import { eraseRequests, lockErasures } from '../erasure/erase-requests.ts'
import { ErasedRequests } from '../erasure/erased-requests.ts'
import type { RequestIdentity } from '../erasure/erasure-hash.ts'
import type { ErasureList } from '../erasure/erasure-list.ts'
import { endSessionsOf } from '../staff/staff-sessions.ts'
import { type CopiedTable, type Row, tablesOf } from './copied-tables.ts'
import { CallbackMerge } from './merge-callbacks.ts'
import { accountsChangedOnlyIn, accountsOfOthers } from './staff-changes.ts'

type Tables = Kysely<Record<string, Row>>

/** The result for one table. */
export interface TableCopy {
  table: string
  /** Rows that are new in the target, and were read back and compared. */
  copied: number
  /** Rows that an earlier copy had already copied. */
  already: number
  /** Those of them that have changed here since, and were updated in the target. The others stay as they are. */
  updated: number
  /** Rows that were excluded: erased requests, and accounts whose e-mail address another one of the target has. */
  excluded: number
  /** Rows that were written during the copy, and may not be in it. */
  missed: number
}

export interface StoreCopy {
  tables: TableCopy[]
  /** Requests of an earlier copy that were erased here since, and are now erased in the target too. */
  erasedInTarget: number
  /** Accounts that were changed in both stores since an earlier copy, and stay as they are in the target. */
  keptAccounts: number
}

const PAGE_ROWS = 500

/**
 * Copies all requests of one moment from an SQLite store to a PostgreSQL store, in one transaction: either everything is
 * copied, or nothing. Every row is read back and compared. It can be repeated. Requests that were erased here after an
 * earlier copy are then erased in the target and recorded in its table of erasures, and messages are updated, except
 * those that were delivered there. Requests that were erased in the target stay erased. Accounts of staff that were
 * changed here are updated and signed out there, except those that were changed there too.
 *
 * @param list the SQLite store's erasure list
 * @throws when the target has a row with other contents, or a row is not read back unchanged; StoreUnavailable's causes
 */
export async function copyStore(from: Database, list: ErasureList, to: Database): Promise<StoreCopy> {
  // Read before the copied moment: a request that is listed later is either not yet erased then, or is in the table.
  const { hashes } = await list.hashesFrom(0)
  const copy = await atOneMoment(from, (source) =>
    to.transaction().execute(async (target) => {
      // Nothing is called or ingested in the target meanwhile.
      await lockErasures(target)
      const erasedInSource = new ErasedRequests(source, hashes)
      let erasedInTarget = 0
      // First, since a later request may have the key or the reference of an erased one.
      for await (const page of pagesOf(target, 'callback_requests', 'reference')) {
        const erased = await erasedInSource.among(page as unknown as RequestIdentity[])
        if (erased.length > 0) erasedInTarget += await eraseRequests(target, erased)
      }
      const changedHere = await accountsChangedOnlyIn(source, target)
      const changedThere = await accountsChangedOnlyIn(target, source)
      const newerAccounts = new Set([...changedHere].filter((id) => !changedThere.has(id)))
      const erased = [erasedInSource, new ErasedRequests(target)]
      const exclusion = new Exclusion(erased, target)
      const callbacks = new CallbackMerge(source, target, erased)
      const tables: Omit<TableCopy, 'missed'>[] = [await callbacks.copyCallbacks()]
      for (const table of tablesOf(newerAccounts, callbacks)) {
        tables.push(await copyTable(source, target, table, exclusion))
        if (table.name === 'callback_requests') await callbacks.joinEmptied()
      }
      for (const id of newerAccounts) await endSessionsOf(target, id)
      return { tables, erasedInTarget, keptAccounts: changedHere.size - newerAccounts.size }
    }),
  )
  const tables: TableCopy[] = []
  for (const table of copy.tables) {
    const { table: name, copied, already, excluded } = table
    tables.push({ ...table, missed: Math.max(0, (await countOf(from, name)) - copied - already - excluded) })
  }
  return { ...copy, tables }
}

/**
 * Excludes requests that a store has erased, and then their messages, which come after them; and accounts whose e-mail
 * address, or whose person at the hospital's provider, another account of the target has.
 */
class Exclusion {
  readonly #stores: readonly ErasedRequests[]
  readonly #target: Transaction<Schema>
  readonly #references = new Set<unknown>()

  constructor(stores: readonly ErasedRequests[], target: Transaction<Schema>) {
    this.#stores = stores
    this.#target = target
  }

  async from(table: string, rows: readonly Row[]): Promise<Row[]> {
    if (table === 'staff') {
      const taken = await accountsOfOthers(this.#target, rows as unknown as Selectable<StaffTable>[])
      return rows.filter(({ id }) => !taken.has(String(id)))
    }
    const requests = rows.filter((row) => 'received_at' in row) as unknown as RequestIdentity[]
    for (const store of this.#stores) {
      for (const { reference } of await store.among(requests)) this.#references.add(reference)
    }
    return rows.filter(({ reference }) => !this.#references.has(reference))
  }
}

async function copyTable(
  source: Database,
  target: Database,
  { name, key, changing, updated, isNewer, merge }: CopiedTable,
  exclusion: Exclusion,
): Promise<Omit<TableCopy, 'missed'>> {
  const to = target as unknown as Tables
  const copy = { table: name, copied: 0, already: 0, updated: 0, excluded: 0 }
  for await (const page of pagesOf(source, name, key)) {
    const candidates = (await exclusion.from(name, page)).map(withoutLease)
    copy.excluded += page.length - candidates.length
    if (candidates.length === 0) continue
    // Locked, so that no instance delivers a message between this query and the update.
    const inTarget = await to
      .selectFrom(name)
      .selectAll()
      .where(
        key,
        'in',
        candidates.map((row) => row[key]),
      )
      .forUpdate()
      .execute()
    const before = new Map(inTarget.map((row) => [row[key], row]))
    const rows = merge ? await merge(candidates, before) : candidates
    copy.excluded += candidates.length - rows.length
    if (rows.length === 0) continue
    const keys = rows.map((row) => row[key])
    const kept = new Set(keys)
    const earlier = new Map([...before].filter(([each]) => kept.has(each)))
    const isUnchanged = (row: Row) => {
      const existing = earlier.get(row[key])
      return existing !== undefined && !isNewer(row, existing)
    }
    const written = rows.filter((row) => !isUnchanged(row))
    if (written.length > 0) {
      await to
        .insertInto(name)
        .values(written)
        .$if(updated.length > 0, (query) =>
          query.onConflict((conflict) =>
            conflict
              .column(key)
              .doUpdateSet((eb) => Object.fromEntries(updated.map((column) => [column, eb.ref(`excluded.${column}`)]))),
          ),
        )
        .execute()
    }
    const readBack = await to.selectFrom(name).selectAll().where(key, 'in', keys).execute()
    const readBackByKey = new Map(readBack.map((row) => [row[key], row]))
    for (const row of rows) {
      const mayDiffer = !earlier.has(row[key])
        ? []
        : isUnchanged(row)
          ? changing
          : changing.filter((column) => !updated.includes(column))
      if (isDeepStrictEqual(without(mayDiffer, row), without(mayDiffer, readBackByKey.get(row[key]) ?? {}))) continue
      throw new Error(`${name} has another row under ${key} ${row[key]}; nothing was copied`)
    }
    copy.copied += rows.length - earlier.size
    copy.already += earlier.size
    copy.updated += written.length - (rows.length - earlier.size)
  }
  return copy
}

/** Reads a store as it is at one moment, while others continue to write there. */
function atOneMoment<Result>(database: Database, read: (snapshot: Database) => Promise<Result>): Promise<Result> {
  return database.connection().execute(async (snapshot) => {
    await sql`begin`.execute(snapshot)
    try {
      return await read(snapshot)
    } finally {
      await sql`commit`.execute(snapshot)
    }
  })
}

async function* pagesOf(database: Database, table: string, key: string): AsyncGenerator<Row[]> {
  const query = (database as unknown as Tables).selectFrom(table).selectAll().orderBy(key).limit(PAGE_ROWS)
  let rows = await query.execute()
  while (rows.length > 0) {
    yield rows
    rows = await query.where(key, '>', rows.at(-1)?.[key]).execute()
  }
}

async function countOf(database: Database, table: string): Promise<number> {
  const { count } = await (database as unknown as Tables)
    .selectFrom(table)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** In the target nobody delivers a message that is being delivered here. */
function withoutLease(row: Row): Row {
  return 'lease' in row ? { ...row, lease: null } : row
}

function without(columns: readonly string[], row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column)))
}
