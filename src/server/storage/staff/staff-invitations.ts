import type { Transaction } from 'kysely'
import type { InvitationKind, Schema } from '../database/schema.ts'
import { sha256 } from '../database/sha256.ts'
import { newToken } from './tokens.ts'

/** How long a link to choose a password is valid: 24 h. Source: desk, section 2. */
const INVITATION_MS = 24 * 60 * 60_000

/** A link's secret part, which the store does not have, and when it expires. */
export interface Invitation {
  token: string
  expiresAt: Date
}

/** Whether no link of an account was for a new password after an older one. */
export async function wasNeverReset(transaction: Transaction<Schema>, staff: string): Promise<boolean> {
  const links = transaction.selectFrom('staff_invitations').select('kind').where('staff', '=', staff)
  return (await links.execute()).every(({ kind }) => kind === 'invite')
}

/** Makes a link; the older ones of the same person are no longer valid. */
export async function newInvitation(
  transaction: Transaction<Schema>,
  staff: string,
  kind: InvitationKind,
  now: Date,
): Promise<Invitation> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + INVITATION_MS)
  await transaction.deleteFrom('staff_invitations').where('staff', '=', staff).execute()
  await transaction
    .insertInto('staff_invitations')
    .values({ token_hash: sha256(token), staff, kind, expires_at: expiresAt.toISOString() })
    .execute()
  return { token, expiresAt }
}
