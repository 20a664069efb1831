import { setImmediate } from 'node:timers/promises'
import { MAX_NAME } from '../../../callback-request/rules.ts'
import { matchesWords, type SearchText } from '../../../callback-request/search-text.ts'
import type { StoredRequest } from '../../../callback-request/stored-request.ts'
import type { Database } from '../database/open-database.ts'
import { campaignIn, type RequestFilter, type Requests, receivedIn, requestsIn, statusOf } from './request-filter.ts'
import { beginningOf, wordOfEmail, wordOfPhone, wordOfPhoneEnd, wordsOf } from './request-words.ts'

/** How many rows a page may examine, whether they match or not. Source: desk, section 7. */
const EXAMINED_AT_MOST = 5_000

/** By word fewer: each is looked up alone, and a page must not take longer than 50 ms. */
const EXAMINED_BY_WORD = 1_500

/** A search by word reads so many at once, and then posts have their turn. */
const CHUNK_ROWS = 500

/** Sorts after every character that a word contains. */
const LAST_CHARACTER = '\u{10ffff}'

export interface SearchRow
  extends Pick<StoredRequest, 'reference' | 'received_at' | 'name' | 'phone' | 'email' | 'form' | 'service'>,
    Pick<StoredRequest, 'time_slot' | 'status' | 'suspected'> {
  /** `utm_campaign`. */
  campaign: string | null
}

/** The place after a row: its receipt and reference, and the word by which it was found. */
export interface SearchCursor {
  received_at: string
  reference: string
  word: string | null
}

export interface SearchPage {
  rows: SearchRow[]
  /** Null at the end. */
  next: SearchCursor | null
  /** False when so many rows were examined that the page ended before it was full. */
  complete: boolean
  /** The receipt of the last row that was examined; null at the end, and for words, which have another order. */
  searched_back_to: string | null
}

interface PageOptions {
  after: SearchCursor | null
  limit: number
}

/** The words from `first` to `last`, which begins with it. */
interface WordRange {
  first: string
  last: string
}

/** A word, and the request that it is of. */
type WordKey = Pick<SearchCursor, 'received_at' | 'reference'> & { word: string }

/** Finds requests. Each page examines a bounded number of rows, by an index. */
export class RequestSearch {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * A page of the requests that match: the newest first, but those found by a name or a part of a number in the
   * order of the word that matches, and then the newest first.
   *
   * @throws StoreUnavailable
   */
  async find(filter: RequestFilter, options: PageOptions): Promise<SearchPage> {
    if (filter.text === null) return this.#newest(filter, options)
    const { reference, text } = filter.text
    if (reference !== null && options.after === null) {
      const rows = await this.#rows(requestsIn(this.#database, filter).where('reference', '=', reference))
      if (rows.length > 0) return pageOf(rows, null)
    }
    return this.#byWord(filter, text, options)
  }

