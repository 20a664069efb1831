import type { Selectable, Transaction } from 'kysely'
import type { StaffRole } from '../../../callback-request/staff-account.ts'
import { type Actor, recordEvent } from '../audit/audit-events.ts'
import { groupCommitOf } from '../database/group-commit.ts'
import type { Database } from '../database/open-database.ts'
import type { Schema, SessionStage, StaffSessionsTable } from '../database/schema.ts'
import { sha256 } from '../database/sha256.ts'
import { StoreUnavailable } from '../database/store-unavailable.ts'
import { newToken } from './tokens.ts'

/** A session ends this long after the person's last call. Source of these three: desk, section 2. */
const MAX_IDLE_MS = 60 * 60_000
/** And this long after the sign-in. */
const MAX_AGE_MS = 12 * 60 * 60_000
/** For each person, in each stage: whoever knows only the password cannot end anybody's session. */
const MAX_SESSIONS = 5

/** A signed-in person, or one on the way. */
export interface StaffSession {
  tokenHash: string
  stage: SessionStage
  /** When the person signed in. */
  signedInAt: Date
  staff: {
    id: string
    email: string
    name: string
    role: StaffRole
    hasSecondFactor: boolean
    /** Whether the person signs in by the hospital's provider, which then asks for a second factor. */
    isHospitals: boolean
  }
}

/** The sessions on disk: signed-in browsers, which send their token with each call. */
export class StaffSessions {
  readonly #database: Database
  readonly #now: () => Date

  constructor(database: Database, now: () => Date) {
    this.#database = database
    this.#now = now
  }

