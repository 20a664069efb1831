import { hash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { type Database, isPostgres } from '../database/open-database.ts'
import type { InvitationKind, StaffTable } from '../database/schema.ts'
import { type Writing, write } from '../database/write.ts'
import {
  endReplaced,
  endSession,
  endSessionsOf,
  type StaffSession,
  type Started,
  startAfterPassword,
  startDeskSession,
  startSession,
} from './staff-sessions.ts'

/** After this many wrong codes a sign-in has to begin again. Source: desk, section 2. */
const MAX_WRONG_CODES = 5

/** An invitation that can be accepted. */
export interface OpenInvitation {
  staff: Selectable<StaffTable>
  kind: InvitationKind
}

/**
 * The steps of signing in and of looking after one's own account. Each is one transaction with its audit event, and
 * throws StoreUnavailable. Hashes and codes are computed before, because a transaction may hold up the posts of the same
 * moment.
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
   */
  afterPassword(person: Selectable<StaffTable>, client: string, replaced?: string): Promise<Started | undefined> {
    return this.#write(person.id, client, async (writing) => {
      const current = await unchanged(writing, person)
      if (!current) return undefined
      await endReplaced(writing, replaced)
      return startAfterPassword(writing, current)
    })
  }

  /** Records a failed sign-in. @param staff the account, if there is one */
  failed(staff: string | null, because: 'password' | 'code', client: string): Promise<void> {
    return this.#write(null, client, ({ record }) => record('sign-in-failed', staff, { because }))
  }

  /** Records that somebody who is signed in typed a wrong password. */
  refusedPassword(staff: string, client: string): Promise<void> {
    return this.#write(staff, client, ({ record }) => record('password-refused', staff))
  }

  /**
   * Counts a code before it is checked, so that many at once are no way around the limit of five.
   *
   * @returns whether it may be checked
   */
  async beginCode(tokenHash: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#database
      .updateTable('staff_sessions')
      .set((eb) => ({ wrong_codes: eb('wrong_codes', '+', 1) }))
      .where('token_hash', '=', tokenHash)
      .where('stage', '=', 'code')
      .where('wrong_codes', '<', MAX_WRONG_CODES)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  }

  /** Records a wrong code. The fifth ends the sign-in. */
  async failedCode({ tokenHash, staff }: StaffSession, client: string): Promise<void> {
    await this.#write(null, client, async ({ transaction, record }) => {
      await record('sign-in-failed', staff.id, { because: 'code' })
      const session = transaction.deleteFrom('staff_sessions').where('token_hash', '=', tokenHash)
      await session.where('wrong_codes', '>=', MAX_WRONG_CODES).execute()
    })
  }

  /**
   * Completes a sign-in with a right code, which is never accepted again.
   *
   * @param step the 30-second step of the code
   * @returns undefined when this or a later code was accepted before, or the session or account has ended
   */
  afterCode({ tokenHash, staff }: StaffSession, step: number, client: string): Promise<Started | undefined> {
    return this.#write(staff.id, client, async (writing) => {
      const used = await account(writing, staff.id, { totp_step: step })
        .where('disabled_at', 'is', null)
        .where('totp_secret', 'is not', null)
        .where((eb) => eb.or([eb('totp_step', 'is', null), eb('totp_step', '<', step)]))
        .executeTakeFirst()
      return used && (await endSession(writing, tokenHash)) && startDeskSession(writing, staff)
    })
  }

  /** The secret that a session's person sets up: the first one that was proposed. */
  async proposeSecondFactor(tokenHash: string, proposal: string): Promise<string | undefined> {
    const row = await this.#database
      .updateTable('staff_sessions')
      .set({ totp_secret: sql<string>`coalesce(totp_secret, ${proposal})` })
      .where('token_hash', '=', tokenHash)
      .returning('totp_secret')
      .executeTakeFirst()
    return row?.totp_secret ?? undefined
  }

  /** The secret that was proposed to a session. */
  async proposedSecondFactor(tokenHash: string): Promise<string | undefined> {
    const sessions = this.#database.selectFrom('staff_sessions').select('totp_secret')
    return (await sessions.where('token_hash', '=', tokenHash).executeTakeFirst())?.totp_secret ?? undefined
  }

  /**
   * Sets the proposed second factor: all sessions of the person end, and this one is replaced by a signed-in one.
   *
   * @param step the 30-second step of the code that confirmed it
   * @returns undefined when the account has a second factor already, or the session has ended
   */
  setSecondFactor(
    { tokenHash, stage, staff }: StaffSession,
    step: number,
    client: string,
  ): Promise<Started | undefined> {
    return this.#write(staff.id, client, async (writing) => {
      await lockedAccount(writing, staff.id).execute()
      const session = await endSession(writing, tokenHash)
      if (!session?.totp_secret) return undefined
      const set = account(writing, staff.id, { totp_secret: session.totp_secret, totp_step: step })
      if (!(await set.where('totp_secret', 'is', null).executeTakeFirst())) return undefined
      await endSessionsOf(writing, staff.id)
      await writing.record('second-factor-set', staff.id)
      if (stage === 'enrol') return startDeskSession(writing, staff)
      return startSession(writing, staff.id, stage, session.created_at)
    })
  }

  /** Removes the second factor: all other sessions of the person end. */
  async removeSecondFactor({ tokenHash, staff: { id } }: StaffSession, client: string): Promise<void> {
    await this.#write(id, client, async (writing) => {
      const removed = account(writing, id, { totp_secret: null, totp_step: null })
      if (!(await removed.where('totp_secret', 'is not', null).executeTakeFirst())) return
      await endSessionsOf(writing, id, tokenHash)
      await writing.record('second-factor-removed', id)
    })
  }

  /**
   * Changes a password: all sessions of the person end, and this one goes on under a new token.
   *
   * @param person as it was when the current password was checked
   * @returns undefined when the account or the session has been changed since
   */
  changePassword(
    { tokenHash, stage }: StaffSession,
    person: Selectable<StaffTable>,
    passwordHash: string,
    client: string,
  ): Promise<Started | undefined> {
    return this.#write(person.id, client, async (writing) => {
      const session = (await unchanged(writing, person)) && (await endSession(writing, tokenHash))
      if (!session) return undefined
      await account(writing, person.id, { password_hash: passwordHash }).execute()
      await endSessionsOf(writing, person.id)
      await writing.record('password-changed', person.id)
      return startSession(writing, person.id, stage, session.created_at)
    })
  }

  async signOut({ tokenHash, staff }: StaffSession, client: string): Promise<void> {
    await this.#write(staff.id, client, async (writing) => {
      if (await endSession(writing, tokenHash)) await writing.record('signed-out', staff.id)
    })
  }

  /** The invitation of a link. Undefined when it is unknown, used or expired. */
  async invitation(token: string): Promise<OpenInvitation | undefined> {
    const row = await this.#database
      .selectFrom('staff_invitations')
      .innerJoin('staff', 'staff.id', 'staff_invitations.staff')
      .selectAll('staff')
      .select('kind')
      .where('token_hash', '=', hash('sha256', token))
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
   */
  async accept(
    token: string,
    { name, passwordHash }: { name: string; passwordHash: string },
    client: string,
    replaced?: string,
  ): Promise<Started | undefined> {
    const invited = await this.invitation(token)
    if (!invited) return undefined
    return this.#write(invited.staff.id, client, async (writing) => {
      const before = await lockedAccount(writing, invited.staff.id).where('disabled_at', 'is', null).executeTakeFirst()
      const at = writing.at.toISOString()
      const used = await writing.transaction
        .updateTable('staff_invitations')
        .set({ used_at: at })
        .where('token_hash', '=', hash('sha256', token))
        .where('used_at', 'is', null)
        .where('expires_at', '>', at)
        .returning('staff')
        .executeTakeFirst()
      if (!before || !used) return undefined
      const set = account(writing, before.id, { name, password_hash: passwordHash })
      const person = await set.returningAll().executeTakeFirstOrThrow()
      if (before.name !== name) await writing.record('renamed', person.id)
      await writing.record('accepted', person.id)
      await endReplaced(writing, replaced)
      return startAfterPassword(writing, person)
    })
  }

  #write<Result>(by: string | null, client: string, step: (writing: Writing) => Promise<Result>): Promise<Result> {
    return write(this.#database, { by, client }, this.#now(), step)
  }
}

/** An account, locked before anything that belongs to it, as all transactions do, so that none waits for another's end. */
export function lockedAccount({ transaction }: Writing, id: string) {
  const account = transaction.selectFrom('staff').selectAll().where('id', '=', id)
  return isPostgres(transaction) ? account.forUpdate() : account
}

/**
 * The account, if it is enabled and its password is still the same. Nothing changes it until the transaction ends: a
 * change at the same moment would not end the session that is about to start.
 */
function unchanged(writing: Writing, { id, password_hash }: Selectable<StaffTable>) {
  return lockedAccount(writing, id)
    .where('disabled_at', 'is', null)
    .where('password_hash', '=', password_hash)
    .executeTakeFirst()
}

/** Changes an account, and returns its id if there is one to which all further conditions apply. */
function account({ transaction }: Writing, id: string, values: Partial<Selectable<StaffTable>>) {
  return transaction.updateTable('staff').set(values).where('id', '=', id).returning('id')
}
