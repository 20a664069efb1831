import { sql } from 'kysely'
import type { SpamRow } from '../../callback-request/calling/callback-row.ts'
import { restoringEffects } from '../../callback-request/calling/promises.ts'
import { promisedWindow, restoredWindow, type Window } from '../../callback-request/calling/windows.ts'
import type { Calendar } from '../../callback-request/calling-days.ts'
import { type Database, query } from './database/open-database.ts'
import { type PageBounds, pageByKey, RECEIPT } from './database/rows.ts'
import type { CallbackRequestsTable } from './database/schema.ts'
import { ERASURES } from './erasure.ts'
import { isFull, joinPerson, lockNumbers, type NewRequest } from './people-at-a-number.ts'
import {
  type CallResult,
  callbacksAmong,
  decide,
  foldWithout,
  joinedColumns,
  mark,
  type Step,
  unblock,
  writeChange,
} from './stored-callback.ts'
import { done, lock, refused } from './write.ts'

type Restoring = Pick<Step, 'transaction' | 'at' | 'caller'> & { calendar: Calendar }

const SHOWN = sql`reference, received_at, callback_requests.name, callback_requests.phone, email, form,
  callback_requests.service, message, time_slot, callback_requests.language`

/** Settled by a call that said so. The same text as in the index `callbacks_marked`. */
const IS_MARKED = sql`status in ('spam', 'do_not_call')`

/** A page of the suspected requests that nobody has called, the newest first. */
export function heldRequests(
  database: Database,
  bounds: PageBounds<Pick<CallbackRequestsTable, 'received_at' | 'reference'>>,
) {
  // The condition has the same text as in the index `callback_requests_held`.
  const held = sql<SpamRow>`select ${SHOWN}, suspicion as reason
    from callback_requests where suspicion is not null and callback is null and withdrawn_at is null`
  return pageByKey<SpamRow, 'received_at' | 'reference'>(database, held, RECEIPT, 'desc', bounds)
}

/** In which order those are listed that staff marked. */
export const MARKING = ['settled_at', 'reference'] as const

/** A page of the requests that staff marked as spam or "do not call", the last marked first. */
export async function markedRequests(
  database: Database,
  bounds: PageBounds<{ settled_at: string; reference: string }>,
) {
  type Row = SpamRow & { settled_at: string; by: string; author: string | null; at: string; note: string | null }
  // So that the index gives each page its own rows.
  const isAfter = bounds.after ? sql`and settled_at <= ${bounds.after.settled_at}` : sql``
  const marked = sql<Row>`
    select ${SHOWN}, settled_at, case status when 'spam' then 'marked' else status end as reason,
      attempts.by, attempts.at, (select name from staff where staff.id = attempts.by) as author,
      (select text from notes where notes.callback = callbacks.id and notes.at = attempts.at limit 1) as note
    from callbacks join callback_requests on callback_requests.callback = callbacks.id
      join attempts on attempts.id = (
        select id from attempts as made where made.callback = callbacks.id and what = status and undone_at is null
        order by revision desc, id desc limit 1
      )
    where ${IS_MARKED} and withdrawn_at is null ${isAfter}`
  const { rows, next } = await pageByKey<Row, 'settled_at' | 'reference'>(database, marked, MARKING, 'desc', bounds)
  return {
    rows: rows.map(({ settled_at: _, by, author, at, note, ...row }): SpamRow => {
      return { ...row, marked: { by: { id: by, name: author ?? '' }, at, note } }
    }),
    next,
  }
}

/** Restores a request of these lists, and ends "do not call" for its number. @returns its callback's id */
export async function restoreRequest(restoring: Restoring, reference: string): Promise<CallResult<string>> {
  const { transaction } = restoring
  await lock(transaction, ERASURES)
  const own = sql`callback_requests where reference = ${reference}
    and (suspicion is not null or callback in (select id from callbacks where ${IS_MARKED}))`
  await lockNumbers(transaction, own)
  // Only now: somebody may have restored it while this transaction waited.
  const [request] = await query<Restored & { withdrawn_at: string | null }>(transaction)`
    select ${joinedColumns(transaction)}, number, person, callback, withdrawn_at from ${own}`
  if (!request) return refused('unknown')
  if (request.withdrawn_at !== null) return refused('withdrawn')
  const restored = await restore(restoring, request)
  if (restored.ok) await unblock(transaction, request.number)
  return restored
}

async function restore(restoring: Restoring, request: Restored): Promise<CallResult<string>> {
  const { transaction, at, calendar } = restoring
  const { number, person } = request
  const ofPerson = await callbacksAmong(
    transaction,
    sql`select id from callbacks where number = ${number} and person = ${person}
      and (settled_at is null or id = ${request.callback})`,
  )
  const settled = ofPerson.find(({ id, settled_at }) => id === request.callback && settled_at !== null)
  if (!settled || ofPerson.some(({ settled_at }) => settled_at === null)) return join(restoring, request)
  if (await isFull(transaction, settled)) return refused('full')
  await mark(transaction, settled.id, null)
  // As it was before it was marked.
  const step = { ...restoring, callback: settled }
  await decide(step, 'restored', (_open, _id, requests) => restoringEffects(requests, at, calendar))
  return done(settled.id)
}

/** A request as it is read to be restored. Its window is null while it was in no callback. */
type Restored = Omit<NewRequest, keyof Window | 'suspicion' | 'isAdded'> & {
  person: string
  callback: string | null
  due_from: string | null
  due_until: string | null
}

/**
 * Joins one request to the open callback of its person, or opens one. Calls stay with the callback in which they were
 * made. A window that is over is replaced by the next one.
 */
async function join(restoring: Restoring, request: Restored): Promise<CallResult<string>> {
  const { transaction, at, calendar } = restoring
  const { reference, slot, received_at, due_from, due_until } = request
  const isPromised = due_from !== null && due_until !== null
  const first = isPromised ? { due_from, due_until } : promisedWindow(slot, new Date(received_at), calendar)
  const window = restoredWindow({ slot, ...first }, at, calendar)
  const place = await joinPerson(transaction, { ...request, ...window, suspicion: null, isAdded: false })
  if (!place) return refused('full')
  await transaction.updateTable('callback_requests').set(place).where('reference', '=', reference).execute()
  const callback = { id: place.callback, revision: place.revision ?? 0 }
  if (request.callback !== null) await foldWithout(transaction, request.callback, new Set([reference]))
  await writeChange({ ...restoring, callback }, 'joined')
  return done(callback.id)
}
