import { type RawBuilder, sql } from 'kysely'
import { OUTCOMES } from '../../../callback-request/calling/outcomes.ts'
import type { NumberCounts } from '../../../callback-request/calling/person.ts'
import { wordOfEmail, wordOfPhone } from '../../../callback-request/search-text.ts'
import { type Database, read } from '../database/open-database.ts'

/** How many references of a number are named: more would not help anybody to look for them in a mailbox. */
const REFERENCES_NAMED = 200

/** Whose requests are erased, or the one request. A number is given by all that it may be stored as. */
export type ErasureSubject = { email: string } | { numbers: readonly string[] } | { reference: string }

/**
 * The condition that `callback_requests` fulfil which are of an address, ignoring case and surrounding spaces, of a
 * number, or the one request.
 */
export function isOf(subject: ErasureSubject): RawBuilder<unknown> {
  if ('reference' in subject) return sql`reference = ${subject.reference}`
  const words = 'email' in subject ? [wordOfEmail(subject.email)] : subject.numbers.map(wordOfPhone)
  return sql`reference in (select reference from request_words where word in (${sql.join(words)}))`
}

/** What the number of a request is compared by. Undefined when there is no such request. */
export async function numberOf(database: Database, reference = ''): Promise<string | undefined> {
  const request = sql<{ number: string }>`select number from callback_requests where reference = ${reference}`
  return (await read(database, request))[0]?.number
}

/** PostgreSQL's own count is a text here. */
const COUNT = sql`cast(count(*) as integer)`

/** What is stored of a telephone number. */
export async function countNumber(database: Database, number: string): Promise<NumberCounts> {
  const own = sql`from callback_requests where ${isOf({ numbers: [number] })}`
  const [counts] = await read(
    database,
    sql<Omit<NumberCounts, 'references'>>`
      with own as (select reference, callback ${own}),
        gone as (select callback from own join callbacks on id = callback group by callback having count(*) = max(asked))
      select
        (select ${COUNT} from own) as requests,
        (select ${COUNT} from gone) as callbacks,
        (select ${COUNT} from notes where callback in (select callback from gone)) as notes,
        (select ${COUNT} from attempts where callback in (select callback from gone)
          and what in (${sql.join(OUTCOMES)})) as tries,
        (select ${COUNT} from outbox_messages where reference in (select reference from own)) as messages`,
  )
  const newest = await read(
    database,
    sql<{ reference: string }>`
      select reference ${own} order by received_at desc, reference desc limit ${REFERENCES_NAMED}`,
  )
  return { ...(counts as NumberCounts), references: newest.map(({ reference }) => reference) }
}
