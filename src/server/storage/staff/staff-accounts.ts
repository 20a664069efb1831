import { randomUUID } from 'node:crypto'
import type { Selectable, Transaction } from 'kysely'
import { normalized } from '../../../callback-request/normalized.ts'
import type { StaffRole } from '../../../callback-request/staff-account.ts'
import { type Actor, recordEvent } from '../audit/audit-events.ts'
import { groupCommitOf } from '../database/group-commit.ts'
import type { Database } from '../database/open-database.ts'
import type { Schema, StaffTable } from '../database/schema.ts'
import { lockAccounts } from './account-lock.ts'
import { type Invitation, newInvitation, wasNeverReset } from './staff-invitations.ts'
import { lastSeen, memberOf, type StaffMember, stateOf } from './staff-member.ts'
import { endSessionsOf } from './staff-sessions.ts'

/** Why a change of an account is refused. */
export type StaffRefusal = 'signed-out' | 'unknown' | 'exists' | 'yourself' | 'last-manager' | 'hospital'

export type StaffResult<Value> = { ok: true; value: Value } | { ok: false; refusal: StaffRefusal }

/** An e-mail address as accounts are compared by it. */
export function staffEmailOf(text: string): string {
  return normalized(text.trim()).toLowerCase()
}

/** The accounts of the callback desk on disk. Each change and its audit event are one transaction. */
export class StaffAccounts {
  readonly #database: Database
  readonly #now: () => Date

  constructor(database: Database, now: () => Date) {
    this.#database = database
    this.#now = now
  }

  /** All accounts, by name. There are dozens. @throws StoreUnavailable */
  async all(): Promise<StaffMember[]> {
    const rows = await this.#database
      .selectFrom('staff')
      .selectAll()
      .select(lastSeen)
      .orderBy('name')
      .orderBy('id')
      .execute()
    return rows.map(memberOf)
  }

  /** The account of an e-mail address. @throws StoreUnavailable */
  byEmail(email: string): Promise<Selectable<StaffTable> | undefined> {
    return this.#by('email', staffEmailOf(email))
  }

  /** @throws StoreUnavailable */
  byId(id: string): Promise<Selectable<StaffTable> | undefined> {
    return this.#by('id', id)
  }

