import { type Selectable, sql, type Transaction } from 'kysely'
import {
  type Change,
  type FoldedCallback,
  foldCallback,
  type RequestsSummary,
  type WindowChange,
} from '../../../callback-request/calling/callback-state.ts'
import type { Window } from '../../../callback-request/calling/requeue.ts'
import { type Database, isPostgres } from '../database/open-database.ts'
import type { AttemptsTable, CallbacksTable, Schema } from '../database/schema.ts'
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
    .set((eb) => ({ ...columnsOf(folded.callback), revision: eb('revision', '+', 1) }))
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
    .execute()
  const { callback, windows } = foldCallback(summary, rows.map(changeOf), rows[0]?.time_zone ?? '')
  return { callback, windows: new Map(rows.map((row, index) => [row.id, windows[index] as WindowChange])) }
}

function changeOf({ revision, at, what, slot, inherited, undone_at, ...row }: Selectable<AttemptsTable>): Change {
  const window = windowIn(row)
  return {
    revision,
    at: new Date(at),
    what: what as Change['what'],
    chosen: window && { slot, window },
    isUndone: undone_at !== null,
    isInherited: inherited === 1,
  }
}

async function summaryOf(database: Database, id: string): Promise<RequestsSummary | undefined> {
  const requests = database.selectFrom('callback_requests').where('callback', '=', id)
  const inOrder = requests.orderBy('revision')
  const joined = await inOrder
    .select(['reference', 'service', 'language', 'time_slot', 'received_at', 'revision', 'due_from', 'due_until'])
    .limit(MAX_WINDOWS)
    .execute()
  const [first] = joined
  if (!first) return undefined
  const newest = await requests
    .select(['service', 'language'])
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const campaign = campaignIn(database, 'campaign')
  const named = await inOrder.select(campaign.as('name')).where(campaign, 'is not', null).limit(1).executeTakeFirst()
  const { asked, oldest } = await requests
    .select((eb) => [eb.fn.countAll().as('asked'), eb.fn.min('received_at').as('oldest')])
    .executeTakeFirstOrThrow()
  const windows = joined.flatMap(({ time_slot: slot, revision, ...row }) => {
    const window = windowIn(row)
    return window && revision !== null ? { slot, window, revision } : []
  })
  const [firstWindow] = windows
  if (!firstWindow) return undefined
  const { slot, window } = firstWindow
  const { reference, service, language } = first
  return {
    first: { reference, service, language, slot, window, campaign: null, receivedAt: new Date(first.received_at) },
    newest,
    campaign: named?.name ?? null,
    asked: Number(asked),
    openedAt: new Date(oldest),
    windows,
  }
}

/** The columns of a folded callback. */
export function columnsOf(callback: FoldedCallback) {
  const { status, slot, window, tries, asked, service, language, first } = callback
  return {
    status,
    slot,
    ...rowOf(window),
    tries,
    asked,
    service,
    language,
    opened_at: callback.openedAt.toISOString(),
    first_reference: first.reference,
    first_service: first.service,
    first_slot: first.slot,
    first_from: first.window.from.toISOString(),
    first_until: first.window.until.toISOString(),
    first_campaign: callback.campaign,
    first_tried_at: callback.firstTriedAt?.toISOString() ?? null,
    tried_at: callback.triedAt?.toISOString() ?? null,
    last_outcome: callback.lastOutcome,
    settled_at: callback.settledAt?.toISOString() ?? null,
  }
}

/** The other way round. */
export function foldedOf(row: Callback): FoldedCallback {
  const { status, slot, tries, asked, service, language } = row
  return {
    status,
    slot,
    window: windowOfRow(row),
    tries,
    asked,
    service,
    language,
    campaign: row.first_campaign,
    openedAt: new Date(row.opened_at),
    first: {
      reference: row.first_reference,
      service: row.first_service,
      slot: row.first_slot,
      window: { from: new Date(row.first_from), until: new Date(row.first_until) },
    },
    firstTriedAt: instantIn(row.first_tried_at),
    triedAt: instantIn(row.tried_at),
    lastOutcome: row.last_outcome,
    settledAt: instantIn(row.settled_at),
  }
}

const instantIn = (text: string | null) => (text === null ? null : new Date(text))

/** The columns of a window. */
export function rowOf({ from, until }: Window) {
  return { due_from: from.toISOString(), due_until: until.toISOString() }
}

/** The window of a row. */
export function windowOfRow({ due_from, due_until }: { due_from: string; due_until: string }): Window {
  return { from: new Date(due_from), until: new Date(due_until) }
}

/** The window of a row that may have none. */
export function windowIn({
  due_from,
  due_until,
}: {
  due_from: string | null
  due_until: string | null
}): Window | null {
  return due_from === null || due_until === null ? null : windowOfRow({ due_from, due_until })
}
