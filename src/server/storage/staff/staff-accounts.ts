import { hash, randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { normalized } from '../../../callback-request/normalized.ts'
import type { StaffRole } from '../../../callback-request/staff-account.ts'
import type { Actor } from '../audit/audit-events.ts'
import { type Database, isPostgres } from '../database/open-database.ts'
import type { InvitationKind, Schema } from '../database/schema.ts'
import { type Writing, write } from '../database/write.ts'
import { type Account, memberOf, membersIn, type StaffMember, stateOf } from './staff-members.ts'
import { endSessionsOf, newToken } from './staff-sessions.ts'

/** How long a link to choose a password is valid: 24 h. Source: desk, section 2. */
const INVITATION_MS = 24 * 60 * 60_000

/** The lock by which changes of accounts exclude each other on PostgreSQL: any number that nothing else uses. */
const LOCK = 715_517_205

/** A link's secret part, which the store does not have, and when it expires. */
export interface Invitation {
  token: string
  expiresAt: Date
}

/** Why a change of an account is refused. */
export type StaffRefusal = 'signed-out' | 'unknown' | 'exists' | 'yourself' | 'last-manager' | 'hospital'

export type StaffResult<Value> = { ok: true; value: Value } | { ok: false; refusal: StaffRefusal }

/** An e-mail address as accounts are compared by it. */
export function staffEmailOf(text: string): string {
  return normalized(text.trim()).toLowerCase()
}

/** The accounts of the callback desk on disk. Each change and its audit event are one transaction. All throw StoreUnavailable. */
export class StaffAccounts {
  readonly #database: Database
  readonly #now: () => Date

  constructor(database: Database, now: () => Date) {
    this.#database = database
    this.#now = now
  }

  /** All accounts, by name. There are dozens. */
  async all(): Promise<StaffMember[]> {
    return (await membersIn(this.#database).orderBy('name').orderBy('id').execute()).map(memberOf)
  }

  /** The account of an e-mail address. */
  byEmail(email: string): Promise<Account | undefined> {
    return this.#by('email', staffEmailOf(email))
  }

  byId(id: string): Promise<Account | undefined> {
    return this.#by('id', id)
  }

  /**
   * Creates an account without a password, and a link to choose one. For an account that has no password yet, changes
   * its name and role, and the new link replaces the older one.
   *
   * @returns refusal `exists` for an account that has or had a password, or is disabled
   */
  invite(person: { email: string; name: string; role: StaffRole }, actor: Actor): Promise<StaffResult<Invitation>> {
    const { name, role } = person
    const email = staffEmailOf(person.email)
    return this.#change(actor, async (writing) => {
      const { transaction, record } = writing
      const known = await transaction.selectFrom('staff').selectAll().where('email', '=', email).executeTakeFirst()
      if (known && !(stateOf(known) === 'invited' && (await wasNeverReset(transaction, known.id)))) {
        throw new Refused('exists')
      }
      const id = known?.id ?? randomUUID()
      await (known
        ? set(writing, id, { name, role })
        : transaction.insertInto('staff').values({ id, email, name, role }).execute())
      if (known && known.name !== name) await record('renamed', id)
      await record('invited', id, { role })
      return newInvitation(writing, id, 'invite')
    })
  }

  /**
   * Ends a person's sessions, removes password and second factor, and makes a link to choose a new password. The command
   * line also takes an account away from the hospital's provider in this way.
   *
   * @returns refusal `yourself` for one's own account, since whoever has only a session would keep it with the link;
   * `hospital` for somebody who signs in by the hospital's provider
   */
  reset(id: string, actor: Actor): Promise<StaffResult<Invitation>> {
    return this.#changeOf(id, actor, async (writing, person) => {
      if (id === actor.by) throw new Refused('yourself')
      if (person.oidc_issuer !== null && actor.by !== null) throw new Refused('hospital')
      await setAccess(writing, id, null)
      await writing.record('reset', id)
      return newInvitation(writing, id, 'reset')
    })
  }

  /**
   * Makes an account wait for the next person who signs in by the hospital's provider with its e-mail address: it is
   * then that person's. Until then nobody can sign in to it. Its password, second factor and links are removed, and its
   * sessions end.
   */
  connect(id: string, issuer: string, actor: Actor): Promise<StaffResult<void>> {
    return this.#changeOf(id, actor, async (writing, { role }) => {
      await setAccess(writing, id, issuer)
      await deleteInvitations(writing, id)
      await writing.record('connected', id, { role })
    })
  }

  /** Disables an account and ends its sessions. Nothing happens when it is disabled already. */
  disable(id: string, actor: Actor): Promise<StaffResult<void>> {
    return this.#changeOf(id, actor, async (writing, person) => {
      if (id === actor.by) throw new Refused('yourself')
      if (person.disabled_at !== null) return
      await refuseLastManager(writing, person)
      await set(writing, id, { disabled_at: writing.at.toISOString() })
      await deleteInvitations(writing, id)
      await endSessionsOf(writing, id)
      await writing.record('disabled', id)
    })
  }

  /** Enables an account. Nothing happens when it is enabled already. */
  enable(id: string, actor: Actor): Promise<StaffResult<void>> {
    return this.#changeOf(id, actor, async (writing, person) => {
      if (person.disabled_at === null) return
      await set(writing, id, { disabled_at: null })
      await writing.record('enabled', id)
    })
  }

  /**
   * Changes a name or a role. A new role ends the person's sessions.
   *
   * @returns refusal `hospital` for somebody whose name and role the hospital's provider says
   */
  update(
    id: string,
    { name, role }: { name?: string | undefined; role?: StaffRole | undefined },
    actor: Actor,
  ): Promise<StaffResult<StaffMember>> {
    return this.#changeOf(id, actor, async (writing, person) => {
      if (person.oidc_issuer !== null) throw new Refused('hospital')
      if (name !== undefined && name !== person.name) {
        await set(writing, id, { name })
        await writing.record('renamed', id)
      }
      if (role !== undefined && role !== person.role) {
        if (id === actor.by) throw new Refused('yourself')
        await refuseLastManager(writing, person)
        await set(writing, id, { role })
        await endSessionsOf(writing, id)
        await writing.record('role-changed', id, { role })
      }
      return memberOf(await membersIn(writing.transaction).where('id', '=', id).executeTakeFirstOrThrow())
    })
  }

  /** PostgreSQL cannot even compare with a text that contains NUL, and no account has one. */
  async #by(column: 'email' | 'id', text: string): Promise<Account | undefined> {
    if (text.includes('\0')) return undefined
    return this.#database.selectFrom('staff').selectAll().where(column, '=', text).executeTakeFirst()
  }

  /** @returns refusal `unknown` when there is no such account */
  #changeOf<Value>(
    id: string,
    actor: Actor,
    change: (writing: Writing, person: Account) => Promise<Value>,
  ): Promise<StaffResult<Value>> {
    return this.#change(actor, async (writing) => {
      if (id.includes('\0')) throw new Refused('unknown')
      const accounts = writing.transaction.selectFrom('staff').selectAll()
      const person = await accounts.where('id', '=', id).executeTakeFirst()
      if (!person) throw new Refused('unknown')
      return change(writing, person)
    })
  }

  /** @param change throws `Refused`: a refused change leaves nothing behind, such as a new name beside a refused role */
  async #change<Value>(actor: Actor, change: (writing: Writing) => Promise<Value>): Promise<StaffResult<Value>> {
    try {
      const value = await write(this.#database, actor, this.#now(), async (writing) => {
        await lockAccounts(writing.transaction)
        const changed = await change(writing)
        if (await hasBeenDisabled(writing, actor)) throw new Refused('signed-out')
        return changed
      })
      return { ok: true, value }
    } catch (error) {
      if (error instanceof Refused) return { ok: false, refusal: error.refusal }
      throw error
    }
  }
}

