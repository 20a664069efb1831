import type { Selectable, Transaction } from 'kysely'
import { type AuditDetail, recordEvent } from '../audit/audit-events.ts'
import { isPostgres } from '../database/open-database.ts'
import type { Schema, SessionStage, StaffTable } from '../database/schema.ts'
import { clearFailures } from './sign-in-failures.ts'
import { startSession } from './staff-sessions.ts'

/** A new session: the token for the cookie, and what comes next. */
export interface Started {
  token: string
  stage: SessionStage
}

/**
 * The account, if it is enabled and its password is still the same. Nothing changes it until the transaction ends: a
 * change at the same moment would not end the session that is about to start.
 */
export function unchanged(transaction: Transaction<Schema>, { id, password_hash }: Selectable<StaffTable>) {
  return lockedAccount(transaction, id)
    .where('disabled_at', 'is', null)
    .where('password_hash', '=', password_hash)
    .executeTakeFirst()
}

/** An account, locked before anything that belongs to it, as all transactions do, so that none waits for another's end. */
export function lockedAccount(transaction: Transaction<Schema>, id: string) {
  const account = transaction.selectFrom('staff').selectAll().where('id', '=', id)
  return isPostgres(transaction) ? account.forUpdate() : account
}

/** Starts the session that follows the right password. */
export async function startFor(
  transaction: Transaction<Schema>,
  { id, email, role, totp_secret }: Selectable<StaffTable>,
  now: Date,
  client: string,
): Promise<Started> {
  const stage = totp_secret !== null ? 'code' : role === 'manager' ? 'enrol' : 'desk'
  if (stage === 'desk') return complete(transaction, { id, email }, now, client)
  return { token: await startSession(transaction, { staff: id, stage, now }, { by: id, client }), stage }
}

/** Starts a signed-in session. @param detail of the event, such as how the person signed in */
export async function complete(
  transaction: Transaction<Schema>,
  { id, email }: { id: string; email: string },
  now: Date,
  client: string,
  detail?: AuditDetail,
): Promise<Started> {
  const actor = { by: id, client }
  await clearFailures(transaction, email)
  await recordEvent(transaction, now, actor, 'signed-in', { subject: id, ...(detail && { detail }) })
  return { token: await startSession(transaction, { staff: id, stage: 'desk', now }, actor), stage: 'desk' }
}
