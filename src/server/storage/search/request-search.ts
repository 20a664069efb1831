import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type SearchText, wordsIn } from '../../../callback-request/search-text.ts'
import type { Service } from '../../../callback-request/services.ts'
import type { RequestStatus } from '../../../callback-request/statuses.ts'
import type { StoredRequest } from '../../../callback-request/stored-request.ts'
import { type Database, isPostgres, read } from '../database/open-database.ts'
import type { CallbackRequestsTable, CallbacksTable } from '../database/schema.ts'
import { storedRequestOf } from '../requests/stored-request-row.ts'

/** How many rows a page may examine, whether they match or not. Source: desk, section 7. */
const EXAMINED_AT_MOST = 5_000

/** So few that a page of an export is read in a few ms, and written in a few, because nothing else runs meanwhile. */
const EXPORTED_ROWS = 250

/** Which requests to find. What is missing means any. */
export interface RequestFilter {
  /** A reference is looked up before the text. */
  text?: { reference: string | null; text: SearchText } | undefined
  service?: Service | undefined
  status?: RequestStatus | undefined
  form?: StoredRequest['form'] | undefined
  /** The code of a language. */
  language?: string | undefined
  /** `utm_campaign`. */
  campaign?: string | undefined
  receivedFrom?: Date | undefined
  receivedBefore?: Date | undefined
}

/** What a found request says of its callback, besides its status. Null without one. */
export const CALLBACK_COLUMNS = ['asked', 'tries', 'first_called_at', 'settled_at'] as const

type OfCallback = { [column in (typeof CALLBACK_COLUMNS)[number]]: CallbacksTable[column] | null }

export interface FoundRequest extends StoredRequest, OfCallback {}

/** The place after a request. */
type SearchCursor = Pick<StoredRequest, 'received_at' | 'reference'>

interface SearchPage {
  rows: FoundRequest[]
  /** Null at the end. */
  next: SearchCursor | null
  /** False when so many rows were examined that the page ended before it was full. */
  complete: boolean
  /** The receipt of the last row that was examined; null at the end. */
  searched_back_to: string | null
}

/** A page of the requests that match, the newest first. */
export async function findRequests(
  database: Database,
  filter: RequestFilter,
  { after, limit }: { after: SearchCursor | null; limit: number },
): Promise<SearchPage> {
  const matching = conditionsOf(database, filter)
  const received = receivedIn(filter)
  if (filter.text?.reference && after === null) {
    const rows = await rowsOf(database, [...matching, ...received, sql`reference = ${filter.text.reference}`], 1)
    if (rows.length > 0) return { rows, next: null, complete: true, searched_back_to: null }
  }
  const named = filter.text && sql`(${requestsNamed(filter.text.text)})`
  const here = [...received, ...(after ? [sql`(received_at, reference) < (${place(after)})`] : [])]
  const examined = sql`select distinct received_at, reference from ${named ?? sql`callback_requests`} as searched
    ${where(here)} ${NEWEST_FIRST}`
  const [last] = await read(database, sql<SearchCursor>`${examined} limit 1 offset ${EXAMINED_AT_MOST - 1}`)
  if (named) {
    matching.push(sql`reference in (select reference from (${examined} limit ${EXAMINED_AT_MOST}) as examined)`)
  }
  if (last) matching.push(sql`(received_at, reference) >= (${place(last)})`)
  const found = await rowsOf(database, [...matching, ...here], limit + 1)
  const rows = found.slice(0, limit)
  const end = found.length > limit ? rows.at(-1) : last
  const next = end ? { received_at: end.received_at, reference: end.reference } : null
  return { rows, next, complete: !last || rows.length === limit, searched_back_to: next?.received_at ?? null }
}

/**
 * All requests of a filter, the newest first. They are read in pages, each when the one before has been taken, so that
 * neither memory nor the event loop depends on how many there are, and a slow reader keeps nothing open.
 */
export async function* exportedRequests(database: Database, filter: RequestFilter): AsyncGenerator<FoundRequest> {
  let after: SearchCursor | null = null
  do {
    const { rows, next } = await findRequests(database, filter, { after, limit: EXPORTED_ROWS })
    yield* rows
    // SQLite answers at once: without this nothing else would have its turn.
    await setImmediate()
    after = next
  } while (after !== null)
}

/** `utm_campaign` in a column such as `callback_requests.campaign`. */
export function campaignIn(database: Database, column: string): RawBuilder<string | null> {
  return isPostgres(database) ? sql`${sql.ref(column)}::json ->> 'campaign'` : sql`${sql.ref(column)} ->> 'campaign'`
}

type Conditions = RawBuilder<unknown>[]

const NEWEST_FIRST = sql`order by received_at desc, reference desc`

const place = ({ received_at, reference }: SearchCursor) => sql.join([received_at, reference])

function where(conditions: Conditions) {
  return conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
}

/** What the requests of a filter fulfil, besides its text and their receipt. */
function conditionsOf(database: Database, filter: RequestFilter): Conditions {
  const { service, form, language, campaign, status } = filter
  const conditions: Conditions = []
  if (service) conditions.push(sql`service = ${service}`)
  if (form) conditions.push(sql`form = ${form}`)
  if (language) conditions.push(sql`language = ${language}`)
  if (campaign) conditions.push(sql`${campaignIn(database, 'campaign')} = ${campaign}`)
  // A request is as far as its callback; as long as it has none, nobody has called.
  const statusOf = sql`coalesce((select callbacks.status from callbacks where callbacks.id = callback), 'new')`
  if (status) conditions.push(sql`${statusOf} = ${status}`)
  return conditions
}

function receivedIn({ receivedFrom, receivedBefore }: RequestFilter): Conditions {
  const from = receivedFrom ? [sql`received_at >= ${receivedFrom.toISOString()}`] : []
  return receivedBefore ? [...from, sql`received_at < ${receivedBefore.toISOString()}`] : from
}

/** The newest requests that fulfil conditions. Their callbacks are joined afterwards, to the few rows that were found. */
async function rowsOf(database: Database, conditions: Conditions, limit: number): Promise<FoundRequest[]> {
  const rows = await read(
    database,
    sql<Selectable<CallbackRequestsTable> & OfCallback & { callback_status: RequestStatus | null }>`
      select found.*, status as callback_status, ${sql.join(CALLBACK_COLUMNS.map((column) => sql.ref(column)))}
      from (select * from callback_requests ${where(conditions)} ${NEWEST_FIRST} limit ${limit}) as found
      left join callbacks on callbacks.id = callback
      ${NEWEST_FIRST}`,
  )
  return rows.map(({ callback_status, asked, tries, first_called_at, settled_at, ...row }) => ({
    ...storedRequestOf(row, callback_status),
    asked,
    tries,
    first_called_at,
    settled_at,
  }))
}

/** The requests that have the words of a text, some of them several times: one query for each word, all of which they are in. */
function requestsNamed(text: SearchText) {
  const ofWords = wordsIn(text).map((ranges) => {
    const isWord = ranges.map(({ from, to }) => sql`word between ${from} and ${to}`)
    return sql`select received_at, reference from request_words where ${sql.join(isWord, sql` or `)}`
  })
  return sql.join(ofWords, sql` intersect `)
}
