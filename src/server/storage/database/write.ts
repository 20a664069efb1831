import type { Transaction } from 'kysely'
import type { AuditKind } from '../../../callback-request/audit-kinds.ts'
import { type Actor, type AuditDetail, recordEvent } from '../audit/audit-events.ts'
import type { Database } from './open-database.ts'
import type { Schema } from './schema.ts'

/** A transaction, who makes it and when. */
export interface Writing {
  transaction: Transaction<Schema>
  at: Date
  /** Writes an audit event of this actor at this instant, as a part of the transaction. */
  record: (kind: AuditKind, subject: string | null, detail?: AuditDetail) => Promise<void>
  /** The same transaction, in which somebody else acts, whom it has found out. */
  as: (by: string) => Writing
}

/**
 * Runs a step in a transaction, which has reached the disk when the promise resolves.
 *
 * @throws StoreUnavailable, and whatever the step throws; nothing of it is stored then
 */
export function write<Result>(
  database: Database,
  actor: Actor,
  at: Date,
  step: (writing: Writing) => Promise<Result>,
): Promise<Result> {
  return database.transaction().execute((transaction) => step(writingIn(transaction, actor, at)))
}

/** A transaction that is under way, in which somebody acts. */
export function writingIn(transaction: Transaction<Schema>, actor: Actor, at: Date): Writing {
  return {
    transaction,
    at,
    record: (kind, subject, detail) => recordEvent(transaction, at, actor, kind, subject, detail),
    as: (by) => writingIn(transaction, { ...actor, by }, at),
  }
}
