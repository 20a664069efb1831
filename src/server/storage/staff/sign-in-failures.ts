import { hash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { later } from '../database/instants.ts'
import { type Database, read } from '../database/open-database.ts'
import type { Schema, SignInFailuresTable } from '../database/schema.ts'
import { lock } from '../database/write.ts'

/**
 * How many failed sign-ins are allowed in a window, for an e-mail address and for a client. Source: desk, section 2.
 * `begun` counts the sign-ins by the hospital's provider that a client begins and does not complete, beside its failures:
 * links of other sites begin them too, and must not keep anybody from signing in with a password.
 */
const MAX_FAILURES = { email: 10, client: 30, begun: 30 }

/** 15 minutes, from the first failure. */
const WINDOW_MS = 15 * 60_000

/** The lock by which those who write counts wait for each other: two rows could otherwise be locked in either order. */
export const FAILURES = 'sign-in failures'

/** Whose failures are counted. The e-mail address counts whether it has an account or not; `begun` is a client. */
export type SignInAttempt = Partial<Record<keyof typeof MAX_FAILURES, string>>

export type CountedAttempt = { ok: true } | { ok: false; retryAfterSeconds: number }

/**
 * Counts failed sign-ins, for all instances. An attempt counts as failed from its beginning, so that many at once are
 * no way around the limit; `forgive` takes it back.
 */
export class SignInFailures {
  readonly #database: Database
  readonly #now: () => Date
  /** Ends when all attempts before it are counted. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(database: Database, now: () => Date) {
    this.#database = database
    this.#now = now
  }

  /** Counts an attempt, unless one of its counts is full: then it counts nowhere. */
  async begin(attempt: SignInAttempt): Promise<CountedAttempt> {
    const now = this.#now()
    // Whoever goes on trying holds up nobody: the lock is for those who are counted.
    const refusal = await refusalOf(this.#database, attempt, now)
    if (refusal) return refusal
    return this.#inTurn(async (transaction) => {
      const overtaken = await refusalOf(transaction, attempt, now)
      if (!overtaken) await count(transaction, attempt, now)
      return overtaken ?? { ok: true }
    })
  }

  /** Takes back one attempt that did not fail. */
  async forgive(attempt: SignInAttempt): Promise<void> {
    const subjects = sql.join([...limitsOf(attempt).keys()])
    const taken = sql`update sign_in_failures set failures = failures - 1 where subject in (${subjects}) and failures > 0`
    await this.#inTurn((transaction) => taken.execute(transaction))
  }

  /** One at a time: however many sign in at once, they take one connection from those who work. */
  #inTurn<Counted>(step: (transaction: Transaction<Schema>) => Promise<Counted>): Promise<Counted> {
    const counted = this.#turn.then(() =>
      this.#database.transaction().execute(async (transaction) => {
        await lock(transaction, FAILURES)
        return step(transaction)
      }),
    )
    this.#turn = counted.catch(() => {})
    return counted
  }
}

/** Forgets the failures of an e-mail address, as a part of the transaction of a completed sign-in. */
export async function clearFailures(transaction: Transaction<Schema>, email: string): Promise<void> {
  const subjects = sql.join([...limitsOf({ email }).keys()])
  await sql`delete from sign_in_failures where subject in (${subjects})`.execute(transaction)
}

/** What is counted of an attempt, as hashes, and how often each may fail. */
function limitsOf(attempt: SignInAttempt): Map<string, number> {
  const kinds = (['begun', 'client', 'email'] as const).filter((kind) => attempt[kind] !== undefined)
  return new Map(kinds.map((kind) => [hash('sha256', `${kind} ${attempt[kind]}`), MAX_FAILURES[kind]]))
}

/** Undefined while no count of an attempt is full. */
async function refusalOf(database: Database, attempt: SignInAttempt, now: Date): Promise<CountedAttempt | undefined> {
  const limits = limitsOf(attempt)
  const known = await read(
    database,
    sql<SignInFailuresTable>`select * from sign_in_failures where subject in (${sql.join([...limits.keys()])})
      and window_ends_at > ${now.toISOString()} and window_ends_at <= ${later(now, WINDOW_MS)}`,
  )
  const full = known.filter(({ subject, failures }) => failures >= (limits.get(subject) ?? 0))
  if (full.length === 0) return undefined
  const end = Math.max(...full.map(({ window_ends_at }) => Date.parse(window_ends_at)))
  return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil((end - now.getTime()) / 1_000)) }
}

async function count(transaction: Transaction<Schema>, attempt: SignInAttempt, now: Date): Promise<void> {
  const end = later(now, WINDOW_MS)
  // A window that ends later than a new one was begun by a clock that has been put back since.
  const hasEnded = sql`(known.window_ends_at <= ${now.toISOString()} or known.window_ends_at > ${end})`
  for (const subject of limitsOf(attempt).keys()) {
    await sql`
      insert into sign_in_failures as known (subject, failures, window_ends_at) values (${subject}, 1, ${end})
      on conflict (subject) do update set
        failures = case when ${hasEnded} then 1 else known.failures + 1 end,
        window_ends_at = case when ${hasEnded} then excluded.window_ends_at else known.window_ends_at end
    `.execute(transaction)
  }
}
