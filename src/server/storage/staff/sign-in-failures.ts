import { hash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../database/open-database.ts'
import type { Schema } from '../database/schema.ts'

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

  /**
   * Counts an attempt, unless one of its counts is full: then it counts nowhere.
   *
   * @throws StoreUnavailable
   */
  async begin(attempt: Attempt): Promise<AttemptResult> {
    const now = this.#now()
    try {
      await this.#database.transaction().execute(async (transaction) => {
        const ends: number[] = []
        for (const { kind, subject } of subjectsOf(attempt)) {
          const { failures, window_ends_at } = await count(transaction, subject, now)
          if (failures > MAX_FAILURES[kind]) ends.push(Date.parse(window_ends_at))
        }
        if (ends.length > 0) throw new Full(Math.max(...ends))
      })
      return { ok: true }
    } catch (error) {
      if (!(error instanceof Full)) throw error
      return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil((error.endsAt - now.getTime()) / 1_000)) }
    }
  }

  /** Takes back one attempt that did not fail. @throws StoreUnavailable */
  async forgive(attempt: Attempt): Promise<void> {
    const subjects = subjectsOf(attempt).map(({ subject }) => subject)
    await this.#database
      .updateTable('sign_in_failures')
      .set((eb) => ({ failures: eb('failures', '-', 1) }))
      .where('subject', 'in', subjects)
      .where('failures', '>', 0)
      .execute()
  }
}

/** Forgets the failures of an e-mail address, as a part of the transaction of a completed sign-in. */
export async function clearFailures(transaction: Transaction<Schema>, email: string): Promise<void> {
  const subjects = subjectsOf({ email }).map(({ subject }) => subject)
  await transaction.deleteFrom('sign_in_failures').where('subject', 'in', subjects).execute()
}

/** Undoes the transaction of an attempt that is not counted. */
class Full extends Error {
  readonly endsAt: number

  /** @param endsAt in ms since 1970 */
  constructor(endsAt: number) {
    super('Too many failed sign-ins')
    this.endsAt = endsAt
  }
}

/** In a fixed order, so that two attempts never wait for each other. */
function subjectsOf(attempt: Attempt): { kind: keyof typeof MAX_FAILURES; subject: string }[] {
  return (['begun', 'client', 'email'] as const).flatMap((kind) => {
    const text = attempt[kind]
    return text === undefined ? [] : [{ kind, subject: hash('sha256', `${kind} ${text}`) }]
  })
}

function count(transaction: Transaction<Schema>, subject: string, now: Date) {
  const first = { failures: 1, window_ends_at: new Date(now.getTime() + WINDOW_MS).toISOString() }
  // A window that ends later than a new one was begun by a clock that has been put back since.
  const hasEnded = sql`(sign_in_failures.window_ends_at <= ${now.toISOString()} or sign_in_failures.window_ends_at > ${first.window_ends_at})`
  return transaction
    .insertInto('sign_in_failures')
    .values({ subject, ...first })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({
        failures: sql<number>`case when ${hasEnded} then 1 else sign_in_failures.failures + 1 end`,
        window_ends_at: sql<string>`case when ${hasEnded} then ${first.window_ends_at} else sign_in_failures.window_ends_at end`,
      }),
    )
    .returning(['failures', 'window_ends_at'])
    .executeTakeFirstOrThrow()
}
