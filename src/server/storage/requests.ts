import { isDeepStrictEqual } from 'node:util'
import { sql, type Transaction } from 'kysely'
import type { Channel } from '../../callback-request/calling/messages.ts'
import { promisedWindow, type Window } from '../../callback-request/calling/windows.ts'
import type { Calendar } from '../../callback-request/calling-days.ts'
import type { Campaign } from '../../callback-request/campaign.ts'
import type { Suspicion } from '../../callback-request/spam-signals.ts'
import type { CallbackDetails } from '../../callback-request/stored-request.ts'
import { recordEvent } from './audit.ts'
import { query } from './database/open-database.ts'
import { insertRows, rowsInParameter } from './database/rows.ts'
import type { Schema } from './database/schema.ts'
import { queueMessages } from './outbox.ts'
import { lockFreeNumbers, type Place, placeRequests } from './people-at-a-number.ts'
import { type Caller, unblock, writeChange } from './stored-callback.ts'
import { writeWords } from './stored-request.ts'

export interface SubmissionContext {
  /** The instant at which the server accepted the call. */
  receivedAt: Date
  calendar: Calendar
  campaign: Campaign | null
  /** Why it looks like a robot's; null when it does not. */
  suspicion: Suspicion | null
  noticeVersion: string
  /** The code of the language of the page that sent it, where that is known. */
  language?: string | undefined
  /** The window in which to call, where one was chosen; otherwise the slot's next one. */
  window?: Window | undefined
  /** Who of the staff added it: it is then recorded, and nobody is notified. The hash is of what else they chose. */
  addedBy?: (Caller & { bodyHash?: string }) | undefined
  /** Identifies this request, so that a repeated call stores it only once. */
  idempotencyKey?: string | undefined
  /** When its retention period begins, by the store's own clock; by default now. */
  keptFrom?: Date | undefined
}

export interface Submission {
  details: CallbackDetails
  context: SubmissionContext
}

export type ReceiveResult = { ok: true; reference: string } | { ok: false; refusal: 'key reused' | 'full' }

/** How requests are stored, as `CallbackRequests` is told. */
interface Storing {
  newReference: (receivedAt: Date) => string
  /** What a telephone number is compared by. */
  keyOf: (phone: string) => string
  channels: readonly Channel[]
  onMailLimit: () => void
}

/** Ends a transaction of which nothing may stay: a key or a reference has been used meanwhile. */
export class Overtaken extends Error {}

/**
 * Stores requests with their places in callbacks and their messages, by as few statements as for one. It waits for no
 * other transaction: what is of a number that one uses is left out.
 *
 * @returns in the order of the submissions; undefined for those that were left out
 * @throws Overtaken, and whatever the database throws: nothing of the transaction may stay then
 */
export async function storeRequests(
  transaction: Transaction<Schema>,
  submissions: readonly Submission[],
  storing: Storing,
): Promise<(ReceiveResult | undefined)[]> {
  const numbers = submissions.map(({ details }) => storing.keyOf(details.phone))
  const free = await lockFreeNumbers(transaction, [...new Set(numbers)])
  const known = await storedUnderKeys(transaction, submissions)
  const requests: Prepared[] = []
  const results = submissions.map(({ details, context }, index): ReceiveResult | undefined => {
    const number = numbers[index] ?? ''
    if (!free.has(number)) return undefined
    const values = { ...typedIn(details), body_hash: context.addedBy?.bodyHash ?? null }
    const key = context.idempotencyKey && `${details.form} ${context.idempotencyKey}`
    const earlier = key && known.get(key)
    if (earlier) {
      const { reference } = earlier
      return isDeepStrictEqual(earlier.values, values) ? { ok: true, reference } : { ok: false, refusal: 'key reused' }
    }
    const reference = storing.newReference(context.receivedAt)
    if (key) known.set(key, { reference, values })
    requests.push({ row: rowOf(reference, number, { details, context }), context })
    return { ok: true, reference }
  })
  if (requests.length === 0) return results
  const full = await insert(transaction, requests, storing)
  return results.map((result) => (result?.ok && full.has(result.reference) ? { ok: false, refusal: 'full' } : result))
}

/** What was typed, in the columns of the table. */
function typedIn({ form, name, phone, email, service, message, timeSlot }: CallbackDetails) {
  return { form, name, phone, email, service, message, time_slot: timeSlot }
}