  async #newest(filter: RequestFilter, { after, limit }: PageOptions): Promise<SearchPage> {
    const received = newestFirst(afterCursor(receivedIn(this.#database, filter), after))
    const [last] = await received
      .select(['received_at', 'reference'])
      .limit(1)
      .offset(EXAMINED_AT_MOST - 1)
      .execute()
    const examined = afterCursor(requestsIn(this.#database, filter), after).$if(last !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('received_at', 'reference'), '>=', tuple(last?.received_at ?? '', last?.reference ?? '')),
      ),
    )
    const found = await this.#rows(newestFirst(examined).limit(limit + 1))
    const rows = found.slice(0, limit)
    const end = found.length > limit ? rows.at(-1) : last
    const next = end ? { received_at: end.received_at, reference: end.reference, word: null } : null
    return { rows, next, complete: !last || rows.length === limit, searched_back_to: next?.received_at ?? null }
  }

  async #byWord(filter: RequestFilter, text: SearchText, { after, limit }: PageOptions): Promise<SearchPage> {
    const ranges = rangesOf(text)
    const rows: SearchRow[] = []
    let cursor = after
    for (let examined = 0; examined < EXAMINED_BY_WORD; examined += CHUNK_ROWS) {
      const keys = await this.#keys(ranges, cursor)
      const requests = await this.#requestsOf(filter, keys)
      for (const key of keys) {
        const request = requests.get(key.reference)
        if (request && isFoundBy(key.word, ranges, text, request)) {
          if (rows.length === limit) return pageOf(rows, cursor)
          rows.push(request)
        }
        cursor = key
      }
      if (keys.length < CHUNK_ROWS) return pageOf(rows, null)
      await setImmediate()
    }
    return { ...pageOf(rows, cursor), complete: rows.length === limit }
  }

  /** The next words in ranges that follow each other, and whose they are. */
  async #keys(ranges: readonly WordRange[], after: SearchCursor | null) {
    const keys: WordKey[] = []
    for (const range of ranges) {
      const missing = CHUNK_ROWS - keys.length
      if (missing > 0) keys.push(...(await this.#keysIn(range, after, missing)))
    }
    return keys
  }

  /** Two queries, because the order of words ascends and that of requests descends. */
  async #keysIn({ first, last }: WordRange, after: SearchCursor | null, limit: number): Promise<WordKey[]> {
    const keys = this.#database
      .selectFrom('request_words')
      .select(['word', 'received_at', 'reference'])
      .orderBy('word')
      .orderBy('received_at', 'desc')
      .orderBy('reference', 'desc')
    if (after === null || after.word === null || after.word < first) {
      return keys.where('word', '>=', first).where('word', '<=', last).limit(limit).execute()
    }
    if (after.word > last) return []
    const { word, received_at, reference } = after
    const ofWord = await keys
      .where('word', '=', word)
      .where(({ eb, refTuple, tuple }) => eb(refTuple('received_at', 'reference'), '<', tuple(received_at, reference)))
      .limit(limit)
      .execute()
    const missing = limit - ofWord.length
    if (missing === 0) return ofWord
    const ofLater = keys.where('word', '>', word).where('word', '<=', last).limit(missing)
    return [...ofWord, ...(await ofLater.execute())]
  }

  async #requestsOf(filter: RequestFilter, keys: readonly { reference: string }[]): Promise<Map<string, SearchRow>> {
    if (keys.length === 0) return new Map()
    const references = keys.map(({ reference }) => reference)
    const rows = await this.#rows(requestsIn(this.#database, filter).where('reference', 'in', references))
    return new Map(rows.map((row) => [row.reference, row]))
  }

  async #rows(requests: Requests): Promise<SearchRow[]> {
    const rows = await requests
      .select(['reference', 'received_at', 'name', 'phone', 'email', 'form', 'service', 'time_slot', 'suspected'])
      .select([statusOf.as('status'), campaignIn(this.#database, 'callback_requests.campaign').as('campaign')])
      .execute()
    return rows.map(({ suspected, ...row }) => ({ ...row, suspected: suspected === 1 }))
  }
}

function pageOf(rows: SearchRow[], next: SearchCursor | null): SearchPage {
  return { rows, next, complete: true, searched_back_to: null }
}

function newestFirst(requests: Requests): Requests {
  return requests.orderBy('received_at', 'desc').orderBy('reference', 'desc')
}

function afterCursor(requests: Requests, after: SearchCursor | null): Requests {
  if (after === null) return requests
  const { received_at, reference } = after
  return requests.where(({ eb, refTuple, tuple }) =>
    eb(refTuple('received_at', 'reference'), '<', tuple(received_at, reference)),
  )
}

function rangesOf(text: SearchText): WordRange[] {
  switch (text.kind) {
    case 'email':
      return [only(wordOfEmail(text.email))]
    case 'phone':
      return [only(wordOfPhone(text.key))]
    case 'phone part':
      return [beginningWith(wordOfPhone(text.digits)), beginningWith(wordOfPhoneEnd(text.digits))]
    case 'words':
      return [beginningWith(beginningOf(longestOf(text.words)))]
  }
}

const only = (word: string): WordRange => ({ first: word, last: word })

const beginningWith = (word: string): WordRange => ({ first: word, last: word + LAST_CHARACTER })

/** The one by which the fewest names are likely to be found. */
function longestOf(words: readonly string[]): string {
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest))
}

/** Whether a word is the first of the request's in the ranges, so that it is found once, and all other words match too. */
function isFoundBy(word: string, ranges: readonly WordRange[], text: SearchText, request: SearchRow): boolean {
  const own = wordsOf(request).find((each) => ranges.some(({ first }) => each.startsWith(first)))
  return own === word && (text.kind !== 'words' || matchesWords(request.name.slice(0, 2 * MAX_NAME), text.words))
}
