import { hash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { later } from '../database/instants.ts'
import { type Database, read } from '../database/open-database.ts'
import type { Schema, SignInFailuresTable } from '../database/schema.ts'

/**
 * How many failed sign-ins are allowed in a window, for an e-mail address and for a client. Source: desk, section 2.
 * `begun` counts the sign-ins by the hospital's provider that a client begins and does not complete, beside its failures:
 * links of other sites begin them too, and must not keep anybody from signing in with a password.
 */
const MAX_FAILURES = { email: 10, client: 30, begun: 30 }

/** 15 minutes, from the first failure. */
const WINDOW_MS = 15 * 60_000

/** Whose failures are counted. The e-mail address counts whether it has an account or not; `begun` is a client. */
export type Attempt = Partial<Record<keyof typeof MAX_FAILURES, string>>

export type AttemptResult = { ok: true } | { ok: false; retryAfterSeconds: number }

/**
 * Counts failed sign-ins, for all instances. An attempt counts as failed from its beginning, so that many at once are
 * no way around the limit; `forgive` takes it back.
 */
export class SignInFailures {
  readonly #database: Database
  readonly #now: () => Date

  constructor(database: Database, now: () => Date) {
    this.#database = database
    this.#now = now
  }

  /** Counts an attempt, unless one of its counts is full: then it counts nowhere. */
  async begin(attempt: Attempt): Promise<AttemptResult> {
    const now = this.#now()
    const subjects = subjectsOf(attempt)
    const known = new Map((await knownOf(this.#database, attempt, now)).map((row) => [row.subject, row]))
    const full = subjects.flatMap(({ kind, subject }) => {
      const row = known.get(subject)
      return row && row.failures >= MAX_FAILURES[kind] ? [row] : []
    })
    // Whoever goes on trying writes nothing: each write waits for the disk.
    if (full.length > 0) return refusedUntil(full, now)
    const over: Counted[] = []
    for (const { kind, subject } of subjects) {
      const counted = await count(this.#database, subject, now)
      if (counted.failures > MAX_FAILURES[kind]) over.push(counted)
    }
    if (over.length === 0) return { ok: true }
    await this.forgive(attempt)
    return refusedUntil(over, now)
  }

  /** Takes back one attempt that did not fail. */
  async forgive(attempt: Attempt): Promise<void> {
    const subjects = sql.join(subjectsOf(attempt).map(({ subject }) => subject))
    await sql`update sign_in_failures set failures = failures - 1
      where subject in (${subjects}) and failures > 0`.execute(this.#database)
  }
}

/** Forgets the failures of an e-mail address, as a part of the transaction of a completed sign-in. */
export async function clearFailures(transaction: Transaction<Schema>, email: string): Promise<void> {
  const subjects = sql.join(subjectsOf({ email }).map(({ subject }) => subject))
  await sql`delete from sign_in_failures where subject in (${subjects})`.execute(transaction)
}

type Counted = Pick<SignInFailuresTable, 'failures' | 'window_ends_at'>

function subjectsOf(attempt: Attempt): { kind: keyof typeof MAX_FAILURES; subject: string }[] {
  return (['begun', 'client', 'email'] as const).flatMap((kind) => {
    const text = attempt[kind]
    return text === undefined ? [] : [{ kind, subject: hash('sha256', `${kind} ${text}`) }]
  })
}

function refusedUntil(counts: readonly Counted[], now: Date): AttemptResult {
  const end = Math.max(...counts.map(({ window_ends_at }) => Date.parse(window_ends_at)))
  return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil((end - now.getTime()) / 1_000)) }
}

/** What has been counted in windows that have not ended. */
function knownOf(database: Database, attempt: Attempt, now: Date): Promise<SignInFailuresTable[]> {
  const subjects = sql.join(subjectsOf(attempt).map(({ subject }) => subject))
  const known = sql<SignInFailuresTable>`select * from sign_in_failures where subject in (${subjects})
    and window_ends_at > ${now.toISOString()} and window_ends_at <= ${later(now, WINDOW_MS)}`
  return read(database, known)
}

async function count(database: Database, subject: string, now: Date): Promise<Counted> {
  const at = now.toISOString()
  const end = later(now, WINDOW_MS)
  // A window that ends later than a new one was begun by a clock that has been put back since.
  const hasEnded = sql`(known.window_ends_at <= ${at} or known.window_ends_at > ${end})`
  const [counted] = await read(
    database,
    sql<Counted>`
      insert into sign_in_failures as known (subject, failures, window_ends_at) values (${subject}, 1, ${end})
      on conflict (subject) do update set
        failures = case when ${hasEnded} then 1 else known.failures + 1 end,
        window_ends_at = case when ${hasEnded} then excluded.window_ends_at else known.window_ends_at end
      returning failures, window_ends_at`,
  )
  return counted as Counted
}
