import { type Selectable, sql, type Transaction } from 'kysely'
import { recordEvent } from '../audit/audit-events.ts'
import { groupCommitOf } from '../database/group-commit.ts'
import type { Database } from '../database/open-database.ts'
import type { InvitationKind, Schema, StaffTable } from '../database/schema.ts'
import { sha256 } from '../database/sha256.ts'
import { endReplaced, endSession, endSessionsOf, type StaffSession, startSession } from './staff-sessions.ts'
import { complete, lockedAccount, type Started, startFor, unchanged } from './started-session.ts'

/** After this many wrong codes a sign-in has to begin again. Source: desk, section 2. */
const MAX_WRONG_CODES = 5

/** An invitation that can be accepted. */
export interface OpenInvitation {
  staff: Selectable<StaffTable>
  kind: InvitationKind
}

/**
 * The steps of signing in and of looking after one's own account. Each is one transaction with its audit event. Hashes
 * and codes are computed before, because a transaction may hold up the posts of the same moment.
 */
export class SignIns {
  readonly #database: Database
  readonly #now: () => Date

  constructor(database: Database, now: () => Date) {
    this.#database = database
    this.#now = now
  }

  /**
   * Starts the session that follows the right password: the desk's, or one that waits for a code or for setting up a
   * second factor.
   *
   * @param person as it was when the password was checked
   * @param replaced the hash of the token that the browser sent with its sign-in: that session ends
   * @returns undefined when the account has been changed since
   * @throws StoreUnavailable
   */
  afterPassword(person: Selectable<StaffTable>, client: string, replaced?: string): Promise<Started | undefined> {
    return this.#commit(async (transaction, now) => {
      const current = await unchanged(transaction, person)
      if (!current) return undefined
      await endReplaced(transaction, now, replaced, { by: person.id, client })
      return startFor(transaction, current, now, client)
    })
  }

  /** Records a failed sign-in. @param staff the account, if there is one. @throws StoreUnavailable */
  async failed(staff: string | null, because: 'password' | 'code', client: string): Promise<void> {
    await this.#commit((transaction, now) =>
      recordEvent(transaction, now, { by: null, client }, 'sign-in-failed', { subject: staff, detail: { because } }),
    )
  }

  /** Records that somebody who is signed in typed a wrong password. @throws StoreUnavailable */
  async refusedPassword(staff: string, client: string): Promise<void> {
    await this.#commit((transaction, now) =>
      recordEvent(transaction, now, { by: staff, client }, 'password-refused', { subject: staff }),
    )
  }

  /**
   * Counts a code before it is checked, so that many at once are no way around the limit of five.
   *
   * @returns whether it may be checked
   * @throws StoreUnavailable
   */
  async beginCode(tokenHash: string): Promise<boolean> {
    const counted = await this.#commit((transaction) =>
      transaction
        .updateTable('staff_sessions')
        .set((eb) => ({ wrong_codes: eb('wrong_codes', '+', 1) }))
        .where('token_hash', '=', tokenHash)
        .where('stage', '=', 'code')
        .where('wrong_codes', '<', MAX_WRONG_CODES)
        .returning('wrong_codes')
        .executeTakeFirst(),
    )
    return counted !== undefined
  }

  /** Records a wrong code. The fifth ends the sign-in. @throws StoreUnavailable */
  async failedCode({ tokenHash, staff }: StaffSession, client: string): Promise<void> {
    await this.#commit(async (transaction, now) => {
      const because = { subject: staff.id, detail: { because: 'code' } }
      await recordEvent(transaction, now, { by: null, client }, 'sign-in-failed', because)
      await transaction
        .deleteFrom('staff_sessions')
        .where('token_hash', '=', tokenHash)
        .where('wrong_codes', '>=', MAX_WRONG_CODES)
        .execute()
    })
  }

  /**
   * Completes a sign-in with a right code, which is never accepted again.
   *
   * @param step the 30-second step of the code
   * @returns undefined when this or a later code was accepted before, or the session or account has ended
   * @throws StoreUnavailable
   */
  afterCode({ tokenHash, staff }: StaffSession, step: number, client: string): Promise<Started | undefined> {
    return this.#commit(async (transaction, now) => {
      const used = await transaction
        .updateTable('staff')
        .set({ totp_step: step })
        .where('id', '=', staff.id)
        .where('disabled_at', 'is', null)
        .where('totp_secret', 'is not', null)
        .where((eb) => eb.or([eb('totp_step', 'is', null), eb('totp_step', '<', step)]))
        .returning('id')
        .executeTakeFirst()
      if (!used || !(await endSession(transaction, tokenHash))) return undefined
      return complete(transaction, staff, now, client)
    })
  }

  /** The secret that a session's person sets up: the first one that was proposed. @throws StoreUnavailable */
  async proposeSecondFactor(tokenHash: string, proposal: string): Promise<string | undefined> {
    const row = await this.#commit((transaction) =>
      transaction
        .updateTable('staff_sessions')
        .set({ totp_secret: sql<string>`coalesce(totp_secret, ${proposal})` })
        .where('token_hash', '=', tokenHash)
        .returning('totp_secret')
        .executeTakeFirst(),
    )
    return row?.totp_secret ?? undefined
  }

  /** The secret that was proposed to a session. @throws StoreUnavailable */
  async proposedSecondFactor(tokenHash: string): Promise<string | undefined> {
    const row = await this.#database
      .selectFrom('staff_sessions')
      .select('totp_secret')
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst()
    return row?.totp_secret ?? undefined
  }

  /**
   * Sets the proposed second factor: all sessions of the person end, and this one is replaced by a signed-in one.
   *
   * @param step the 30-second step of the code that confirmed it
   * @returns undefined when the account has a second factor already, or the session has ended
   * @throws StoreUnavailable
   */
  setSecondFactor(
    { tokenHash, stage, staff }: StaffSession,
    step: number,
    client: string,
  ): Promise<Started | undefined> {
    return this.#commit(async (transaction, now) => {
      await lockedAccount(transaction, staff.id).execute()
      const session = await endSession(transaction, tokenHash)
      if (!session?.totp_secret) return undefined
      const set = await transaction
        .updateTable('staff')
        .set({ totp_secret: session.totp_secret, totp_step: step })
        .where('id', '=', staff.id)
        .where('totp_secret', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (!set) return undefined
      await endSessionsOf(transaction, staff.id)
      const actor = { by: staff.id, client }
      await recordEvent(transaction, now, actor, 'second-factor-set', { subject: staff.id })
      if (stage === 'enrol') return complete(transaction, staff, now, client)
      const { created_at: createdAt } = session
      return { token: await startSession(transaction, { staff: staff.id, stage, now, createdAt }, actor), stage }
    })
  }

  /** Removes the second factor: all other sessions of the person end. @throws StoreUnavailable */
  async removeSecondFactor({ tokenHash, staff: { id } }: StaffSession, client: string): Promise<void> {
    await this.#commit(async (transaction, now) => {
      const removed = await transaction
        .updateTable('staff')
        .set({ totp_secret: null, totp_step: null })
        .where('id', '=', id)
        .where('totp_secret', 'is not', null)
        .returning('id')
        .executeTakeFirst()
      if (!removed) return
      await endSessionsOf(transaction, id, { except: tokenHash })
      await recordEvent(transaction, now, { by: id, client }, 'second-factor-removed', { subject: id })
    })
  }

  /**
   * Changes a password: all sessions of the person end, and this one goes on under a new token.
   *
   * @param person as it was when the current password was checked
   * @returns undefined when the account or the session has been changed since
   * @throws StoreUnavailable
   */
  changePassword(
    { tokenHash, stage }: StaffSession,
    person: Selectable<StaffTable>,
    passwordHash: string,
    client: string,
  ): Promise<Started | undefined> {
    return this.#commit(async (transaction, now) => {
      const session = (await unchanged(transaction, person)) && (await endSession(transaction, tokenHash))
      if (!session) return undefined
      const { id } = person
      const actor = { by: id, client }
      await transaction.updateTable('staff').set({ password_hash: passwordHash }).where('id', '=', id).execute()
      await endSessionsOf(transaction, id)
      await recordEvent(transaction, now, actor, 'password-changed', { subject: id })
      const { created_at: createdAt } = session
      return { token: await startSession(transaction, { staff: id, stage, now, createdAt }, actor), stage }
    })
  }

  /** @throws StoreUnavailable */
  async signOut({ tokenHash, staff }: StaffSession, client: string): Promise<void> {
    await this.#commit(async (transaction, now) => {
      if (!(await endSession(transaction, tokenHash))) return
      await recordEvent(transaction, now, { by: staff.id, client }, 'signed-out', { subject: staff.id })
    })
  }

  /** The invitation of a link. Undefined when it is unknown, used or expired. @throws StoreUnavailable */
  async invitation(token: string): Promise<OpenInvitation | undefined> {
    const row = await this.#database
      .selectFrom('staff_invitations')
      .innerJoin('staff', 'staff.id', 'staff_invitations.staff')
      .selectAll('staff')
      .select('kind')
      .where('token_hash', '=', sha256(token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', this.#now().toISOString())
      .where('disabled_at', 'is', null)
      .executeTakeFirst()
    if (!row) return undefined
    const { kind, ...staff } = row
    return { staff, kind }
  }

  /**
   * Uses a link: sets name and password, and starts the session that follows the right password.
   *
   * @returns undefined when it has been used meanwhile, or has expired
   * @throws StoreUnavailable
   */
  accept(
    token: string,
    { name, passwordHash }: { name: string; passwordHash: string },
    client: string,
    replaced?: string,
  ): Promise<Started | undefined> {
    return this.#commit(async (transaction, now) => {
      const token_hash = sha256(token)
      const invited = await transaction
        .selectFrom('staff_invitations')
        .select('staff')
        .where('token_hash', '=', token_hash)
        .executeTakeFirst()
      if (!invited) return undefined
      const before = await lockedAccount(transaction, invited.staff).executeTakeFirst()
      const used = await transaction
        .updateTable('staff_invitations')
        .set({ used_at: now.toISOString() })
        .where('token_hash', '=', token_hash)
        .where('used_at', 'is', null)
        .where('expires_at', '>', now.toISOString())
        .returning('staff')
        .executeTakeFirst()
      if (!used) return undefined
      const person = await transaction
        .updateTable('staff')
        .set({ name, password_hash: passwordHash })
        .where('id', '=', used.staff)
        .where('disabled_at', 'is', null)
        .returningAll()
        .executeTakeFirst()
      if (!person) return undefined
      const actor = { by: person.id, client }
      if (before?.name !== name) await recordEvent(transaction, now, actor, 'renamed', { subject: person.id })
      await recordEvent(transaction, now, actor, 'accepted', { subject: person.id })
      await endReplaced(transaction, now, replaced, actor)
      return startFor(transaction, person, now, client)
    })
  }

  #commit<Result>(step: (transaction: Transaction<Schema>, now: Date) => Promise<Result>): Promise<Result> {
    return groupCommitOf(this.#database).run((transaction) => step(transaction, this.#now()))
  }
}
