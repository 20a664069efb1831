import { closeSync, existsSync, fstatSync, fsyncSync, openSync, readSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { OUTCOMES } from '../../callback-request/calling/outcomes.ts'
import type { NumberCounts } from '../../callback-request/calling/person.ts'
import { wordOfEmail, wordOfPhone } from '../../callback-request/search-text.ts'
import { type Database, read } from './database/open-database.ts'
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

  /**
   * All hashes on the list.
   *
   * @throws a Node error when the file cannot be read, an error of one line when it contains anything but hashes
   */
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

/** The erasure list of a data directory. */
export function erasureListIn(dataDirectory: string): ErasureList {
  return new ErasureList(join(dataDirectory, 'erasures.list'))
}

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
