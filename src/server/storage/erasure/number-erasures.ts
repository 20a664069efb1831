import { sql } from 'kysely'
import { OUTCOMES } from '../../../callback-request/calling/outcomes.ts'
import type { Actor } from '../audit/audit-events.ts'
import type { Database } from '../database/open-database.ts'
import { type Erasures, phoneOf, requestsOf } from './erasures.ts'

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

/** What is stored of the number of a request. Undefined when there is no such request. @throws StoreUnavailable */
export async function countNumber(database: Database, reference: string): Promise<NumberCounts | undefined> {
  const phone = await phoneOf(database, reference)
  if (phone === undefined) return undefined
  const own = requestsOf(database, { phone })
  const { rows } = await sql<Record<Exclude<keyof NumberCounts, 'references'>, number>>`
    with own as ${own.select(['reference', 'callback'])},
      gone as (select callback from own join callbacks on id = callback group by callback having count(*) = max(asked))
    select
      (select count(*) from own) as requests,
      (select count(*) from gone) as callbacks,
      (select count(*) from notes where callback in (select callback from gone)) as notes,
      (select count(*) from attempts where callback in (select callback from gone)
        and what in (${sql.join(OUTCOMES)})) as tries,
      (select count(*) from outbox_messages where reference in (select reference from own)) as messages
  `.execute(database)
  const newest = own.select('reference').orderBy('received_at', 'desc').orderBy('reference', 'desc')
  const references = (await newest.limit(REFERENCES_NAMED).execute()).map(({ reference }) => reference)
  const counts = Object.entries(rows[0] ?? {}).map(([name, count]) => [name, Number(count)])
  return { ...Object.fromEntries(counts), references }
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
  const counts = await countNumber(database, reference)
  const phone = await phoneOf(database, reference)
  if (!counts || phone === undefined) return undefined
  const erased = await erasures.erase({ phone }, { now, by: { actor, reference } })
  return erased === 0 ? undefined : counts
}
