import { sql, type Transaction } from 'kysely'
import { phoneReadings } from '../../../callback-request/phone-key.ts'
import { MAX_EMAIL, MAX_NAME } from '../../../callback-request/rules.ts'
import { comparableEmail, nameWords } from '../../../callback-request/search-text.ts'
import { groupCommitOf } from '../database/group-commit.ts'
import { type Database, isPostgres } from '../database/open-database.ts'
import { rowsInParameter } from '../database/rows-in-parameter.ts'
import type { Schema } from '../database/schema.ts'
import { onStore } from '../database/store-unavailable.ts'

/** For how many requests one transaction writes words: about 5 ms, for which the posts of the same turn wait. */
const WRITTEN_AT_ONCE = 50

/** What is found of a name, however long an earlier version let it be. Source: desk, section 12. */
const MAX_WORDS = 8
const MAX_LETTERS = 24

/** The beginning of a name that is read for it: twice as long as a name may be, since a letter may have two units. */
const READ_OF_NAME = 2 * MAX_NAME

const WORD_COLUMNS = ['word', 'received_at', 'reference'] as const

/** What the words of a request come from. */
interface Request {
  reference: string
  received_at: string
  name: string
  phone: string
  email: string
}

/** An address as a word. No word of a name begins like this, nor like the next. */
export function wordOfEmail(email: string): string {
  return `@${comparableEmail(email.slice(0, 2 * MAX_EMAIL))}`
}

/** The last ten digits of a number, or the first of them, as a word. */
export function wordOfPhone(digits: string): string {
  return `#${digits}`
}

/**
 * Writes what requests can be found by, for at most 50 that do not have it yet, the newest first.
 *
 * @returns whether there may be more
 * @throws StoreUnavailable
 */
export function writeWords(database: Database): Promise<boolean> {
  return onStore(() =>
    groupCommitOf(database).run(async (transaction) => {
      const requests = await transaction
        .selectFrom('callback_requests')
        .select(['reference', 'received_at', 'name', 'phone', 'email'])
        .where('has_words', '=', sql.lit(0))
        .orderBy('received_at', 'desc')
        .orderBy('reference', 'desc')
        .limit(WRITTEN_AT_ONCE)
        // Otherwise an erasure could come in between, and the words would stay.
        .$if(isPostgres(transaction), (query) => query.forUpdate().skipLocked())
        .execute()
      if (requests.length === 0) return false
      const words = requests.flatMap(wordRowsOf).map((row) => [row.word, row.received_at, row.reference])
      await transaction
        .insertInto('request_words')
        .columns(WORD_COLUMNS)
        .expression(({ selectFrom }) =>
          selectFrom(rowsInParameter(transaction, WORD_COLUMNS, words).as('words'))
            .select(WORD_COLUMNS)
            // Without a condition SQLite would take the next clause for one of the selection.
            .where(sql.lit(true)),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const references = requests.map(({ reference }) => [reference])
      await transaction
        .updateTable('callback_requests')
        .from(rowsInParameter(transaction, ['reference'], references).as('written'))
        .set({ has_words: 1 })
        .whereRef('callback_requests.reference', '=', 'written.reference')
        .execute()
      return requests.length === WRITTEN_AT_ONCE
    }),
  )
}

/**
 * Erases the words of requests, after the requests themselves, as a part of a transaction. Earlier versions stored all
 * words of a name, however many and however long.
 */
export async function eraseWords(transaction: Transaction<Schema>, requests: readonly Request[]): Promise<void> {
  const rows = requests.flatMap((request) =>
    [...new Set([...wordsOf(request), ...nameWords(request.name)])].map((word) => [
      word,
      request.received_at,
      request.reference,
    ]),
  )
  await transaction
    .deleteFrom('request_words')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple(...WORD_COLUMNS),
        'in',
        selectFrom(rowsInParameter(transaction, WORD_COLUMNS, rows).as('words'))
          .select(WORD_COLUMNS)
          .$asTuple(...WORD_COLUMNS),
      ),
    )
    .execute()
}

/** A request's words in order: of its name the first eight, each up to 24 letters. */
export function wordsOf({ name, phone, email }: Pick<Request, 'name' | 'phone' | 'email'>): string[] {
  const ofName = nameWords(name.slice(0, READ_OF_NAME)).slice(0, MAX_WORDS).map(beginningOf)
  return [...new Set([wordOfEmail(email), ...phoneReadings(phone).map(wordOfPhone), ...ofName])].sort()
}

/** The part of a word by which it is found. */
export function beginningOf(word: string): string {
  return [...word].slice(0, MAX_LETTERS).join('')
}

/** A request's rows in `request_words`. */
export function wordRowsOf({ reference, received_at, ...request }: Request) {
  return wordsOf(request).map((word) => ({ word, received_at, reference }))
}