function rowOf(reference: string, number: string, { details, context }: Submission) {
  const { receivedAt, campaign, noticeVersion, language = null, idempotencyKey = null, keptFrom } = context
  return {
    ...typedIn(details),
    reference,
    number,
    received_at: receivedAt.toISOString(),
    campaign: campaign === null ? null : JSON.stringify(campaign),
    notice_version: noticeVersion,
    language,
    withdrawn_at: null,
    withdrawn_revision: null,
    idempotency_key: idempotencyKey,
    kept_from: keptFrom?.toISOString() ?? null,
  }
}

/** What is stored under a key: what was typed, and a hash of what else staff chose. */
type Known = ReturnType<typeof typedIn> & { body_hash: string | null }

interface Prepared {
  row: ReturnType<typeof rowOf>
  context: SubmissionContext
}

async function storedUnderKeys(
  transaction: Transaction<Schema>,
  submissions: readonly Submission[],
): Promise<Map<string, { reference: string; values: Known }>> {
  const keys = submissions.flatMap(({ details: { form }, context: { idempotencyKey } }) =>
    idempotencyKey === undefined ? [] : { form, idempotency_key: idempotencyKey },
  )
  if (keys.length === 0) return new Map()
  const wanted = rowsInParameter(transaction, 'callback_requests', ['form', 'idempotency_key'], keys)
  const stored = await query<Known & { reference: string; idempotency_key: string }>(transaction)`
    select idempotency_key, reference, form, name, phone, email, service, message, time_slot, (
      select body_hash from attempts where what = 'added'
        and attempts.callback = callback_requests.callback and attempts.revision = callback_requests.revision
    ) as body_hash from callback_requests
    where (form, idempotency_key) in (select form, idempotency_key from ${wanted} as wanted)`
  return new Map(
    stored.map(({ idempotency_key: key, reference, ...values }) => [`${values.form} ${key}`, { reference, values }]),
  )
}

/** @returns the references of what staff would add beyond what can wait at a number: of these nothing is stored */
async function insert(
  transaction: Transaction<Schema>,
  requests: readonly Prepared[],
  { channels, onMailLimit }: Storing,
): Promise<ReadonlySet<string>> {
  const places = await placeRequests(transaction, requests.map(joiningOf))
  const placed = requests.map((request, index) => ({ request, place: places[index] as Place }))
  const { full = [], stored = [] } = Object.groupBy(placed, ({ request: { context }, place }) =>
    context.addedBy && place.callback === null ? 'full' : 'stored',
  )
  const refused = new Set(full.map(({ request }) => request.row.reference))
  if (stored.length === 0) return refused
  const kept_from = sql`coalesce(added.kept_from, (select clock from store))`
  const rows = stored.map(({ request, place }) => ({ ...request.row, ...place }))
  const inserted = await insertRows(transaction, 'callback_requests', rows, { kept_from })
    .onConflict((conflict) => conflict.doNothing())
    .returning('reference')
    .execute()
  if (inserted.length < rows.length) throw new Overtaken()

  const notified = stored.filter(({ request }) => !request.context.addedBy)
  const messages = notified.map(({ request: { row, context }, place }) => {
    return { ...row, receivedAt: context.receivedAt, suspected: place.suspicion !== null }
  })
  await queueMessages(transaction, messages, channels, onMailLimit)
  await writeWords(transaction, rows)
  for (const { request, place } of stored) await recordAdded(transaction, request, place)
  return refused
}

/** What a callback takes from a request. */
function joiningOf({ row, context }: Prepared) {
  const { time_slot: slot, message } = row
  const { receivedAt, calendar, suspicion, addedBy, window = promisedWindow(slot, receivedAt, calendar) } = context
  const taken = { slot, has_message: message ? 1 : 0, campaign: context.campaign?.campaign ?? null }
  return { ...row, ...taken, ...window, suspicion, isAdded: addedBy !== undefined }
}

async function recordAdded(transaction: Transaction<Schema>, { row, context }: Prepared, place: Place) {
  const { addedBy, receivedAt: at } = context
  if (place.callback === null || !addedBy) return
  const callback = { id: place.callback, revision: place.revision - 1 }
  const body_hash = addedBy.bodyHash ?? null
  await writeChange({ transaction, callback, caller: addedBy, at }, 'added', { body_hash })
  await recordEvent(transaction, at, addedBy, 'added', row.reference)
  // The person is there, and wants to be called.
  await unblock(transaction, row.number)
}