  /**
   * Creates an account without a password, and a link to choose one. For an account that has no password yet, changes
   * its name and role, and the new link replaces the older one.
   *
   * @returns refusal `exists` for an account that has or had a password, or is disabled
   * @throws StoreUnavailable
   */
  invite(person: { email: string; name: string; role: StaffRole }, actor: Actor): Promise<StaffResult<Invitation>> {
    const { name, role } = person
    const email = staffEmailOf(person.email)
    return this.#change(actor, async (transaction, now) => {
      const known = await transaction.selectFrom('staff').selectAll().where('email', '=', email).executeTakeFirst()
      if (known && !(stateOf(known) === 'invited' && (await wasNeverReset(transaction, known.id)))) {
        return { ok: false, refusal: 'exists' }
      }
      const id = known?.id ?? randomUUID()
      await (known
        ? transaction.updateTable('staff').set({ name, role }).where('id', '=', id).execute()
        : transaction.insertInto('staff').values({ id, email, name, role }).execute())
      if (known && known.name !== name) await recordEvent(transaction, now, actor, 'renamed', { subject: id })
      await recordEvent(transaction, now, actor, 'invited', { subject: id, detail: { role } })
      return { ok: true, value: await newInvitation(transaction, id, 'invite', now) }
    })
  }

  /**
   * Ends a person's sessions, removes password and second factor, and makes a link to choose a new password. The command
   * line also takes an account away from the hospital's provider in this way.
   *
   * @returns refusal `yourself` for one's own account, since whoever has only a session would keep it with the link;
   * `hospital` for somebody who signs in by the hospital's provider
   * @throws StoreUnavailable
   */
  reset(id: string, actor: Actor): Promise<StaffResult<Invitation>> {
    return this.#changeOf(id, actor, async (transaction, person, now) => {
      if (id === actor.by) return { ok: false, refusal: 'yourself' }
      if (person.oidc_issuer !== null && actor.by !== null) return { ok: false, refusal: 'hospital' }
      await setAccess(transaction, id, null)
      await recordEvent(transaction, now, actor, 'reset', { subject: id })
      return { ok: true, value: await newInvitation(transaction, id, 'reset', now) }
    })
  }

  /**
   * Makes an account wait for the next person who signs in by the hospital's provider with its e-mail address: it is
   * then that person's. Until then nobody can sign in to it. Its password, second factor and links are removed, and its
   * sessions end.
   *
   * @throws StoreUnavailable
   */
  connect(id: string, issuer: string, actor: Actor): Promise<StaffResult<undefined>> {
    return this.#changeOf(id, actor, async (transaction, { role }, now) => {
      await setAccess(transaction, id, issuer)
      await transaction.deleteFrom('staff_invitations').where('staff', '=', id).execute()
      await recordEvent(transaction, now, actor, 'connected', { subject: id, detail: { role } })
      return { ok: true, value: undefined }
    })
  }

  /**
   * Disables an account and ends its sessions. Nothing happens when it is disabled already.
   *
   * @throws StoreUnavailable
   */
  disable(id: string, actor: Actor): Promise<StaffResult<undefined>> {
    return this.#changeOf(id, actor, async (transaction, person, now) => {
      if (id === actor.by) return { ok: false, refusal: 'yourself' }
      if (person.disabled_at !== null) return { ok: true, value: undefined }
      if (await isLastManager(transaction, person)) return { ok: false, refusal: 'last-manager' }
      await transaction.updateTable('staff').set({ disabled_at: now.toISOString() }).where('id', '=', id).execute()
      await transaction.deleteFrom('staff_invitations').where('staff', '=', id).execute()
      await endSessionsOf(transaction, id)
      await recordEvent(transaction, now, actor, 'disabled', { subject: id })
      return { ok: true, value: undefined }
    })
  }

  /** Enables an account. Nothing happens when it is enabled already. @throws StoreUnavailable */
  enable(id: string, actor: Actor): Promise<StaffResult<undefined>> {
    return this.#changeOf(id, actor, async (transaction, person, now) => {
      if (person.disabled_at === null) return { ok: true, value: undefined }
      await transaction.updateTable('staff').set({ disabled_at: null }).where('id', '=', id).execute()
      await recordEvent(transaction, now, actor, 'enabled', { subject: id })
      return { ok: true, value: undefined }
    })
  }

  /**
   * Changes a name or a role. A new role ends the person's sessions.
   *
   * @returns refusal `hospital` for somebody whose name and role the hospital's provider says
   * @throws StoreUnavailable
   */
  update(
    id: string,
    { name, role }: { name?: string | undefined; role?: StaffRole | undefined },
    actor: Actor,
  ): Promise<StaffResult<StaffMember>> {
    return this.#changeOf(id, actor, async (transaction, person, now) => {
      if (person.oidc_issuer !== null) return { ok: false, refusal: 'hospital' }
      if (name !== undefined && name !== person.name) {
        await transaction.updateTable('staff').set({ name }).where('id', '=', id).execute()
        await recordEvent(transaction, now, actor, 'renamed', { subject: id })
      }
      if (role !== undefined && role !== person.role) {
        if (id === actor.by) return { ok: false, refusal: 'yourself' }
        if (await isLastManager(transaction, person)) return { ok: false, refusal: 'last-manager' }
        await transaction.updateTable('staff').set({ role }).where('id', '=', id).execute()
        await endSessionsOf(transaction, id)
        await recordEvent(transaction, now, actor, 'role-changed', { subject: id, detail: { role } })
      }
      const row = await transaction
        .selectFrom('staff')
        .selectAll()
        .select(lastSeen)
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return { ok: true, value: memberOf(row) }
    })
  }

  /** PostgreSQL cannot even compare with a text that contains NUL, and no account has one. */
  async #by(column: 'email' | 'id', text: string): Promise<Selectable<StaffTable> | undefined> {
    if (text.includes('\0')) return undefined
    return this.#database.selectFrom('staff').selectAll().where(column, '=', text).executeTakeFirst()
  }

  /** @returns refusal `unknown` when there is no such account */
  #changeOf<Value>(
    id: string,
    actor: Actor,
    change: (
      transaction: Transaction<Schema>,
      person: Selectable<StaffTable>,
      now: Date,
    ) => Promise<StaffResult<Value>>,
  ): Promise<StaffResult<Value>> {
    if (id.includes('\0')) return Promise.resolve({ ok: false, refusal: 'unknown' })
    return this.#change(actor, async (transaction, now) => {
      const person = await transaction.selectFrom('staff').selectAll().where('id', '=', id).executeTakeFirst()
      return person ? change(transaction, person, now) : { ok: false, refusal: 'unknown' }
    })
  }

  #change<Value>(
    actor: Actor,
    change: (transaction: Transaction<Schema>, now: Date) => Promise<StaffResult<Value>>,
  ): Promise<StaffResult<Value>> {
    return groupCommitOf(this.#database)
      .run(async (transaction) => {
        await lockAccounts(transaction)
        let result = await change(transaction, this.#now())
        if (result.ok && (await hasBeenDisabled(transaction, actor))) result = { ok: false, refusal: 'signed-out' }
        // A refused change leaves nothing behind, such as a new name beside a refused role.
        if (!result.ok) throw new Refused(result)
        return result
      })
      .catch((error) => {
        if (error instanceof Refused) return error.result
        throw error
      })
  }
}

/**
 * Removes how a person signed in so far, and ends the sessions.
 *
 * @param issuer the provider by which the person signs in from now on; null for a password
 */
async function setAccess(transaction: Transaction<Schema>, id: string, issuer: string | null): Promise<void> {
  const none = { password_hash: null, totp_secret: null, totp_step: null, oidc_subject: null }
  await transaction
    .updateTable('staff')
    .set({ ...none, oidc_issuer: issuer })
    .where('id', '=', id)
    .execute()
  await endSessionsOf(transaction, id)
}

class Refused extends Error {
  readonly result: { ok: false; refusal: StaffRefusal }

  constructor(result: { ok: false; refusal: StaffRefusal }) {
    super(result.refusal)
    this.result = result
  }
}

/** Whether somebody else has disabled the person since the call arrived. */
async function hasBeenDisabled(transaction: Transaction<Schema>, { by }: Actor): Promise<boolean> {
  if (by === null) return false
  const account = transaction.selectFrom('staff').select('disabled_at').where('id', '=', by)
  return (await account.executeTakeFirst())?.disabled_at !== null
}

async function isLastManager(transaction: Transaction<Schema>, person: Selectable<StaffTable>): Promise<boolean> {
  if (person.role !== 'manager' || stateOf(person) !== 'enabled') return false
  const others = await transaction
    .selectFrom('staff')
    .selectAll()
    .where('role', '=', 'manager')
    .where('id', '!=', person.id)
    .execute()
  return !others.some((other) => stateOf(other) === 'enabled')
}
