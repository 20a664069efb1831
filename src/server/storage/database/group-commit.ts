import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type Database, isPostgres } from './open-database.ts'
import type { Schema } from './schema.ts'
import { StoreUnavailable } from './store-unavailable.ts'

/** Work in a transaction. It may be undone and its result discarded, so it has no other effects. */
type Step<Result> = (transaction: Transaction<Schema>) => Promise<Result>

/** A step of one statement. One statement is atomic by itself, so it needs no transaction. */
type Statement<Result> = (database: Kysely<Schema>) => Promise<Result>

/** Returns the result of a step, or throws its error. It is called when the step's group has been committed. */
type Completion<Result> = () => Result

const groupCommits = new WeakMap<Database, GroupCommit>()

/** The one group commit of a database, shared by all that write there. */
export function groupCommitOf(database: Database): GroupCommit {
  const known = groupCommits.get(database) ?? new GroupCommit(database)
  groupCommits.set(database, known)
  return known
}

/**
 * Runs steps, each in a transaction that has reached the disk when its promise resolves.
 *
 * On SQLite the steps that arrive in one turn of the event loop share a transaction, and with it one wait for the disk,
 * which is nearly the whole cost of a commit. Each has a savepoint: one that fails is undone alone. When the store is
 * at fault, or the commit fails, all of them fail and nothing of any is stored. PostgreSQL groups the waits of
 * concurrent transactions itself, so there each step has its own.
 */
export class GroupCommit {
  readonly #database: Database
  /** The steps of the next group. */
  #steps: Step<void>[] = []
  /** Resolves when the next group has been committed. Undefined while it has no step. */
  #committed: Promise<void> | undefined

  constructor(database: Database) {
    this.#database = database
  }

  /** @throws whatever the step throws, or the fault of the store that undid it */
  async run<Result>(step: Step<Result>): Promise<Result> {
    if (isPostgres(this.#database)) return this.#database.transaction().execute(step)
    const { promise: completion, resolve } = Promise.withResolvers<Completion<Result>>()
    this.#steps.push(async (transaction) => resolve(await attempt(step, transaction)))
    this.#committed ??= this.#commitGroup()
    await this.#committed
    return (await completion)()
  }

  /** As `run`, for a step that is one statement. */
  async runStatement<Result>(statement: Statement<Result>): Promise<Result> {
    return isPostgres(this.#database) ? statement(this.#database) : this.run(statement)
  }

  async #commitGroup(): Promise<void> {
    // Resolves when this turn's input has been read: all steps that arrive with it are in the group by then.
    await setImmediate()
    const group = this.#steps
    this.#steps = []
    this.#committed = undefined
    await this.#database.transaction().execute(async (transaction) => {
      for (const step of group) await step(transaction)
    })
  }
}

/**
 * Runs a step behind a savepoint.
 *
 * @throws the fault of the store; SQLite may then have undone the whole transaction by itself
 */
async function attempt<Result>(step: Step<Result>, transaction: Transaction<Schema>): Promise<Completion<Result>> {
  await sql`savepoint step`.execute(transaction)
  try {
    const result = await step(transaction)
    await sql`release step`.execute(transaction)
    return () => result
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    await sql`rollback to step`.execute(transaction)
    await sql`release step`.execute(transaction)
    return () => {
      throw error
    }
  }
}
