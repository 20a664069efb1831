import { type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import {
  type Change,
  type FoldedCallback,
  foldCallback,
  type JoiningRequest,
  type RequestsSummary,
  type WindowChange,
} from '../../../callback-request/calling/callback-state.ts'
import { comparedName } from '../../../callback-request/calling/same-person.ts'
import { type Database, isPostgres, read } from '../database/open-database.ts'
import type { CallbacksTable, Schema } from '../database/schema.ts'
import { campaignIn } from '../search/request-search.ts'

export type Callback = Selectable<CallbacksTable>

/** Of a flood from one number only the windows of the first requests are read. */
const MAX_WINDOWS = 500

/** What is only shown. */
export const WITHOUT_EFFECT = sql`('claimed', 'added')`

/**
 * Locks callbacks until the end of a transaction. Others wait for these callbacks alone, and all lock in the order of the
 * id, so that there is no deadlock. SQLite has one writer.
 *
 * @param ids what selects them
 */
export function lockedCallbacks(transaction: Transaction<Schema>, ids: RawBuilder<unknown>): Promise<Callback[]> {
  const lock = isPostgres(transaction) ? sql`for update` : sql``
  return read(transaction, sql<Callback>`select * from callbacks where id in (${ids}) order by id ${lock}`)
}

/**
 * Computes a callback again after its requests or changes have changed, and gives it the next revision. One that has no
 * request any more stays as it is. Needs its lock.
 */
export async function foldAgain(transaction: Transaction<Schema>, id: string): Promise<void> {
  const folded = await foldStored(transaction, id)
  if (!folded) return
  const own = sql<{ name: string }>`select name from callback_requests where callback = ${id} order by revision`
  const names = JSON.stringify([...new Set((await read(transaction, own)).map(({ name }) => comparedName(name)))])
  await transaction
    .updateTable('callbacks')
    .set((eb) => ({ ...folded.callback, names, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** A callback as its requests and changes make it, and the windows around each change. Undefined without requests. */
export async function foldStored(
  database: Database,
  id: string,
): Promise<{ callback: FoldedCallback; windows: Map<string, WindowChange> } | undefined> {
  const summary = await summaryOf(database, id)
  if (!summary) return undefined
  const rows = await read(
    database,
    sql<Change & { id: string; time_zone: string; calling_days: string }>`
      select attempts.*, time_zone, calling_days from attempts join callbacks on callbacks.id = callback
      where callback = ${id} and what not in ${WITHOUT_EFFECT} order by attempts.revision, attempts.id`,
  )
  const { time_zone: timeZone = '', calling_days = '{}' } = rows[0] ?? {}
  const { callback, windows } = foldCallback(summary, rows, { timeZone, ...JSON.parse(calling_days) })
  return { callback, windows: new Map(rows.map((row, index) => [row.id, windows[index] as WindowChange])) }
}

async function summaryOf(database: Database, id: string): Promise<RequestsSummary | undefined> {
  const own = sql`from callback_requests where callback = ${id}`
  const windows = await read(
    database,
    sql<Omit<JoiningRequest, 'campaign'> & { revision: number }>`
      select reference, service, language, time_slot as slot, received_at, revision, due_from, due_until
      ${own} order by revision limit ${MAX_WINDOWS}`,
  )
  const [first] = windows
  if (!first) return undefined
  const campaign = campaignIn(database, 'campaign')
  const [newest] = await read(
    database,
    sql<RequestsSummary['newest'] & Pick<RequestsSummary, 'asked' | 'opened_at' | 'campaign'>>`
      select service, language, (select cast(count(*) as integer) ${own}) as asked,
        (select min(received_at) ${own}) as opened_at,
        (select ${campaign} ${own} and ${campaign} is not null order by revision limit 1) as campaign
      ${own} order by revision desc limit 1`,
  )
  if (!newest) return undefined
  const { service, language, ...all } = newest
  return { first: { ...first, campaign: null }, newest: { service, language }, ...all, windows }
}
