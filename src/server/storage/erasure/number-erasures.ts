import { OUTCOMES } from '../../../callback-request/calling/outcomes.ts'
import { type Actor, recordEvent } from '../audit/audit-events.ts'
import type { Database } from '../database/open-database.ts'
import { inPages } from '../database/page-by-key.ts'
import type { Erasures, FoundRequest } from './erasures.ts'

/** How many references of a number are named: more would not help anybody to look for them in a mailbox. */
const REFERENCES_NAMED = 200

/** What is stored of a number. */
export interface NumberCounts {
  requests: number
  /** Those of which no request of another number is left. */
  callbacks: number
  notes: number
  /** Calls, undone ones among them. */
  tries: number
  messages: number
  /** Of the requests: the newest 200, newest first. */
  references: string[]
}

/** What is stored with the requests of a number, as `Erasures.findNumberOf` gives them. @throws StoreUnavailable */
export async function countNumber(database: Database, found: readonly FoundRequest[]): Promise<NumberCounts> {
  const references = found.map(({ reference }) => reference)
  const requestsOf = Map.groupBy(found, ({ callback }) => callback)
  const ids = [...requestsOf.keys()].filter((id) => id !== null)
  const rows = await inPages(ids, (page) =>
    database.selectFrom('callbacks').select(['id', 'asked']).where('id', 'in', page).execute(),
  )
  const callbacks = rows.filter(({ id, asked }) => requestsOf.get(id)?.length === asked).map(({ id }) => id)
  const notes = await inPages(callbacks, (page) =>
    database.selectFrom('notes').select('id').where('callback', 'in', page).execute(),
  )
  // What else was done with a callback is no call.
  const tries = await inPages(callbacks, (page) =>
    database.selectFrom('attempts').select('id').where('callback', 'in', page).where('what', 'in', OUTCOMES).execute(),
  )
  const messages = await inPages(references, (page) =>
    database.selectFrom('outbox_messages').select('id').where('reference', 'in', page).execute(),
  )
  return {
    requests: found.length,
    callbacks: callbacks.length,
    notes: notes.length,
    tries: tries.length,
    messages: messages.length,
    references: references.toReversed().slice(0, REFERENCES_NAMED),
  }
}

/**
 * Erases everything of the telephone number that a request has, as `requests erase --phone` does, with an audit event in
 * the same transaction, which says how many requests there were.
 *
 * @returns what was erased; undefined when there is no such request
 * @throws StoreUnavailable when not everything could be erased; it can be repeated with another of its references
 */
export async function eraseNumber(
  database: Database,
  erasures: Erasures,
  reference: string,
  { now, actor }: { now: Date; actor: Actor },
): Promise<NumberCounts | undefined> {
  const found = await erasures.findNumberOf(reference)
  if (!found) return undefined
  const counts = await countNumber(database, found)
  const detail = { count: counts.requests }
  const erased = await erasures.eraseFound(found, (transaction) =>
    recordEvent(transaction, now, actor, 'erased', { subject: reference, detail }),
  )
  return erased === 0 ? undefined : counts
}
