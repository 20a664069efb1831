import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/open-database.ts'
import { eraseRequests } from '../erasure/erase-requests.ts'
import { ErasedRequests } from '../erasure/erased-requests.ts'
import type { RequestIdentity } from '../erasure/erasure-hash.ts'
import type { ErasureList } from '../erasure/erasure-list.ts'
import { isNewer } from './newer-message.ts'

type Row = Record<string, unknown>
type Tables = Kysely<Record<string, Row>>

interface Table {
  name: string
  /** By which column a row is known. */
  key: string
  /** Which columns may have changed since an earlier copy. */
  changing: readonly string[]
  /** Which of them are brought up to date in the target, where they are newer here. */
  updated: readonly string[]
  /** Whether a row is newer here than the same row in the target. */
  isNewer: (row: Row, inTarget: Row) => boolean
}

const OUTCOME = ['status', 'queued_at', 'due_at', 'failed_attempts', 'failed_at', 'waited_seconds', 'lease']

/** The tables that are copied, in an order in which rows come after those they refer to. */
const TABLES: readonly Table[] = [
  {
    name: 'callback_requests',
    key: 'reference',
    // Whoever works in the target sets the status there.
    changing: ['status', 'kept_from'],
    updated: ['kept_from'],
    isNewer: (row, inTarget) => String(row['kept_from'] ?? '') > String(inTarget['kept_from'] ?? ''),
  },
  {
    name: 'outbox_messages',
    key: 'id',
    changing: OUTCOME,
    updated: OUTCOME,
    isNewer: isNewer as unknown as Table['isNewer'],
  },
  { name: 'closed_webhooks', key: 'url_hash', changing: ['closed_at'], updated: ['closed_at'], isNewer: () => false },
]

/** What became of a table's rows. */
export interface TableCopy {
  table: string
  /** Rows that were not there before and have been read back as they should be. */
  copied: number
  /** Rows that an earlier copy had brought. */
  already: number
  /** Those of them that have changed here since, and were brought up to date there. The others keep what they have. */
  updated: number
  /** Rows that were left out, since either store has erased them. */
  leftOut: number
  /** Rows that were written while the copy was under way, and may not be in it. */
  missed: number
}

export interface StoreCopy {
  tables: TableCopy[]
  /** Requests that an earlier copy had brought and that were erased here since: now they are erased there too. */
  erased: number
}

const PAGE_ROWS = 500

/**
 * Copies all requests of one moment from an SQLite store to a PostgreSQL store, in one transaction: all of it is there
 * in the end, or none. Every row is read back and compared. It can be repeated. What was erased here after an earlier
 * copy is then erased there and noted in that store's table of erasures, and messages are brought up to date, but for
 * those that were delivered there. What has been erased there stays erased.
 *
 * @param list the SQLite store's erasure list
 * @throws when a row is there already with other contents, or is not read back as it was; StoreUnavailable's causes
 */
export async function copyStore(from: Database, list: ErasureList, to: Database): Promise<StoreCopy> {
  // Read before the moment that is copied: what is put on the list later is not erased at that moment, or is in the table.
  const { hashes } = await list.hashesFrom(0)
  const copy = await atOneMoment(from, (source) =>
    to.transaction().execute(async (target) => {
      const erasedHere = new ErasedRequests(source, hashes)
      let erased = 0
      // First, since a later request may have the key or the reference of one that was erased.
      for await (const page of pagesOf(target, 'callback_requests', 'reference')) {
        const gone = await erasedHere.among(page as unknown as RequestIdentity[])
        if (gone.length > 0) erased += await eraseRequests(target, gone)
      }
      const exclusion = new Exclusion([erasedHere, new ErasedRequests(target)])
      const tables: Omit<TableCopy, 'missed'>[] = []
      for (const table of TABLES) tables.push(await copyTable(source, target, table, exclusion))
      return { tables, erased }
    }),
  )
  const tables: TableCopy[] = []
  for (const table of copy.tables) {
    const { table: name, copied, already, leftOut } = table
    tables.push({ ...table, missed: Math.max(0, (await countOf(from, name)) - copied - already - leftOut) })
  }
  return { tables, erased: copy.erased }
}

/** Leaves out requests that a store has erased, and then their messages, which come after them. */
class Exclusion {
  readonly #stores: readonly ErasedRequests[]
  readonly #references = new Set<unknown>()

  constructor(stores: readonly ErasedRequests[]) {
    this.#stores = stores
  }

  async from(rows: readonly Row[]): Promise<Row[]> {
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
  { name, key, changing, updated, isNewer }: Table,
  exclusion: Exclusion,
): Promise<Omit<TableCopy, 'missed'>> {
  const to = target as unknown as Tables
  const copy = { table: name, copied: 0, already: 0, updated: 0, leftOut: 0 }
  for await (const page of pagesOf(source, name, key)) {
    const rows = (await exclusion.from(page)).map(withoutLease)
    copy.leftOut += page.length - rows.length
    if (rows.length === 0) continue
    const keys = rows.map((row) => row[key])
    // Locked, so that no instance there delivers a message between this look at it and the update.
    const inTarget = await to.selectFrom(name).selectAll().where(key, 'in', keys).forUpdate().execute()
    const earlier = new Map(inTarget.map((row) => [row[key], row]))
    const isUnchanged = (row: Row) => {
      const before = earlier.get(row[key])
      return before !== undefined && !isNewer(row, before)
    }
    const written = rows.filter((row) => !isUnchanged(row))
    if (written.length > 0) {
      await to
        .insertInto(name)
        .values(written)
        .onConflict((conflict) =>
          conflict
            .column(key)
            .doUpdateSet((eb) => Object.fromEntries(updated.map((column) => [column, eb.ref(`excluded.${column}`)]))),
        )
        .execute()
    }
    const arrived = await to.selectFrom(name).selectAll().where(key, 'in', keys).execute()
    const arrivedByKey = new Map(arrived.map((row) => [row[key], row]))
    for (const row of rows) {
      const mayDiffer = !earlier.has(row[key])
        ? []
        : isUnchanged(row)
          ? changing
          : changing.filter((column) => !updated.includes(column))
      if (isDeepStrictEqual(without(mayDiffer, row), without(mayDiffer, arrivedByKey.get(row[key]) ?? {}))) continue
      throw new Error(`${name} has another row under ${key} ${row[key]}; nothing was copied`)
    }
    copy.copied += rows.length - earlier.size
    copy.already += earlier.size
    copy.updated += written.length - (rows.length - earlier.size)
  }
  return copy
}

/** Reads a store as it is at one moment, while others go on writing there. */
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

/** A message that is being delivered here is nobody's there. */
function withoutLease(row: Row): Row {
  return 'lease' in row ? { ...row, lease: null } : row
}

function without(columns: readonly string[], row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column)))
}
