import { type Selectable, sql, type Transaction } from 'kysely'
import {
  type Change,
  type FoldedCallback,
  foldCallback,
  type RequestsSummary,
  type WindowChange,
} from '../../../callback-request/calling/callback-state.ts'
import { type Database, isPostgres } from '../database/open-database.ts'
import type { CallbacksTable, Schema } from '../database/schema.ts'
import { campaignIn } from '../search/request-filter.ts'

export type Callback = Selectable<CallbacksTable>

/** Of a flood from one number only the windows of the first requests are read. */
const MAX_WINDOWS = 500

/** What is only shown. */
export const WITHOUT_EFFECT = ['claimed', 'added'] as const

/**
 * Locks callbacks until the end of a transaction. Others wait for these callbacks alone, and all lock in the order of the
 * id, so that there is no deadlock. SQLite has one writer.
 *
 * @param ids what selects them
 */
export function lockedCallbacks(
  transaction: Transaction<Schema>,
  ids: ReturnType<typeof sql<string>>,
): Promise<Callback[]> {
  return transaction
    .selectFrom('callbacks')
    .selectAll()
    .where('id', 'in', sql<string>`(${ids})`)
    .orderBy('id')
    .$if(isPostgres(transaction), (query) => query.forUpdate())
    .execute()
}

/**
 * Computes a callback again after its requests or changes have changed, and gives it the next revision. One that has no
 * request any more is erased with all that was done. Needs its lock.
 *
 * @returns the revision; undefined when it was erased
 */
export async function foldAgain(transaction: Transaction<Schema>, id: string): Promise<number | undefined> {
  const folded = await foldStored(transaction, id)
  if (!folded) {
    await transaction.deleteFrom('callbacks').where('id', '=', id).execute()
    return undefined
  }
  const { revision } = await transaction
    .updateTable('callbacks')
    .set((eb) => ({ ...folded.callback, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .returning('revision')
    .executeTakeFirstOrThrow()
  return revision
}

/** A callback as its requests and changes make it, and the windows around each change. Undefined without requests. */
export async function foldStored(
  database: Database,
  id: string,
): Promise<{ callback: FoldedCallback; windows: Map<string, WindowChange> } | undefined> {
  const summary = await summaryOf(database, id)
  if (!summary) return undefined
  const rows = await database
    .selectFrom('attempts')
    .innerJoin('callbacks', 'callbacks.id', 'attempts.callback')
    .selectAll('attempts')
    .select('callbacks.time_zone')
    .where('attempts.callback', '=', id)
    .where('what', 'not in', WITHOUT_EFFECT)
    .orderBy('attempts.revision')
    .orderBy('attempts.id')
    .$narrowType<Change>()
    .execute()
  const { callback, windows } = foldCallback(summary, rows, rows[0]?.time_zone ?? '')
  return { callback, windows: new Map(rows.map((row, index) => [row.id, windows[index] as WindowChange])) }
}

async function summaryOf(database: Database, id: string): Promise<RequestsSummary | undefined> {
  const requests = database.selectFrom('callback_requests').where('callback', '=', id)
  const inOrder = requests.orderBy('revision')
  const windows = await inOrder
    .select(['reference', 'service', 'language', 'time_slot as slot', 'received_at', 'revision'])
    .select(['due_from', 'due_until'])
    .limit(MAX_WINDOWS)
    .$narrowType<{ revision: number; due_from: string; due_until: string }>()
    .execute()
  const [first] = windows
  if (!first) return undefined
  const newest = await requests
    .select(['service', 'language'])
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const campaign = campaignIn(database, 'campaign')
  const named = await inOrder.select(campaign.as('name')).where(campaign, 'is not', null).limit(1).executeTakeFirst()
  const { asked, opened_at } = await requests
    .select((eb) => [eb.fn.countAll().as('asked'), eb.fn.min('received_at').as('opened_at')])
    .executeTakeFirstOrThrow()
  return {
    first: { ...first, campaign: null },
    newest,
    campaign: named?.name ?? null,
    asked: Number(asked),
    opened_at,
    windows,
  }
}
