import { type Kysely, sql, type Transaction } from 'kysely'
import { type Database, isPostgres } from './open-database.ts'
import type { Schema } from './schema.ts'
import { isStoreFault } from './store-unavailable.ts'

/** A piece of work in a transaction. It may be undone and its result thrown away, so it does nothing else. */
type Step<Result> = (transaction: Transaction<Schema>) => Promise<Result>

/** As a step, but one statement: it needs no transaction to be done whole or not at all. */
type Statement<Result> = (database: Kysely<Schema>) => Promise<Result>

/** A step of a group, and whom to tell how it ended. */
interface Member {
  step: Step<unknown>
  resolve(result: unknown): void
  reject(error: unknown): void
}

const groupCommits = new WeakMap<Database, GroupCommit>()

/** The one group commit of a database: whoever writes there in one turn shares it. */
export function groupCommitOf(database: Database): GroupCommit {
  const known = groupCommits.get(database) ?? new GroupCommit(database)
  groupCommits.set(database, known)
  return known
}

/**
 * Runs steps, each in a transaction that has reached the disk when its promise resolves.
 *
 * On SQLite the steps that come in one turn of the event loop share a transaction, and with it one wait for the disk,
 * which is nearly all that a commit costs. Each has a savepoint: one that fails is undone alone. When the store is at
 * fault, or the commit fails, all of them fail and nothing of any is stored. PostgreSQL groups the waits of concurrent
 * transactions itself, so there each step has its own.
 */
export class GroupCommit {
  readonly #database: Database
  #waiting: Member[] = []

  constructor(database: Database) {
    this.#database = database
  }

  /** @throws whatever the step throws, or the fault of the store that undid it */
  run<Result>(step: Step<Result>): Promise<Result> {
    if (isPostgres(this.#database)) return this.#database.transaction().execute(step)
    return new Promise<Result>((resolve, reject) => {
      // Immediates run when the turn's input has been read: whoever came with it is in the group by then.
      if (this.#waiting.length === 0) setImmediate(() => this.#commit())
      this.#waiting.push({ step, resolve: resolve as Member['resolve'], reject })
    })
  }

  /** As `run`, for a step that is one statement. */
  async runStatement<Result>(statement: Statement<Result>): Promise<Result> {
    return isPostgres(this.#database) ? statement(this.#database) : this.run(statement)
  }

  async #commit(): Promise<void> {
    const group = this.#waiting
    this.#waiting = []
    try {
      const completions = await this.#database.transaction().execute(async (transaction) => {
        const completions: (() => void)[] = []
        for (const member of group) completions.push(await attempt(member, transaction))
        return completions
      })
      for (const tell of completions) tell()
    } catch (fault) {
      for (const { reject } of group) reject(fault)
    }
  }
}

/**
 * Runs a member's step behind a savepoint.
 *
 * @returns what tells the member how its step ended, for when the group has been committed
 * @throws the fault of the store; SQLite may then have undone the whole transaction by itself
 */
async function attempt({ step, resolve, reject }: Member, transaction: Transaction<Schema>): Promise<() => void> {
  await sql`savepoint member`.execute(transaction)
  try {
    const result = await step(transaction)
    await sql`release member`.execute(transaction)
    return () => resolve(result)
  } catch (error) {
    if (isStoreFault(error)) throw error
    await sql`rollback to member`.execute(transaction)
    await sql`release member`.execute(transaction)
    return () => reject(error)
  }
}
