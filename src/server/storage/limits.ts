import { hash } from 'node:crypto'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { countsOf, SIGN_IN_WINDOW_MS, type SignInAttempt } from '../../callback-request/staff-account.ts'
import { storeNow } from './clock.ts'
import { Line } from './database/line.ts'
import { type Database, query, read } from './database/open-database.ts'
import type { Schema } from './database/schema.ts'
import { lock, type Writing } from './write.ts'

/** The clock that decides may be put back so much without ending a window: 1 minute. */
const PUT_BACK_MS = 60_000

/** The longest window that can be set, of the rate limit: a day. */
const MAX_WINDOW_MS = 24 * 60 * 60_000

/** How long an instance remembers a full count of sign-ins, which another instance may reduce. */
const REMEMBERED_MS = 1_000

/** How many full counts an instance remembers. Beyond that, the oldest are forgotten, and cost a transaction again. */
const MAX_REMEMBERED = 5_000

const CLEAN_UP_INTERVAL_MS = 60_000

/** The lock by which those who write several counts wait for each other: rows could otherwise be locked in any order. */
export const SIGN_INS = 'sign-in failures'

export type Counted = { ok: true } | { ok: false; retryAfterSeconds: number }

export interface Sent {
  posts: number
  bytes: number
}

/**
 * The one counter, for all instances: of posts on PostgreSQL, and of sign-ins. `storeNow` decides when a window is over. One
 * that ends much later than a new one was begun by a clock that was wrong, and counts as over. What is refused writes nothing.
 */
export class Limits {
  readonly #database: Database
  readonly #now: () => Date
  /** Who is over a limit, from when until when: in ms. */
  readonly #over = new Map<string, { from: number; until: number; windowEnds: number }>()
  /** One at a time: however many sign in at once, they take one connection from those who work. */
  readonly #line = new Line(1)
  #cleanedUpAt = 0

  constructor(database: Database, now: () => Date) {
    this.#database = database
    this.#now = now
  }

  /** Whoever is over the limit stays so until the window ends: this instance does not ask the store again. */
  async add(client: string, sent: Sent, limit: Sent & { windowSeconds: number }): Promise<Counted> {
    const now = this.#now()
    const subject = subjectOf('posts', client)
    const remembered = this.#remembered([subject], now)
    if (remembered) return remembered
    if (now.getTime() - this.#cleanedUpAt >= CLEAN_UP_INTERVAL_MS) {
      this.#cleanedUpAt = now.getTime()
      await this.#inTurn((transaction) => deleteEnded(transaction, now))
    }
    const counted = await count(this.#database, subject, sent, now, limit.windowSeconds * 1_000)
    if (counted.times <= limit.posts && counted.bytes <= limit.bytes) return { ok: true }
    return this.#refuse(counted, now, Number.POSITIVE_INFINITY)
  }

  /** What this instance remembers of an attempt that has to be refused. Asks the store nothing. */
  refusalOf(attempt: SignInAttempt): Counted | undefined {
    return this.#remembered([...subjectsOf(attempt).keys()], this.#now())
  }

  /**
   * Counts an attempt as failed from its beginning, so that many at once are no way around the limit; `forgive` takes it
   * back. When one of its counts is full, it counts nowhere.
   */
  async begin(attempt: SignInAttempt): Promise<Counted> {
    const now = this.#now()
    // Whoever goes on trying holds up nobody: the lock is for those who are counted.
    const refusal = this.refusalOf(attempt) ?? (await this.#fullCount(this.#database, attempt, now))
    if (refusal) return refusal
    return this.#inTurn(async (transaction) => {
      const overtaken = await this.#fullCount(transaction, attempt, now)
      if (overtaken) return overtaken
      for (const subject of subjectsOf(attempt).keys()) await count(transaction, subject, ONCE, now, SIGN_IN_WINDOW_MS)
      const own = await ownSubject(transaction, attempt)
      if (own) await count(transaction, own, ONCE, now, SIGN_IN_WINDOW_MS)
      return { ok: true }
    })
  }