/**
 * Lets one change of accounts happen at a time until the transaction ends, so that two at once cannot both pass a check
 * that only one may pass. SQLite has one writer anyway.
 */
export async function lockAccounts(transaction: Transaction<Schema>): Promise<void> {
  if (isPostgres(transaction)) await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction)
}

class Refused extends Error {
  readonly refusal: StaffRefusal

  constructor(refusal: StaffRefusal) {
    super(refusal)
    this.refusal = refusal
  }
}

async function set({ transaction }: Writing, id: string, values: Partial<Account>): Promise<void> {
  await transaction.updateTable('staff').set(values).where('id', '=', id).execute()
}

/**
 * Removes how a person signed in so far, and ends the sessions.
 *
 * @param issuer the provider by which the person signs in from now on; null for a password
 */
async function setAccess(writing: Writing, id: string, issuer: string | null): Promise<void> {
  const none = { password_hash: null, totp_secret: null, totp_step: null, oidc_subject: null }
  await set(writing, id, { ...none, oidc_issuer: issuer })
  await endSessionsOf(writing, id)
}

/** Makes a link; the older ones of the same person are no longer valid. */
async function newInvitation(writing: Writing, staff: string, kind: InvitationKind): Promise<Invitation> {
  const token = newToken()
  const expiresAt = new Date(writing.at.getTime() + INVITATION_MS)
  await deleteInvitations(writing, staff)
  await writing.transaction
    .insertInto('staff_invitations')
    .values({ token_hash: hash('sha256', token), staff, kind, expires_at: expiresAt.toISOString() })
    .execute()
  return { token, expiresAt }
}

async function deleteInvitations({ transaction }: Writing, staff: string): Promise<void> {
  await transaction.deleteFrom('staff_invitations').where('staff', '=', staff).execute()
}

/** Whether no link of an account was for a new password after an older one. */
async function wasNeverReset(transaction: Transaction<Schema>, staff: string): Promise<boolean> {
  const links = transaction.selectFrom('staff_invitations').select('kind').where('staff', '=', staff)
  return (await links.execute()).every(({ kind }) => kind === 'invite')
}

/** Whether somebody else has disabled the person since the call arrived. */
async function hasBeenDisabled({ transaction }: Writing, { by }: Actor): Promise<boolean> {
  if (by === null) return false
  const account = transaction.selectFrom('staff').select('disabled_at').where('id', '=', by)
  return (await account.executeTakeFirst())?.disabled_at !== null
}

async function refuseLastManager({ transaction }: Writing, person: Account): Promise<void> {
  if (person.role !== 'manager' || stateOf(person) !== 'enabled') return
  const managers = transaction.selectFrom('staff').selectAll().where('role', '=', 'manager')
  const others = await managers.where('id', '!=', person.id).execute()
  if (!others.some((other) => stateOf(other) === 'enabled')) throw new Refused('last-manager')
}
