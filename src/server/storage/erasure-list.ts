import { closeSync, existsSync, fstatSync, fsyncSync, openSync, readSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { OUTCOMES } from '../../callback-request/calling/outcomes.ts'
import type { PersonCounts } from '../../callback-request/calling/person.ts'
import { typedDigits } from '../../callback-request/phone-number.ts'
import { wordOfEmail, wordOfPhone } from '../../callback-request/search-text.ts'
import { type Database, query, read } from './database/open-database.ts'
import { syncDirectory } from './database/open-sqlite.ts'

const HASH = /^[0-9a-f]{64}$/

/** A line that a crash cut off. It is ignored, since nothing is erased before its line is complete and on disk. */
const PART_OF_HASH = /^[0-9a-f]{0,63}$/

/** A file of hashes, one per line, that outlives the database: it is stored elsewhere together with the backups. */
export class ErasureList {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }

  /**
   * Appends hashes, and creates the file, for its owner only, when it is missing. They are on disk when this returns.
   * Synchronous, since it runs inside a transaction that nothing may delay.
   *
   * @throws a Node error when not all of them could be written. Some may be in the file then, the last perhaps as an
   * incomplete line, which is ignored and does not damage later lines
   */
  append(hashes: readonly string[]): void {
    const file = openSync(this.path, 'a+', 0o600)
    try {
      const { size } = fstatSync(file)
      const last = Buffer.alloc(1, '\n')
      if (size > 0) readSync(file, last, 0, 1, size - 1)
      const text = hashes.map((hash) => `${hash}\n`).join('')
      // Writes until everything is written: a disk that is nearly full accepts a part, and then fails.
      if (text !== '') writeFileSync(file, last.toString() === '\n' ? text : `\n${text}`)
      fsyncSync(file)
      if (size === 0) syncDirectory(dirname(this.path))
    } finally {
      closeSync(file)
    }
  }

  /** All hashes on the list. @throws a Node error, and an error of one line when it contains anything but hashes */
  async hashes(): Promise<string[]> {
    const lines = (await readFile(this.path, 'utf8')).split('\n')
    const bad = lines.findIndex((line) => !HASH.test(line) && !PART_OF_HASH.test(line))
    if (bad >= 0) throw new Error(`${this.path} is not an erasure list: line ${bad + 1} is not a hash.`)
    return lines.filter((line) => HASH.test(line))
  }

  /** The same; none when there is no file, as before the first erasure. */
  async hashesSoFar(): Promise<string[]> {
    return existsSync(this.path) ? this.hashes() : []
  }

  /** Appends those hashes that are not yet on the list. @throws like `append` and `hashes` */
  async add(hashes: readonly string[]): Promise<void> {
    const known = new Set(await this.hashesSoFar())
    this.append(hashes.filter((hash) => !known.has(hash)))
  }
}

export function erasureListIn(dataDirectory: string): ErasureList {
  return new ErasureList(join(dataDirectory, 'erasures.list'))
}

/** How many references of a number are named: more would not help anybody to look for them in a mailbox. */
const REFERENCES_NAMED = 200

/** The people whom the question before an erasure names: a stranger may have sent any number of names. */
const PEOPLE_NAMED = 50

/** Somebody at a number, which is given as callbacks are stored under it. */
export type OnePerson = { number: string; person: string }

/** Whose requests are erased. A number is given by all that it may be stored as. */
export type ErasureSubject = { email: string } | OnePerson | { numbers: readonly string[] } | { reference: string }

/** The condition that `callback_requests` of a subject fulfil. Of an address, case and spaces around it do not count. */
export function isOf(subject: ErasureSubject): RawBuilder<unknown> {
  if ('reference' in subject) return sql`reference = ${subject.reference}`
  if ('person' in subject) return sql`number = ${subject.number} and person = ${subject.person}`
  const words = 'email' in subject ? [wordOfEmail(subject.email)] : subject.numbers.map(wordOfPhone)
  return sql`reference in (select reference from request_words where word in (${sql.join(words)}))`
}

/** The person of a request, and all that the number may be stored as. Undefined when there is no such request. */
export async function identityOf(database: Database, reference = '') {
  const [request] = await query<OnePerson & { phone: string }>(database)`
    select number, person, phone from callback_requests where reference = ${reference}`
  if (!request) return undefined
  const { number, person, phone } = request
  return { person: { number, person }, everybody: { numbers: [number, typedDigits(phone)] } }
}

/** The people of a number: one of them, then those who are not only held back, then the newest. Each has a number's form. */
export function peopleAt(database: Database, { number, person }: OnePerson, everybody: ErasureSubject) {
  return query<OnePerson>(database)`
    select number, person from callback_requests where ${isOf(everybody)} group by number, person
    order by case when number = ${number} and person = ${person} then 0 when max(callback) is not null then 1 else 2 end,
      max(received_at) desc limit ${PEOPLE_NAMED}`
}

export async function countPeople(database: Database, subject: ErasureSubject): Promise<number> {
  const people = sql`(select distinct number, person from callback_requests where ${isOf(subject)}) as people`
  return (await read(database, sql<{ people: number }>`select ${COUNT} as people from ${people}`))[0]?.people ?? 0
}

/** PostgreSQL's own count is a text here. */
const COUNT = sql`cast(count(*) as integer)`

export async function countStored(database: Database, subject: ErasureSubject): Promise<PersonCounts> {
  const own = sql`from callback_requests where ${isOf(subject)}`
  const [counts] = await query<Omit<PersonCounts, 'references'>>(database)`
    with own as (select reference, number, person ${own}),
      theirs as (select id from callbacks where (number, person) in (select number, person from own))
    select
      (select name ${own} order by received_at desc, reference desc limit 1) as name,
      (select ${COUNT} from own) as requests,
      (select ${COUNT} from theirs) as callbacks,
      (select ${COUNT} from notes where callback in (select id from theirs)) as notes,
      (select ${COUNT} from attempts where callback in (select id from theirs)
        and what in (${sql.join(OUTCOMES)})) as tries,
      (select ${COUNT} from outbox_messages where reference in (select reference from own)) as messages`
  const newest = await query<{ reference: string }>(database)`
    select reference ${own} order by received_at desc, reference desc limit ${REFERENCES_NAMED}`
  return { ...(counts as PersonCounts), references: newest.map(({ reference }) => reference) }
}
