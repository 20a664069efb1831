import { sql, type Transaction } from 'kysely'
import { phoneReadings } from '../../../callback-request/phone-key.ts'
import { MAX_EMAIL, MAX_NAME } from '../../../callback-request/rules.ts'
import { comparableEmail, nameWords } from '../../../callback-request/search-text.ts'
import { insertRows, rowsInParameter } from '../database/rows-in-parameter.ts'
import type { Schema } from '../database/schema.ts'

/** What is found of a name. Source: desk, section 12. */
const MAX_WORDS = 8
const MAX_LETTERS = 24

/** The beginning of a name that is read for it: twice as long as a name may be, since a letter may have two units. */
const READ_OF_NAME = 2 * MAX_NAME

/** What the words of a request come from. */
interface Request {
  reference: string
  received_at: string
  name: string
  phone: string
  email: string
}

/** An address as a word. No word of a name begins like this, nor like the next two. */
export function wordOfEmail(email: string): string {
  return `@${comparableEmail(email.slice(0, 2 * MAX_EMAIL))}`
}

/** The last ten digits of a number, or the first of them, as a word. */
export function wordOfPhone(digits: string): string {
  return `#${digits}`
}

/** As `wordOfPhone`, but from the end of the number: its last digits are the beginning of the word. */
export function wordOfPhoneEnd(digits: string): string {
  return `%${[...digits].reverse().join('')}`
}

/** Writes what requests can be found by, as a part of the transaction that stores them. */
export async function writeWords(transaction: Transaction<Schema>, requests: readonly Request[]): Promise<void> {
  await insertRows(transaction, 'request_words', requests.flatMap(wordRowsOf)).execute()
}

/** Erases the words of requests, after the requests themselves, as a part of a transaction. */
export async function eraseWords(transaction: Transaction<Schema>, requests: readonly Request[]): Promise<void> {
  const words = requests.flatMap(wordRowsOf)
  const erased = rowsInParameter(transaction, 'request_words', ['word', 'received_at', 'reference'], words)
  await sql`delete from request_words where (word, received_at, reference) in (
    select word, received_at, reference from ${erased} as erased)`.execute(transaction)
}

/** A request's words in order: of its name the first eight, each up to 24 letters. */
export function wordsOf({ name, phone, email }: Pick<Request, 'name' | 'phone' | 'email'>): string[] {
  const ofName = nameWords(name.slice(0, READ_OF_NAME)).slice(0, MAX_WORDS).map(beginningOf)
  const ofEmail = email === '' ? [] : [wordOfEmail(email)]
  const ofPhone = phoneReadings(phone).flatMap((digits) => [wordOfPhone(digits), wordOfPhoneEnd(digits)])
  return [...new Set([...ofEmail, ...ofPhone, ...ofName])].sort()
}

/** The part of a word by which it is found. */
export function beginningOf(word: string): string {
  return [...word].slice(0, MAX_LETTERS).join('')
}

/** A request's rows in `request_words`. */
export function wordRowsOf({ reference, received_at, ...request }: Request) {
  return wordsOf(request).map((word) => ({ word, received_at, reference }))
}
