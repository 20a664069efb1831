import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import { ErasedThere } from './erased-there.ts'
import type { Database } from './open-database.ts'

/**
 * The tables that are copied, in an order in which rows come after those they refer to: by which column a row is
 * known, and which columns may have changed since an earlier copy.
 */
const TABLES = {
  callback_requests: { key: 'reference', changing: ['status'] },
  outbox_messages: {
    key: 'id',
    changing: ['status', 'queued_at', 'due_at', 'failed_attempts', 'failed_at', 'waited_seconds', 'lease'],
  },
  closed_webhooks: { key: 'url_hash', changing: ['closed_at'] },
} as const satisfies Record<string, { key: string; changing: readonly string[] }>

/** What became of a table's rows. */
export interface TableCopy {
  table: string
  /** Rows that were not there before and have been read back as they should be. */
  copied: number
  /** Rows that an earlier copy had brought. They keep what has changed there since. */
  already: number
  /** Rows that were erased there after an earlier copy had brought them, and stay erased. */
  erased: number
  /** Rows that were written while the copy was under way, and may not be in it. */
  missed: number
}

type Row = Record<string, unknown>
type Tables = Kysely<Record<string, Row>>

const PAGE_ROWS = 500

/**
 * Copies all requests from one store to another, in one transaction: all of it is there in the end, or none. Every row
 * is read back and compared. What an earlier copy brought is left as it is, so it can be repeated; what has been
 * erased there since stays erased.
 *
 * @throws when a row is there already with other contents, or is not read back as it was; StoreUnavailable's causes
 */
export function copyStore(from: Database, to: Database): Promise<TableCopy[]> {
  return to.transaction().execute(async (transaction) => {
    const copies: TableCopy[] = []
    const leaveOut = new ErasedThere(transaction)
    for (const [table, { key, changing }] of Object.entries(TABLES)) {
      const tables = [from as unknown as Tables, transaction as unknown as Tables] as const
      copies.push(await copyTable(...tables, { table, key, changing, leaveOut }))
    }
    return copies
  })
}

interface CopyOptions {
  table: string
  key: string
  changing: readonly string[]
  leaveOut: ErasedThere
}

async function copyTable(
  from: Tables,
  to: Tables,
  { table, key, changing, leaveOut }: CopyOptions,
): Promise<TableCopy> {
  let copied = 0
  let already = 0
  let erased = 0
  for await (const page of pagesOf(from, table, key)) {
    const rows = await leaveOut.from(page)
    erased += page.length - rows.length
    if (rows.length === 0) continue
    const keys = rows.map((row) => row[key])
    const earlier = await to.selectFrom(table).select(key).where(key, 'in', keys).execute()
    await to
      .insertInto(table)
      .values(rows)
      .onConflict((conflict) => conflict.column(key).doNothing())
      .execute()
    const arrived = await to.selectFrom(table).selectAll().where(key, 'in', keys).execute()
    const arrivedByKey = new Map(arrived.map((row) => [row[key], row]))
    const before = new Set(earlier.map((row) => row[key]))
    for (const row of rows) {
      const mayDiffer = before.has(row[key]) ? changing : []
      if (isDeepStrictEqual(without(mayDiffer, row), without(mayDiffer, arrivedByKey.get(row[key]) ?? {}))) continue
      throw new Error(`${table} has another row under ${key} ${row[key]}; nothing was copied`)
    }
    copied += rows.length - earlier.length
    already += earlier.length
  }
  return { table, copied, already, erased, missed: (await countOf(from, table)) - copied - already - erased }
}

async function* pagesOf(from: Tables, table: string, key: string): AsyncGenerator<Row[]> {
  const query = from.selectFrom(table).selectAll().orderBy(key).limit(PAGE_ROWS)
  let rows = await query.execute()
  while (rows.length > 0) {
    yield rows
    rows = await query.where(key, '>', rows.at(-1)?.[key]).execute()
  }
}

async function countOf(from: Tables, table: string): Promise<number> {
  const { count } = await from
    .selectFrom(table)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function without(columns: readonly string[], row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column)))
}
