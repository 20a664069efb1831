import { hash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { comparableEmail } from '../../callback-request/normalized.ts'
import { type InvitationKind, type StaffMember, type StaffRole, stateOf } from '../../callback-request/staff-account.ts'
import { query, read } from './database/open-database.ts'
import { endSessionsOf, newToken } from './sessions.ts'
import { type Account, accountBy, deleteInvitations, setAccount, staffMembers, writeAccounts } from './staff-members.ts'
import { type Act, done, type Result, refused, type Writing } from './write.ts'

/** How long a link to choose a password is valid: 24 h. Source: desk, section 2. */
const INVITATION_MS = 24 * 60 * 60_000

/** A link's secret part, which the store does not have, and when it expires. */
export interface Invitation {
  token: string
  expiresAt: Date
}

/** Why a change of an account is refused. */
export type StaffRefusal = 'unknown' | 'exists' | 'yourself' | 'last-manager' | 'hospital'

export type StaffResult<Value> = Result<Value, StaffRefusal>

/** Each change of an account and its audit event are one transaction. */

/**
 * Creates an account without a password, and a link to choose one. For an account that has no password yet, changes
 * its name and role, and the new link replaces the older one. Refuses an account that had a password, or is disabled.
 */
export function invite(act: Act, person: { email: string; name: string; role: StaffRole }) {
  const { name, role } = person
  const email = comparableEmail(person.email)
  return writeAccounts(act, async (writing) => {
    const { transaction, record } = writing
    const known = await accountBy(transaction, 'email', email)
    if (known && (stateOf(known) !== 'invited' || (await wasReset(writing, known.id)))) return refused('exists')
    const id = known?.id ?? randomUUID()
    if (known) await setAccount(writing, id, { name, role })
    else await transaction.insertInto('staff').values({ id, email, name, role }).execute()
    if (known && known.name !== name) await record('renamed', id, { from: known.name, to: name })
    await record('invited', id, { role })
    return done(await newInvitation(writing, id, 'invite'))
  })
}

/**
 * Ends a person's sessions, removes password and second factor, and makes a link to choose a new password. Refused for one's
 * own account, since whoever has only a session would keep it with the link. Only the command line takes an account away from
 * the hospital's provider in this way.
 */
export function reset(act: Act, id: string): Promise<StaffResult<Invitation>> {
  return changeOf(act, id, async (writing, person) => {
    if (id === act.actor.by) return refused('yourself')
    if (person.oidc_issuer !== null && act.actor.by !== null) return refused('hospital')
    await setAccess(writing, id, null)
    await writing.record('reset', id)
    return done(await newInvitation(writing, id, 'reset'))
  })
}

/**
 * Makes an account wait for the next person who signs in by the hospital's provider with its e-mail address: it is
 * then that person's. Until then nobody can sign in to it. Its password, second factor and links are removed, and its
 * sessions end.
 */
export function connect(act: Act, id: string, issuer: string): Promise<StaffResult<void>> {
  return changeOf(act, id, async (writing, { role }) => {
    await setAccess(writing, id, issuer)
    await deleteInvitations(writing, id)
    await writing.record('connected', id, { role })
    return done(undefined)
  })
}

/** Disables an account and ends its sessions. Nothing happens when it is disabled already. */
export function disable(act: Act, id: string): Promise<StaffResult<void>> {
  return changeOf(act, id, async (writing, person) => {
    if (id === act.actor.by) return refused('yourself')
    if (person.disabled_at !== null) return done(undefined)
    if (await isLastManager(writing, person)) return refused('last-manager')
    await setAccount(writing, id, { disabled_at: writing.at.toISOString() })
    await deleteInvitations(writing, id)
    await endSessionsOf(writing, id)
    await writing.record('disabled', id)
    return done(undefined)
  })
}

/** Enables an account. Nothing happens when it is enabled already. */
export function enable(act: Act, id: string): Promise<StaffResult<void>> {
  return changeOf(act, id, async (writing, person) => {
    if (person.disabled_at === null) return done(undefined)
    await setAccount(writing, id, { disabled_at: null })
    await writing.record('enabled', id)
    return done(undefined)
  })
}

/** Changes a name or a role, if not the hospital's provider says them. A new role ends the person's sessions. */
export function update(
  act: Act,
  id: string,
  { name, role }: { name?: string | undefined; role?: StaffRole | undefined },
): Promise<StaffResult<StaffMember>> {
  return changeOf(act, id, async (writing, person) => {
    const newName = name === person.name ? undefined : name
    const newRole = role === person.role ? undefined : role
    if (person.oidc_issuer !== null) return refused('hospital')
    if (newRole && id === act.actor.by) return refused('yourself')
    if (newRole && (await isLastManager(writing, person))) return refused('last-manager')
    await setAccount(writing, id, { name: newName ?? person.name, role: newRole ?? person.role })
    if (newName) await writing.record('renamed', id, { from: person.name, to: newName })
    if (newRole) await endSessionsOf(writing, id)
    if (newRole) await writing.record('role-changed', id, { role: newRole })
    const all = await staffMembers(writing.transaction)
    return done(all.find((one) => one.id === id) as StaffMember)
  })
}

/** @param change refuses before it writes anything. @returns refusal `unknown` when there is no such account */
function changeOf<Value>(
  act: Act,
  id: string,
  change: (writing: Writing, person: Account) => Promise<StaffResult<Value>>,
): Promise<StaffResult<Value>> {
  return writeAccounts(act, async (writing) => {
    const person = await accountBy(writing.transaction, 'id', id)
    return person ? change(writing, person) : refused('unknown')
  })
}

/** Removes how a person signed in so far, and ends the sessions. @param issuer of whoever signs in from now on, or null */
async function setAccess(writing: Writing, id: string, issuer: string | null): Promise<void> {
  const none = { password_hash: null, totp_secret: null, totp_step: null, oidc_subject: null }
  await setAccount(writing, id, { ...none, oidc_issuer: issuer })
  await endSessionsOf(writing, id)
}

/** Makes a link; the older ones of the same person are no longer valid. */
async function newInvitation(writing: Writing, staff: string, kind: InvitationKind): Promise<Invitation> {
  const token = newToken()
  const expiresAt = new Date(writing.at.getTime() + INVITATION_MS)
  await deleteInvitations(writing, staff)
  const invitation = { token_hash: hash('sha256', token), staff, kind, expires_at: expiresAt.toISOString() }
  await writing.transaction.insertInto('staff_invitations').values(invitation).execute()
  return { token, expiresAt }
}

/** Whether an account has a link for a new password after an older one. */
async function wasReset({ transaction }: Writing, staff: string): Promise<boolean> {
  return (
    (await query(transaction)`select 1 from staff_invitations where staff = ${staff} and kind = 'reset'`).length > 0
  )
}

async function isLastManager({ transaction }: Writing, person: Account): Promise<boolean> {
  if (person.role !== 'manager' || stateOf(person) !== 'enabled') return false
  const managers = await read(transaction, sql<Account>`select * from staff where role = 'manager'`)
  return !managers.some((other) => other.id !== person.id && stateOf(other) === 'enabled')
}
