import { hash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { HospitalPerson, HospitalRefusal, InvitationKind } from '../../callback-request/staff-account.ts'
import { type Database, query } from './database/open-database.ts'
import { insertRows } from './database/rows.ts'
import {
  endOtherSessions,
  endReplaced,
  endSession,
  endSessionsOf,
  type StaffSession,
  type Started,
  startAfterPassword,
  startDeskSession,
  startSession,
} from './sessions.ts'
import { type Account, accountBy, deleteInvitations, setAccount, writeAccounts } from './staff-members.ts'
import { releaseAll } from './stored-callback.ts'
import { type Act, done, type Result, refused, type Writing } from './write.ts'

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

/** How the audit log tells a sign-in by the hospital's provider from one with a password. */
export const BY_HOSPITAL = { how: 'hospital' } as const

/**
 * Signs in a person whom the provider has identified. The first time, this makes an account; each time, the account gets
 * the person's name, role and address. A new role ends the other sessions, and so does having no role any more. The account
 * of another person is never used: see decision 38. @param replaced as `afterPassword` takes it
 */
export function signInByHospital(
  act: Act,
  person: HospitalPerson,
  replaced?: string,
): Promise<Result<Started, HospitalRefusal>> {
  return writeAccounts(act, async (writing) => {
    const { transaction, record } = writing
    const { role, email, issuer, subject, name } = person
    const { account, emailOwner } = await accountOf(transaction, person)
    const refuse = async (refusal: HospitalRefusal): Promise<Result<Started, HospitalRefusal>> => {
      await record('sign-in-failed', account?.id ?? emailOwner ?? null, { because: refusal, ...BY_HOSPITAL })
      return refused(refusal)
    }

    if (account && account.disabled_at !== null) return refuse('disabled')
    if (role === null) {
      if (account) await endSessionsOf(writing, account.id)
      return refuse('no-role')
    }
    const ownEmail = emailOwner ? account?.email : (email ?? account?.email)
    if (ownEmail === undefined) return refuse(emailOwner ? 'email-taken' : 'no-email')

    const id = account?.id ?? randomUUID()
    const values = { email: ownEmail, name, role, oidc_issuer: issuer, oidc_subject: subject }
    if (account) await setAccount(writing, id, values)
    else await insertRows(transaction, 'staff', [{ id, ...values }]).execute()
    if (!account?.oidc_subject) await record('connected', id, { role, ...BY_HOSPITAL })
    if (account && account.name !== name) await record('renamed', id, { from: account.name, to: name, ...BY_HOSPITAL })
    if (account && account.role !== role) {
      await endSessionsOf(writing, id)
      await record('role-changed', id, { role, ...BY_HOSPITAL })
    }
    const own = writing.as(id)
    await endReplaced(own, replaced)
    return done(await startDeskSession(own, { id, email: ownEmail }, BY_HOSPITAL))
  })
}

/**
 * The person's account, if there is one, and the account of somebody else that has the address. An account is the
 * person's by issuer and subject; or it waits for whoever has its address, since it was connected.
 */
async function accountOf(database: Database, { issuer, subject, email, isEmailUnverified }: HospitalPerson) {
  const [own] = await query<Account>(database)`
    select * from staff where oidc_issuer = ${issuer} and oidc_subject = ${subject}`
  const ofEmail = email === null ? undefined : await accountBy(database, 'email', email)
  const isWaiting = ofEmail?.oidc_issuer === issuer && ofEmail.oidc_subject === null && !isEmailUnverified
  const account = own ?? (isWaiting ? ofEmail : undefined)
  return { account, emailOwner: ofEmail?.id === account?.id ? undefined : ofEmail?.id }
}
