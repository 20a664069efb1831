import { sql } from 'kysely'
import { OUTCOMES } from '../../../callback-request/calling/outcomes.ts'
import type { Database } from '../database/open-database.ts'
import { requestsOf } from './erasures.ts'

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

/** What is stored of a telephone number. @throws StoreUnavailable */
export async function countNumber(database: Database, phone: string): Promise<NumberCounts> {
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
