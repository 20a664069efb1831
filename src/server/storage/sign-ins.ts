import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { InvitationKind } from '../../callback-request/staff-account.ts'
import { type Database, query } from './database/open-database.ts'
import {
  endOtherSessions,
  endReplaced,
  endSession,
  type StaffSession,
  type Started,
  startAfterPassword,
  startDeskSession,
  startSession,
} from './sessions.ts'
import { type Account, accountBy, deleteInvitations, setAccount, writeAccounts } from './staff-members.ts'
import { releaseAll } from './stored-callback.ts'
import type { Act, Writing } from './write.ts'

/** After this many wrong codes a sign-in has to begin again. Source: desk, section 2. */
const MAX_WRONG_CODES = 5

/** Whoever is invited, and by which kind of link. */
type Invited = Account & { kind: InvitationKind }

// Each step of signing in, and of looking after one's own account, is one transaction with its audit event. Hashes and codes
// are computed before, because a transaction may hold up the posts of the same moment.

/**
 * Starts the session that follows the right password: the desk's, or one that waits for a code or for setting up a
 * second factor. Undefined when the account has been changed since the password was checked.
 * @param replaced the hash of the token that the browser sent with its sign-in: that session ends
 */
export function afterPassword(act: Act, person: Account, replaced?: string): Promise<Started | undefined> {
  return writeAccounts(act, async (writing) => {
    const current = await withSamePassword(writing, person)
    if (!current) return undefined
    await endReplaced(writing, replaced)
    return startAfterPassword(writing, current)
  })
}

/** Counts a code before it is checked, since many may come at once. @returns whether it may be checked */
export async function beginCode(database: Database, tokenHash: string): Promise<boolean> {
  const counted = await query(database)`update staff_sessions set wrong_codes = wrong_codes + 1
    where token_hash = ${tokenHash} and stage = 'code' and wrong_codes < ${MAX_WRONG_CODES} returning token_hash`
  return counted.length > 0
}

/** Records a wrong code. The fifth ends the sign-in. */
export function failedCode(act: Act, { tokenHash, staff }: StaffSession): Promise<void> {
  return writeAccounts(act, async ({ transaction, record }) => {
    await record('sign-in-failed', staff.id, { because: 'code' })
    await sql`delete from staff_sessions
      where token_hash = ${tokenHash} and wrong_codes >= ${MAX_WRONG_CODES}`.execute(transaction)
  })
}

/**
 * Completes a sign-in with a right code of a 30-second step, which is never accepted again. Undefined when this or a later
 * code was accepted before, or the session or account has ended.
 */
export function afterCode(act: Act, { tokenHash, staff }: StaffSession, step: number): Promise<Started | undefined> {
  return writeAccounts(act, async (writing) => {
    const person = await accountBy(writing.transaction, 'id', staff.id)
    const isEnabled = person?.disabled_at === null && person.totp_secret !== null
    if (!isEnabled || (person.totp_step !== null && person.totp_step >= step)) return undefined
    await setAccount(writing, staff.id, { totp_step: step })
    return (await endSession(writing, tokenHash)) && startDeskSession(writing, staff)
  })
}

/** The secret that a session's person sets up: the first one that was proposed. */
export async function proposeSecondFactor(database: Database, tokenHash: string, proposal: string) {
  const [session] = await query<{ totp_secret: string }>(database)`
    update staff_sessions set totp_secret = coalesce(totp_secret, ${proposal})
    where token_hash = ${tokenHash} returning totp_secret`
  return session?.totp_secret
}

/**
 * Sets the proposed second factor, which a code of a 30-second step has confirmed: all sessions of the person end, and this
 * one is replaced by a signed-in one. Undefined when there is a second factor already, or the session has ended.
 */
export function setSecondFactor(act: Act, { tokenHash, stage, staff }: StaffSession, step: number) {
  return writeAccounts(act, async (writing) => {
    const person = await accountBy(writing.transaction, 'id', staff.id)
    const session = person?.totp_secret === null ? await endSession(writing, tokenHash) : undefined
    if (!session?.totp_secret) return undefined
    await setAccount(writing, staff.id, { totp_secret: session.totp_secret, totp_step: step })
    await endOtherSessions(writing, staff.id, tokenHash)
    await writing.record('second-factor-set', staff.id)
    if (stage === 'enrol') return startDeskSession(writing, staff)
    return startSession(writing, staff.id, stage, session.created_at)
  })
}

/** Removes the second factor: all other sessions of the person end. */
export function removeSecondFactor(act: Act, { tokenHash, staff: { id } }: StaffSession): Promise<void> {
  return writeAccounts(act, async (writing) => {
    const person = await accountBy(writing.transaction, 'id', id)
    if (person?.totp_secret == null) return
    await setAccount(writing, id, { totp_secret: null, totp_step: null })
    await endOtherSessions(writing, id, tokenHash)
    await writing.record('second-factor-removed', id)
  })
}

/**
 * Changes a password: all sessions of the person end, and this one goes on under a new token. Undefined when the session has
 * ended, or the account has another password than when it was looked up.
 */
export function changePassword(act: Act, { tokenHash, stage, staff }: StaffSession, passwordHash: string) {
  return writeAccounts(act, async (writing) => {
    const session = (await withSamePassword(writing, staff)) && (await endSession(writing, tokenHash))
    if (!session) return undefined
    await setAccount(writing, staff.id, { password_hash: passwordHash })
    await endOtherSessions(writing, staff.id, tokenHash)
    await writing.record('password-changed', staff.id)
    return startSession(writing, staff.id, stage, session.created_at)
  })
}

/** Also releases what the person holds. */
export function signOut(act: Act, { tokenHash, staff }: StaffSession): Promise<void> {
  return writeAccounts(act, async (writing) => {
    if (!(await endSession(writing, tokenHash))) return
    await releaseAll(writing.transaction, staff.id)
    await writing.record('signed-out', staff.id)
  })
}

/** Who is invited by a link. Undefined when it is unknown, used or expired. */
export async function invited(database: Database, at: Date, token: string): Promise<Invited | undefined> {
  const [person] = await query<Invited>(database)`
    select staff.*, kind from staff_invitations join staff on staff.id = staff_invitations.staff
    where token_hash = ${hash('sha256', token)} and expires_at > ${at.toISOString()}
      and disabled_at is null`
  return person
}

/** Uses a link, if it is still valid: sets name and password, and goes on as after the right password. */
export function accept(
  act: Act,
  token: string,
  { name, passwordHash }: { name: string; passwordHash: string },
  replaced?: string,
): Promise<Started | undefined> {
  return writeAccounts(act, async ({ transaction, at, as }) => {
    const staff = await invited(transaction, at, token)
    if (!staff) return undefined
    const writing = as(staff.id)
    await deleteInvitations(writing, staff.id)
    await setAccount(writing, staff.id, { name, password_hash: passwordHash })
    if (staff.name !== name) await writing.record('renamed', staff.id, { from: staff.name, to: name })
    await writing.record('accepted', staff.id)
    await endReplaced(writing, replaced)
    return startAfterPassword(writing, staff)
  })
}

/** The account as it is now, if it is enabled and its password is the one that was checked. */
async function withSamePassword({ transaction }: Writing, checked: Account): Promise<Account | undefined> {
  const account = await accountBy(transaction, 'id', checked.id)
  const isSame = account?.disabled_at === null && account.password_hash === checked.password_hash
  return isSame ? account : undefined
}