  /**
   * The session of a token. Undefined when there is none, its time is over, or its account is disabled.
   *
   * @param isPersons whether a person made the call, which then keeps the session alive
   * @throws StoreUnavailable
   */
  async find(token: string, { isPersons }: { isPersons: boolean }): Promise<StaffSession | undefined> {
    const now = this.#now()
    const tokenHash = sha256(token)
    const row = await this.#database
      .selectFrom('staff_sessions')
      .innerJoin('staff', 'staff.id', 'staff_sessions.staff')
      .select([
        'stage',
        'created_at',
        'seen_at',
        'staff.id',
        'email',
        'name',
        'role',
        'staff.totp_secret',
        'oidc_issuer',
      ])
      .where('token_hash', '=', tokenHash)
      .where('disabled_at', 'is', null)
      .executeTakeFirst()
    if (!row) return undefined
    if (isOver(row, now)) {
      await ifWritable(() => groupCommitOf(this.#database).run((transaction) => deleteExpired(transaction, now)))
      return undefined
    }
    // Whoever only reads can go on while the store accepts no writes.
    if (isPersons && row.seen_at < now.toISOString()) await ifWritable(() => this.#touch(tokenHash, now))
    const { id, email, name, role } = row
    const hasSecondFactor = row.totp_secret !== null
    return {
      tokenHash,
      stage: row.stage,
      signedInAt: new Date(row.created_at),
      staff: { id, email, name, role, hasSecondFactor, isHospitals: row.oidc_issuer !== null },
    }
  }

  /**
   * Those of the given sessions that still exist and whose time is not over.
   *
   * @throws StoreUnavailable
   */
  async alive(tokenHashes: readonly string[]): Promise<Set<string>> {
    const now = this.#now()
    const rows = await this.#database
      .selectFrom('staff_sessions')
      .innerJoin('staff', 'staff.id', 'staff_sessions.staff')
      .select(['token_hash', 'created_at', 'seen_at'])
      .where('token_hash', 'in', tokenHashes)
      .where('disabled_at', 'is', null)
      .execute()
    return new Set(rows.filter((row) => !isOver(row, now)).map(({ token_hash }) => token_hash))
  }

  #touch(tokenHash: string, now: Date): Promise<unknown> {
    return groupCommitOf(this.#database).runStatement((database) =>
      database
        .updateTable('staff_sessions')
        .set({ seen_at: now.toISOString() })
        .where('token_hash', '=', tokenHash)
        .execute(),
    )
  }
}

/**
 * Starts a session, as a part of a transaction. Beyond five of a person in the same stage, the oldest ends.
 *
 * @param createdAt when the person signed in; a session that replaces another keeps its instant
 * @returns the token for the cookie, which the store does not have
 */
export async function startSession(
  transaction: Transaction<Schema>,
  {
    staff,
    stage,
    now,
    createdAt = now.toISOString(),
  }: { staff: string; stage: SessionStage; now: Date; createdAt?: string },
  actor: Actor,
): Promise<string> {
  const token = newToken()
  const sessions = await transaction
    .selectFrom('staff_sessions')
    .select(['token_hash', 'number'])
    .where('staff', '=', staff)
    .where('stage', '=', stage)
    .orderBy('number', 'desc')
    .execute()
  const number = (sessions[0]?.number ?? 0) + 1
  const values = { token_hash: sha256(token), staff, stage, number, created_at: createdAt, seen_at: now.toISOString() }
  await transaction.insertInto('staff_sessions').values(values).execute()
  for (const { token_hash } of sessions.slice(MAX_SESSIONS - 1)) {
    await transaction.deleteFrom('staff_sessions').where('token_hash', '=', token_hash).execute()
    // Whoever lacks the code is not signed in: no session of the person ends.
    if (stage !== 'desk') continue
    await recordEvent(transaction, now, actor, 'session-ended', { subject: staff, detail: { because: 'too many' } })
  }
  return token
}

/** Ends one session, as a part of a transaction. @returns its sign-in, or undefined when it had already ended */
export async function endSession(
  transaction: Transaction<Schema>,
  tokenHash: string,
): Promise<Pick<Selectable<StaffSessionsTable>, 'staff' | 'stage' | 'created_at' | 'totp_secret'> | undefined> {
  return transaction
    .deleteFrom('staff_sessions')
    .where('token_hash', '=', tokenHash)
    .returning(['staff', 'stage', 'created_at', 'totp_secret'])
    .executeTakeFirst()
}

/** Ends the session that a browser has when somebody signs in there again, as a part of that sign-in's transaction. */
export async function endReplaced(
  transaction: Transaction<Schema>,
  now: Date,
  tokenHash: string | undefined,
  actor: Actor,
): Promise<void> {
  const session = tokenHash === undefined ? undefined : await endSession(transaction, tokenHash)
  if (session?.stage !== 'desk') return
  const detail = { because: 'a new sign-in in its browser' }
  await recordEvent(transaction, now, actor, 'session-ended', { subject: session.staff, detail })
}

/**
 * Ends the sessions of a person, as a part of a transaction that records why.
 *
 * @param except the hash of the token of the one that goes on
 */
export async function endSessionsOf(
  transaction: Transaction<Schema>,
  staff: string,
  { except = '' } = {},
): Promise<void> {
  await transaction.deleteFrom('staff_sessions').where('staff', '=', staff).where('token_hash', '!=', except).execute()
}

/** Deletes the sessions whose time is over, as a part of a transaction. */
export async function deleteExpired(transaction: Transaction<Schema>, now: Date): Promise<void> {
  const ended = await transaction
    .deleteFrom('staff_sessions')
    .where((eb) => eb.or([eb('seen_at', '<=', ago(now, MAX_IDLE_MS)), eb('created_at', '<=', ago(now, MAX_AGE_MS))]))
    .returning(['staff', 'stage', 'created_at'])
    .execute()
  for (const { staff, stage, created_at } of ended) {
    if (stage !== 'desk') continue
    const because = created_at <= ago(now, MAX_AGE_MS) ? '12 hours' : '60 minutes without a call'
    const nobody = { by: null, client: null }
    await recordEvent(transaction, now, nobody, 'session-ended', { subject: staff, detail: { because } })
  }
}

/** Writes what may be missing while the store accepts no writes. */
async function ifWritable(write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
  }
}

function isOver({ created_at, seen_at }: { created_at: string; seen_at: string }, now: Date): boolean {
  return seen_at <= ago(now, MAX_IDLE_MS) || created_at <= ago(now, MAX_AGE_MS)
}

function ago(now: Date, ms: number): string {
  return new Date(now.getTime() - ms).toISOString()
}