  /** Takes back one attempt that did not fail. Before `clearOwnFailures`, which takes back all that are left. */
  async forgive(attempt: SignInAttempt): Promise<void> {
    const subjects = [...subjectsOf(attempt).keys()]
    for (const subject of subjects) this.#over.delete(subject)
    await this.#inTurn(async (transaction) => {
      const own = await ownSubject(transaction, attempt)
      await takeBack(transaction, own ? [...subjects, own] : subjects, sql`1`)
    })
  }

  async #fullCount(database: Database, attempt: SignInAttempt, now: Date): Promise<Counted | undefined> {
    const subjects = subjectsOf(attempt)
    const known = await query<Counting>(database)`select *, ${storeNow(database, now)} as store_now from limits
      where subject in (${sql.join([...subjects.keys()])}) and not ${hasEnded(database, now, SIGN_IN_WINDOW_MS)}
      order by window_ends_at desc`
    const full = known.find(({ subject, times }) => times >= (subjects.get(subject) ?? 0))
    return full && this.#refuse(full, now, REMEMBERED_MS)
  }

  #refuse({ subject, window_ends_at, store_now }: Counting, now: Date, rememberedMs: number): Counted {
    const from = now.getTime()
    const windowEnds = from + Date.parse(window_ends_at) - Date.parse(store_now)
    this.#over.set(subject, { from, until: Math.min(windowEnds, from + rememberedMs), windowEnds })
    for (const oldest of this.#over.keys()) {
      if (this.#over.size <= MAX_REMEMBERED) break
      this.#over.delete(oldest)
    }
    return refusedUntil(windowEnds, now)
  }

  #remembered(subjects: readonly string[], now: Date): Counted | undefined {
    for (const subject of subjects) {
      const over = this.#over.get(subject)
      if (!over) continue
      // A clock that was put back is no reason to refuse for longer.
      if (over.from <= now.getTime() && now.getTime() < over.until) return refusedUntil(over.windowEnds, now)
      this.#over.delete(subject)
    }
    return undefined
  }

  #inTurn<Result>(step: (transaction: Transaction<Schema>) => Promise<Result>): Promise<Result> {
    return this.#line.run(() =>
      this.#database.transaction().execute(async (transaction) => {
        await lock(transaction, SIGN_INS)
        return step(transaction)
      }),
    )
  }
}

/**
 * Forgets which failures of an e-mail address came from a client, as a part of the transaction of its completed sign-in
 * there. Those of others stay, so that no count tells who has an account.
 */
export async function clearOwnFailures({ transaction, actor }: Writing, email: string): Promise<void> {
  await lock(transaction, SIGN_INS)
  const own = await ownSubject(transaction, { email, client: actor.client ?? '' })
  if (!own) return
  const failures = sql`(select times from limits where subject = ${own})`
  await takeBack(transaction, [subjectOf('email', email)], failures)
  await sql`delete from limits where subject = ${own}`.execute(transaction)
}

/** Deletes the counts whose windows have ended, as a part of a transaction. */
export async function deleteEnded(transaction: Transaction<Schema>, now: Date): Promise<void> {
  await lock(transaction, SIGN_INS)
  await sql`delete from limits where ${hasEnded(transaction, now, MAX_WINDOW_MS)}`.execute(transaction)
}

type Count = Schema['limits']

type Counting = Count & { store_now: string }

const ONCE: Sent = { posts: 1, bytes: 0 }

/** Whoever is counted, as a hash: the store has no address. */
function subjectOf(kind: string, text: string): string {
  return hash('sha256', `${kind} ${text}`)
}

/** Whom an attempt counts for, and how often each may fail. */
function subjectsOf(attempt: SignInAttempt): Map<string, number> {
  return new Map(countsOf(attempt).map(({ kind, text, max }) => [subjectOf(kind, text), max]))
}

/** Under which the failures of one client are counted within the present window of an e-mail address. */
async function ownSubject(
  transaction: Transaction<Schema>,
  { email, client }: Pick<SignInAttempt, 'client' | 'email'>,
): Promise<string | undefined> {
  if (email === undefined) return undefined
  const ofEmail = sql<Count>`select * from limits where subject = ${subjectOf('email', email)}`
  const [window] = await read(transaction, ofEmail)
  return window && subjectOf('own', `${email} ${client} ${window.window_ends_at}`)
}

function hasEnded(database: Database, now: Date, windowMs: number): RawBuilder<unknown> {
  return sql`(limits.window_ends_at <= ${storeNow(database, now)}
    or limits.window_ends_at > ${storeNow(database, now, windowMs + PUT_BACK_MS)})`
}

/** Adds to a count, which begins again when its window has ended. @returns the sums */
async function count(database: Database, subject: string, sent: Sent, now: Date, windowMs: number): Promise<Counting> {
  const ended = hasEnded(database, now, windowMs)
  const [counted] = await query<Counting>(database)`
    insert into limits (subject, times, bytes, window_ends_at)
    values (${subject}, ${sent.posts}, ${sent.bytes}, ${storeNow(database, now, windowMs)})
    on conflict (subject) do update set
      times = excluded.times + case when ${ended} then 0 else limits.times end,
      bytes = excluded.bytes + case when ${ended} then 0 else limits.bytes end,
      window_ends_at = case when ${ended} then excluded.window_ends_at else limits.window_ends_at end
    returning *, ${storeNow(database, now)} as store_now`
  return counted as Counting
}

async function takeBack(transaction: Transaction<Schema>, subjects: readonly string[], times: RawBuilder<unknown>) {
  await sql`update limits set times = times - ${times}
    where subject in (${sql.join(subjects)}) and times >= ${times}`.execute(transaction)
}

function refusedUntil(windowEnds: number, now: Date): Counted {
  return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil((windowEnds - now.getTime()) / 1_000)) }
}
