import { sql } from 'kysely'
import { restoringEffects } from '../../callback-request/calling/promises.ts'
import { promisedWindow, restoredWindow, type Window } from '../../callback-request/calling/windows.ts'
import type { Calendar } from '../../callback-request/calling-days.ts'
import { type Database, read } from './database/open-database.ts'
import { type PageBounds, pageByKey, RECEIPT } from './database/rows.ts'
import type { CallbackRequestsTable } from './database/schema.ts'
import { ERASURES } from './erasure.ts'
import { isFull, joinPerson, lockNumbers, type NewRequest } from './people-at-a-number.ts'
import {
  type Callback,
  type CallResult,
  foldAgain,
  historyOf,
  lockedCallbacks,
  type Step,
  suspect,
  unblock,
  writeChange,
} from './stored-callback.ts'
import { campaignIn } from './stored-request.ts'
import { done, lock, refused } from './write.ts'

type Restoring = Pick<Step, 'transaction' | 'at' | 'caller'> & { calendar: Calendar }

/**
 * The requests that the desk keeps out of the worklist because they may be spam, as its list shows them: a page, the
 * newest first. Source: desk, section 9.
 */
export function suspectedRequests(
  database: Database,
  bounds: PageBounds<Pick<CallbackRequestsTable, 'received_at' | 'reference'>>,
) {
  // The condition has the same text as in the index `callback_requests_suspected`.
  const query = sql<Pick<CallbackRequestsTable, 'received_at' | 'reference'>>`
    select reference, received_at, name, phone, email, form, service, message, time_slot, language
    from callback_requests where suspected = 1`
  return pageByKey(database, query, RECEIPT, 'desc', bounds)
}

/**
 * Says that a suspected request is none: it joins the open callback of its person, or opens the one again that was settled
 * as spam with it, with all requests of that; or opens one.
 *
 * @returns the id of the callback that it belongs to now; refusal `unknown` when it is not suspected
 */
export async function restoreRequest(restoring: Restoring, reference: string): Promise<CallResult<string>> {
  const { transaction } = restoring
  // Whoever erases must find each request in the callback that it has looked up.
  await lock(transaction, ERASURES)
  const own = sql`callback_requests where reference = ${reference} and suspected = 1`
  const [known] = await read(transaction, sql<{ number: string }>`select number from ${own}`)
  if (!known) return refused('unknown')
  await lockNumbers(transaction, [known.number])
  // Somebody may have restored it while this transaction waited.
  const [request] = await read(
    transaction,
    sql<Restored>`select reference, number, person, name, callback, service, language, time_slot as slot, received_at,
      due_from, due_until, ${campaignIn(transaction, 'campaign')} as campaign from ${own}`,
  )
  if (!request) return refused('unknown')
  const restored = await restore(restoring, request)
  if (restored.ok) await unblock(transaction, request.number)
  return restored
}

async function restore(restoring: Restoring, request: Restored): Promise<CallResult<string>> {
  const { transaction } = restoring
  const { number, person } = request
  const ofPerson = await lockedCallbacks(
    transaction,
    sql`select id from callbacks where number = ${number} and person = ${person}
      and (settled_at is null or id = ${request.callback})`,
  )
  const settled = ofPerson.find(({ id, settled_at }) => id === request.callback && settled_at !== null)
  if (!settled || ofPerson.some(({ settled_at }) => settled_at === null)) return join(restoring, request)
  if (await isFull(transaction, settled)) return refused('full')
  await openAgain(restoring, settled)
  return done(settled.id)
}

/** A request as it is read to be restored. Its window is null while it was in no callback. */
type Restored = Omit<NewRequest, keyof Window | 'suspected' | 'isAdded'> & {
  person: string
  callback: string | null
  due_from: string | null
  due_until: string | null
}

/** Opens a callback as it was before it was spam. A window that is over is replaced by the slot's next one. */
async function openAgain(restoring: Restoring, callback: Callback): Promise<void> {
  const { transaction, at, calendar } = restoring
  await suspect(transaction, callback.id, 0)
  const { requests } = await historyOf(transaction, callback.id)
  await writeChange({ ...restoring, callback }, 'restored', { effects: () => restoringEffects(requests, at, calendar) })
  await foldAgain(transaction, callback.id)
}

/**
 * Joins one request to the open callback of its person, or opens one. Calls stay with the callback in which they were
 * made. A window that is over is replaced by the next one.
 *
 * @returns the id of the open callback
 */
async function join(restoring: Restoring, request: Restored): Promise<CallResult<string>> {
  const { transaction, at, calendar } = restoring
  const { slot, received_at, due_from, due_until } = request
  const isPromised = due_from !== null && due_until !== null
  const first = isPromised ? { due_from, due_until } : promisedWindow(slot, new Date(received_at), calendar)
  const window = restoredWindow({ slot, ...first }, at, calendar)
  const place = await joinPerson(transaction, { ...request, ...window, suspected: 0, isAdded: false })
  if (!place) return refused('full')
  await transaction.updateTable('callback_requests').set(place).where('reference', '=', request.reference).execute()
  const callback = { id: place.callback, revision: place.revision ?? 0 }
  if (request.callback !== null) await foldAgain(transaction, request.callback)
  await writeChange({ ...restoring, callback }, 'joined')
  return done(callback.id)
}
