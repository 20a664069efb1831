import { setImmediate } from 'node:timers/promises'
import type { SearchText } from '../../../callback-request/search-text.ts'
import type { RequestInLanguage, StoredRequest } from '../../../callback-request/stored-request.ts'
import type { Database } from '../database/open-database.ts'
import { storedRequestOf } from '../requests/stored-request-row.ts'
import { type RequestFilter, type Requests, receivedIn, requestsIn } from './request-filter.ts'
import { beginningOf, wordOfEmail, wordOfPhone, wordOfPhoneEnd } from './request-words.ts'

/** How many rows a page may examine, whether they match or not. Source: desk, section 7. */
const EXAMINED_AT_MOST = 5_000

/** So few that a page of an export is read in a few ms, and written in a few, because nothing else runs meanwhile. */
const EXPORTED_ROWS = 250

/** Sorts after every character that a word contains. */
const LAST_CHARACTER = '\u{10ffff}'

/** What a found request says of its callback, besides its status. Null without one. */
export const CALLBACK_COLUMNS = ['asked', 'tries', 'first_tried_at', 'settled_at'] as const

export interface FoundRequest extends RequestInLanguage {
  asked: number | null
  tries: number | null
  first_tried_at: string | null
  settled_at: string | null
}

/** The place after a request. */
export type SearchCursor = Pick<StoredRequest, 'received_at' | 'reference'>

interface SearchPage {
  rows: FoundRequest[]
  /** Null at the end. */
  next: SearchCursor | null
  /** False when so many rows were examined that the page ended before it was full. */
  complete: boolean
  /** The receipt of the last row that was examined; null at the end. */
  searched_back_to: string | null
}

/**
 * A page of the requests that match, the newest first.
 *
 * @throws StoreUnavailable
 */
export async function findRequests(
  database: Database,
  filter: RequestFilter,
  { after, limit }: { after: SearchCursor | null; limit: number },
): Promise<SearchPage> {
  if (filter.text?.reference && after === null) {
    const { reference } = filter.text
    const rows = await read(database, requestsIn(database, filter).where('callback_requests.reference', '=', reference))
    if (rows.length > 0) return { rows, next: null, complete: true, searched_back_to: null }
  }
  const named = filter.text && requestsNamed(database, filter.text.text)
  const [last] = await newestFirst(named ?? receivedIn(database, filter), after)
    .select(['received_at', 'reference'])
    .limit(1)
    .offset(EXAMINED_AT_MOST - 1)
    .execute()
  let examined = newestFirst(requestsIn(database, filter), after)
  if (named) {
    const some = newestFirst(named, after).select('reference').limit(EXAMINED_AT_MOST)
    examined = examined.where('reference', 'in', some)
  }
  if (last) {
    const { received_at, reference } = last
    examined = examined.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('received_at', 'reference'), '>=', tuple(received_at, reference)),
    )
  }
  const found = await read(database, examined.limit(limit + 1))
  const rows = found.slice(0, limit)
  const end = found.length > limit ? rows.at(-1) : last
  const next = end ? { received_at: end.received_at, reference: end.reference } : null
  return { rows, next, complete: !last || rows.length === limit, searched_back_to: next?.received_at ?? null }
}

/**
 * All requests of a filter, the newest first. They are read in pages, each when the one before has been taken, so that
 * neither memory nor the event loop depends on how many there are, and a slow reader keeps nothing open.
 *
 * @throws StoreUnavailable
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

/** The requests of a query, in its order. Their callbacks are joined afterwards, to the few rows that were found. */
async function read(database: Database, requests: Requests): Promise<FoundRequest[]> {
  const rows = await database
    .selectFrom(requests.selectAll().as('found'))
    .leftJoin('callbacks', 'callbacks.id', 'found.callback')
    .selectAll('found')
    .select(['callbacks.status as callback_status', ...CALLBACK_COLUMNS])
    .orderBy('received_at', 'desc')
    .orderBy('reference', 'desc')
    .execute()
  return rows.map(({ callback_status, asked, tries, first_tried_at, settled_at, ...row }) => ({
    ...storedRequestOf(row, callback_status),
    language: row.language,
    asked,
    tries,
    first_tried_at,
    settled_at,
  }))
}

/** The requests that have the words of a text: one query for each, of which the requests must be in all. */
function requestsNamed(database: Database, text: SearchText): Requests {
  const [first, ...others] = wordsIn(text).map((ranges) =>
    database
      .selectFrom('request_words')
      .select(['received_at', 'reference'])
      .where((eb) => eb.or(ranges.map(({ from, to }) => eb.between('word', from, to))))
      .groupBy(['received_at', 'reference']),
  )
  if (!first) throw new Error('A text has a word.')
  const named = others.reduce((all, one) => all.intersect(one), first)
  return database.selectFrom(named.as('callback_requests')) as unknown as Requests
}

function newestFirst(requests: Requests, after: SearchCursor | null): Requests {
  const ordered = requests.orderBy('received_at', 'desc').orderBy('reference', 'desc')
  if (after === null) return ordered
  const { received_at, reference } = after
  return ordered.where(({ eb, refTuple, tuple }) =>
    eb(refTuple('received_at', 'reference'), '<', tuple(received_at, reference)),
  )
}

/** The words of a text, each as the ranges that it may be in. */
function wordsIn(text: SearchText): { from: string; to: string }[][] {
  switch (text.kind) {
    case 'email':
      return [[only(wordOfEmail(text.email))]]
    case 'phone':
      return [[only(wordOfPhone(text.key))]]
    case 'phone part':
      return [[beginningWith(wordOfPhone(text.digits)), beginningWith(wordOfPhoneEnd(text.digits))]]
    case 'words':
      return text.words.map((word) => [beginningWith(beginningOf(word))])
  }
}

const only = (word: string) => ({ from: word, to: word })

const beginningWith = (word: string) => ({ from: word, to: word + LAST_CHARACTER })
