import { sql, type Transaction } from 'kysely'
import type { AuditDetail, AuditKind } from '../../callback-request/calling/audit-kinds.ts'
import { type Actor, recordEvent } from './audit.ts'
import { type Database, isPostgres } from './database/open-database.ts'
import type { Schema } from './database/schema.ts'

/** Who does something, when and in which store. */
export interface Act {
  database: Database
  actor: Actor
  at: Date
}

/** The transaction of an act. */
export interface Writing extends Omit<Act, 'database'> {
  transaction: Transaction<Schema>
  /** Writes an audit event of this actor at this instant, as a part of the transaction. */
  record: (kind: AuditKind, subject: string | null, detail?: AuditDetail) => Promise<void>
  /** The same transaction, in which somebody else acts, whom it has found out. */
  as: (by: string) => Writing
}

/** Runs a step in a transaction, which is on disk when this resolves. @throws what the step throws: nothing is stored then */
export function write<Result>({ database, actor, at }: Act, step: (writing: Writing) => Promise<Result>) {
  return database.transaction().execute((transaction) => step(writingIn(transaction, actor, at)))
}

/** Holds the lock of a name until a transaction ends. SQLite has one writer, who need not wait. */
export async function lock(transaction: Transaction<Schema>, name: string): Promise<void> {
  if (!isPostgres(transaction)) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction)
}

/** What a step gives, or why it was refused, and because of which other record: then it has written nothing. */
export type Result<Value, Refusal extends string> =
  | { ok: true; value: Value }
  | { ok: false; refusal: Refusal; about?: string | undefined }

export function done<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value }
}

export function refused<Refusal extends string>(refusal: Refusal, about?: string) {
  return { ok: false, refusal, about } as const
}

export function writingIn(transaction: Transaction<Schema>, actor: Actor, at: Date): Writing {
  return {
    transaction,
    actor,
    at,
    record: (kind, subject, detail) => recordEvent(transaction, at, actor, kind, subject, detail),
    as: (by) => writingIn(transaction, { ...actor, by }, at),
  }
}
