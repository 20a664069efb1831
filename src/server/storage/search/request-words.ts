import { type RawBuilder, sql, type Transaction } from 'kysely'
import { phoneReadings } from '../../../callback-request/phone-key.ts'
import { MAX_EMAIL, MAX_NAME } from '../../../callback-request/rules.ts'
import { comparableEmail, nameWords } from '../../../callback-request/search-text.ts'
import { type Database, isPostgres } from '../database/open-database.ts'
import type { Schema } from '../database/schema.ts'

/** What is found of a name. Source: desk, section 12. */
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

/** Writes what a request can be found by, as a part of the transaction that stores it. */
export async function writeWords(transaction: Transaction<Schema>, request: Request): Promise<void> {
  await transaction.insertInto('request_words').values(wordRowsOf(request)).execute()
}

/** Erases the words of requests, after the requests themselves, as a part of a transaction. */
export async function eraseWords(transaction: Transaction<Schema>, requests: readonly Request[]): Promise<void> {
  const rows = requests.flatMap((request) =>
    wordsOf(request).map((word) => [word, request.received_at, request.reference]),
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
  const ofEmail = email === '' ? [] : [wordOfEmail(email)]
  return [...new Set([...ofEmail, ...phoneReadings(phone).map(wordOfPhone), ...ofName])].sort()
}

/** The part of a word by which it is found. */
export function beginningOf(word: string): string {
  return [...word].slice(0, MAX_LETTERS).join('')
}

/** A request's rows in `request_words`. */
export function wordRowsOf({ reference, received_at, ...request }: Request) {
  return wordsOf(request).map((word) => ({ word, received_at, reference }))
}

/**
 * Rows of texts as one parameter, to select from. With a parameter for each text there would be another statement for
 * each number of rows, and SQLite would keep them all prepared.
 *
 * @param rows each with its texts in the order of the columns
 */
function rowsInParameter<Column extends string>(
  database: Database,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): RawBuilder<Record<Column, string>> {
  const json = JSON.stringify(rows)
  const list = isPostgres(database) ? sql`json_array_elements(${json}::json)` : sql`json_each(${json})`
  const texts = columns.map((column, index) => sql`value ->> ${sql.lit(index)} as ${sql.ref(column)}`)
  return sql`(select ${sql.join(texts)} from ${list})`
}
