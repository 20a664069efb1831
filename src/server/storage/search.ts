import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { OUTCOMES } from '../../callback-request/calling/outcomes.ts'
import { type SearchText, wordsIn, wordsOf } from '../../callback-request/search-text.ts'
import type { Service } from '../../callback-request/services.ts'
import type { RequestStatus } from '../../callback-request/statuses.ts'
import type { StoredRequest } from '../../callback-request/stored-request.ts'
import { type Database, query, read } from './database/open-database.ts'
import { rowsInParameter } from './database/rows.ts'
import type { CallbackRequestsTable, CallbacksTable } from './database/schema.ts'
import { campaignIn, storedRequestOf } from './stored-request.ts'

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
  language?: string | undefined
  /** `utm_campaign`. */
  campaign?: string | undefined
  receivedFrom?: Date | undefined
  receivedBefore?: Date | undefined
}

/** What an export says of the callback of a request: null without one. */
const CALLBACK_COLUMNS = [
  ...(['asked', 'tries', 'first_until', 'first_called_at', 'called_in_first_window', 'settled_by_incoming'] as const),
  ...(['last_called_at', 'settled_at'] as const),
]

type OfCallback = { [column in (typeof CALLBACK_COLUMNS)[number]]: CallbacksTable[column] | null }

export interface FoundRequest
  extends StoredRequest,
    OfCallback,
    Pick<CallbackRequestsTable, 'callback' | 'due_from' | 'due_until'> {
  /** The name of whoever called last. */
  last_caller: string | null
}

type FoundRow = Selectable<CallbackRequestsTable> &
  Omit<FoundRequest, keyof StoredRequest> & { callback_status: RequestStatus | null }

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
  const received = receivedIn(filter)
  const matching = [...conditionsOf(database, filter), ...received]
  if (filter.text?.reference && after === null) {
    const rows = await rowsOf(database, [...matching, sql`reference = ${filter.text.reference}`], 1)
    if (rows.length > 0) return { rows, next: null, complete: true, searched_back_to: null }
  }
  const words = filter.text ? wordsIn(filter.text.text) : []
  const rarest = await rarestOf(database, words)
  const here = after ? [sql`(received_at, reference) < (${place(after)})`] : []
  const table = rarest ? sql`request_words` : sql`callback_requests`
  const examined = sql`select distinct received_at, reference from ${table}
    ${where([...(rarest ? [isIn(rarest)] : []), ...received, ...here])} ${NEWEST_FIRST}`
  const [last] = await read(database, sql<SearchCursor>`${examined} limit 1 offset ${EXAMINED_AT_MOST - 1}`)
  matching.push(...here)
  if (last) matching.push(sql`(received_at, reference) >= (${place(last)})`)
  if (rarest) {
    matching.push(sql`reference in (select reference from (${examined} limit ${EXAMINED_AT_MOST}) as examined)`)
  }
  const others = words.filter((word) => word !== rarest)
  const chosen = words.length > 0 ? [await isNamed(database, matching, others, limit + 1)] : matching
  const found = await rowsOf(database, chosen, limit + 1)
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
  // As `storedRequestOf` says it.
  const statusOf = sql`coalesce((select callbacks.status from callbacks where callbacks.id = callback),
    case when withdrawn_at is null then 'new' else 'withdrawn' end)`
  if (status) conditions.push(sql`${statusOf} = ${status}`)
  return conditions
}

function receivedIn({ receivedFrom, receivedBefore }: RequestFilter): Conditions {
  const from = receivedFrom ? [sql`received_at >= ${receivedFrom.toISOString()}`] : []
  return receivedBefore ? [...from, sql`received_at < ${receivedBefore.toISOString()}`] : from
}

/** The newest requests that fulfil conditions. Their callbacks are joined afterwards, to the few rows that were found. */
async function rowsOf(database: Database, conditions: Conditions, limit: number): Promise<FoundRequest[]> {
  const rows = await query<FoundRow>(database)`
    select found.*, callbacks.status as callback_status,
      ${sql.join(CALLBACK_COLUMNS.map((column) => sql.ref(`callbacks.${column}`)))}, (
        select staff.name from attempts join staff on staff.id = by
        where attempts.callback = callbacks.id and what in (${sql.join(OUTCOMES)}) and undone_at is null
        order by attempts.revision desc limit 1
      ) as last_caller
    from (select * from callback_requests ${where(conditions)} ${NEWEST_FIRST} limit ${limit}) as found
    left join callbacks on callbacks.id = callback
    ${NEWEST_FIRST}`
  return rows.map((row) => ({ ...row, ...storedRequestOf(row, row.callback_status) }))
}

/** One of its ranges has a row of it. */
type Word = ReturnType<typeof wordsIn>[number]

const isWhole = ({ from, to }: Word[number]) => from === to

/** Whether a row of `request_words` has a word. */
function isIn(word: Word) {
  const ranges = word.map((range) =>
    isWhole(range) ? sql`word = ${range.from}` : sql`word between ${range.from} and ${range.to}`,
  )
  return sql`(${sql.join(ranges, sql` or `)})`
}

/**
 * The word of which a page examines the newest rows: a whole one, whose rows lie in the order of receipt, or that with
 * the fewest rows. Undefined when each has more rows than a page may examine: they would all be sorted to find the newest.
 */
async function rarestOf(database: Database, words: Word[]): Promise<Word | undefined> {
  const whole = words.find((word) => word.length === 1 && word.every(isWhole))
  if (whole || words.length === 0) return whole
  const counts = words.map(
    (word, index) => sql`select ${sql.lit(index)} as word, count(*) as of_word
      from (select 1 from request_words where ${isIn(word)} limit ${EXAMINED_AT_MOST + 1}) as counted`,
  )
  const [rarest] = await query<{ word: number; of_word: number }>(database)`
    ${sql.join(counts, sql` union all `)} order by of_word limit 1`
  return rarest && Number(rarest.of_word) <= EXAMINED_AT_MOST ? words[rarest.word] : undefined
}

/**
 * Chooses the newest requests that fulfil conditions and have words. What a request is found by is read from itself, since
 * an index finds no rows of one request among those of a word's beginning. All that fulfil the conditions are read: with a
 * limit, PostgreSQL compares each request with each of a word for seconds, when its statistics are old.
 */
async function isNamed(database: Database, conditions: Conditions, words: Word[], limit: number) {
  const examined = await query<Parameters<typeof wordsOf>[0] & { reference: string }>(database)`
    select reference, name, phone, number, email from callback_requests ${where(conditions)} ${NEWEST_FIRST}`
  const named = []
  for (const { reference, ...request } of examined) {
    const its = wordsOf(request)
    const has = (range: Word[number]) =>
      its.some((one) => (isWhole(range) ? one === range.from : one.startsWith(range.from)))
    if (words.every((word) => word.some(has))) named.push({ reference })
    if (named.length === limit) break
  }
  return sql`reference in (select reference from ${rowsInParameter(database, 'callback_requests', ['reference'], named)} as named)`
}
