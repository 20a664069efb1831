import { type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import {
  type Change,
  type FoldedCallback,
  foldCallback,
  type JoinedRequest,
  type WindowChange,
} from '../../../callback-request/calling/callback-fold.ts'
import { comparedName } from '../../../callback-request/calling/same-person.ts'
import { type Database, isPostgres, read } from '../database/open-database.ts'
import type { CallbacksTable, Schema } from '../database/schema.ts'
import { campaignIn } from '../search/request-search.ts'

export type Callback = Selectable<CallbacksTable>

/** What is only shown. */
export const WITHOUT_EFFECT = sql`('claimed', 'added', 'joined')`

/** What a callback follows from: its requests, 20 at most, and its changes, each in the order of the revisions. */
export interface History {
  requests: (JoinedRequest & { name: string })[]
  changes: Change[]
}

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
  const history = await historyOf(transaction, id)
  if (history.requests.length === 0) return
  await transaction
    .updateTable('callbacks')
    .set((eb) => ({ ...columnsOf(history), revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Takes out of a callback's changes what they decided about erased requests. Needs its lock. */
export async function forgetPromises(transaction: Transaction<Schema>, id: string, erased: ReadonlySet<string>) {
  for (const { id: change, effects } of (await historyOf(transaction, id)).changes) {
    const kept = effects.filter(({ of }) => !erased.has(of))
    if (kept.length === effects.length) continue
    await sql`update attempts set effects = ${JSON.stringify(kept)} where id = ${change}`.execute(transaction)
  }
}

/** The columns of a callback that follow from its history. */
export function columnsOf({ requests, changes }: History) {
  const { promises: _, ...folded } = foldCallback(requests, changes).callback
  return { ...folded, names: JSON.stringify([...new Set(requests.map(({ name }) => comparedName(name)))]) }
}

/** A callback as its requests and changes make it, and the windows around each change. Undefined without requests. */
export async function foldStored(
  database: Database,
  id: string,
): Promise<{ callback: FoldedCallback; windows: ReadonlyMap<string, WindowChange> } | undefined> {
  const { requests, changes } = await historyOf(database, id)
  return requests.length === 0 ? undefined : foldCallback(requests, changes)
}

/** What one callback follows from. */
export async function historyOf(database: Database, id: string): Promise<History> {
  return (await historiesOf(database, sql`select ${id} as id`)).get(id) ?? { requests: [], changes: [] }
}

/**
 * What callbacks follow from, by their ids: one query for the requests of all and one for their changes.
 *
 * @param ids what selects them
 */
export async function historiesOf(database: Database, ids: RawBuilder<unknown>): Promise<Map<string, History>> {
  const requests = await read(
    database,
    sql<History['requests'][number] & { callback: string }>`
      select callback, reference, name, service, language, time_slot as slot, received_at, revision, due_from, due_until,
        withdrawn_at, withdrawn_revision, ${campaignIn(database, 'campaign')} as campaign
      from callback_requests where callback in (${ids}) order by revision`,
  )
  const changes = await read(
    database,
    sql<Omit<Change, 'effects'> & { callback: string; effects: string }>`
      select callback, id, revision, what, began_at, at, incoming, undone_at, effects from attempts
      where callback in (${ids}) and what not in ${WITHOUT_EFFECT} order by revision, id`,
  )
  const histories = new Map<string, History>()
  for (const { callback, ...request } of requests) {
    const history = histories.get(callback) ?? { requests: [], changes: [] }
    histories.set(callback, history)
    history.requests.push(request)
  }
  for (const { callback, effects, ...change } of changes) {
    histories.get(callback)?.changes.push({ ...change, effects: JSON.parse(effects) })
  }
  return histories
}
