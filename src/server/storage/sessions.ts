import { hash, randomBytes } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { AuditDetail } from '../../callback-request/calling/audit-kinds.ts'
import type { SessionStage } from '../../callback-request/staff-account.ts'
import { ago } from './clock.ts'
import { type Database, query, read } from './database/open-database.ts'
import type { StaffSessionsTable } from './database/schema.ts'
import { StoreUnavailable } from './database/store-unavailable.ts'
import { clearOwnFailures, deleteEnded } from './limits.ts'
import { type Account, writeAccounts } from './staff-members.ts'
import { releaseAll } from './stored-callback.ts'
import { type Writing, write } from './write.ts'

/** A session ends this long after the person's last call. Source of these three: desk, section 2. */
const MAX_IDLE_MS = 60 * 60_000
/** A person's calls are written down so often, so that not each call waits for the disk. Source: desk, section 12. */
const SEEN_EVERY_MS = 60_000
/** And this long after the sign-in. */
const MAX_AGE_MS = 12 * 60 * 60_000
/** For each person, in each stage: whoever knows only the password cannot end anybody's session. */
const MAX_SESSIONS = 5

const NOBODY = { by: null, client: null }

type Session = Selectable<StaffSessionsTable>

/** A signed-in person, or one on the way. */
export interface StaffSession {
  tokenHash: string
  stage: SessionStage
  /** When the person signed in. */
  signedInAt: Date
  /** The second factor that was proposed to it, if any. */
  proposedSecret: string | null
  /** As it is when the session is looked up. */
  staff: Account
}

/** A new session: the token for the cookie, which the store does not have, and what comes next. */
export interface Started {
  token: string
  stage: SessionStage
}

/**
 * The session of a token. Undefined when there is none, its time is over, or its account is disabled.
 * @param isPersons whether a person made the call, which then keeps the session alive
 */
export async function findSession(database: Database, now: Date, token: string, { isPersons }: { isPersons: boolean }) {
  const tokenHash = hash('sha256', token)
  const [row] = await sessionsOf(database, [tokenHash])
  if (!row) return undefined
  if (isOver(row, now)) {
    await ifWritable(database, now, deleteExpired)
    return undefined
  }
  const at = now.toISOString()
  if (isPersons && row.seen_at <= ago(now, SEEN_EVERY_MS)) {
    await ifWritable(database, now, ({ transaction }) =>
      sql`update staff_sessions set seen_at = ${at} where token_hash = ${tokenHash}`.execute(transaction),
    )
  }
  const { token_hash: _, stage, created_at, seen_at: __, proposed, ...staff } = row
  return { tokenHash, stage, signedInAt: new Date(created_at), proposedSecret: proposed, staff }
}

/** Those of the given sessions that still exist and whose time is not over. */
export async function aliveSessions(database: Database, now: Date, tokenHashes: readonly string[]) {
  if (tokenHashes.length === 0) return new Set()
  const rows = await sessionsOf(database, [...new Set(tokenHashes)])
  return new Set(rows.filter((row) => !isOver(row, now)).map(({ token_hash }) => token_hash))
}

function sessionsOf(database: Database, tokenHashes: readonly string[]) {
  return query<
    Account & Pick<Session, 'token_hash' | 'stage' | 'created_at' | 'seen_at'> & { proposed: string | null }
  >(database)`
    select staff.*, token_hash, stage, created_at, seen_at, staff_sessions.totp_secret as proposed
    from staff_sessions join staff on staff.id = staff_sessions.staff
    where token_hash in (${sql.join(tokenHashes)}) and disabled_at is null`
}

/** Whoever only reads can go on while the store accepts no writes. */
async function ifWritable(database: Database, now: Date, step: (writing: Writing) => Promise<unknown>): Promise<void> {
  await write({ database, actor: NOBODY, at: now }, step).catch((error) => {
    if (!(error instanceof StoreUnavailable)) throw error
  })
}

/** Deletes sessions and links whose time is over, and counts whose window has ended. */
export async function deleteExpiredSignIns(database: Database, now: Date): Promise<void> {
  // Whoever signs in, or changes an account, locks the same rows in another order.
  await writeAccounts({ database, actor: NOBODY, at: now }, async (writing) => {
    const { transaction } = writing
    await deleteExpired(writing)
    await sql`delete from staff_invitations where expires_at <= ${now.toISOString()}`.execute(transaction)
    await deleteEnded(transaction, now)
  })
}

/** 256 random bits: nobody can guess it, so its hash needs no salt. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * Starts a session, as a part of a transaction. Beyond five of a person in the same stage, the oldest ends.
 * @param createdAt when the person signed in; a session that replaces another keeps its instant
 */
export async function startSession(
  { transaction, at, record }: Writing,
  staff: string,
  stage: SessionStage,
  createdAt = at.toISOString(),
): Promise<Started> {
  const token = newToken()
  const own = sql`from staff_sessions where staff = ${staff} and stage = ${stage}`
  await sql`
    insert into staff_sessions (token_hash, staff, stage, number, created_at, seen_at)
    select ${hash('sha256', token)}, ${staff}, ${stage}, coalesce(max(number), 0) + 1, ${createdAt}, ${at.toISOString()}
    ${own}`.execute(transaction)
  const ended = sql`delete ${own}
    and number not in (select number ${own} order by number desc limit ${MAX_SESSIONS}) returning token_hash`
  for (const _ of await read(transaction, ended)) {
    // Whoever lacks the code is not signed in: no session of the person ends.
    if (stage === 'desk') await record('session-ended', staff, { because: 'too many' })
  }
  return { token, stage }
}

/** Starts the session that follows the right password, as a part of that person's transaction. */
export function startAfterPassword(writing: Writing, person: Account): Promise<Started> {
  if (person.totp_secret !== null) return startSession(writing, person.id, 'code')
  return person.role === 'manager' ? startSession(writing, person.id, 'enrol') : startDeskSession(writing, person)
}

/** Starts a signed-in session. @param detail of the event, such as how the person signed in */
export async function startDeskSession(
  writing: Writing,
  { id, email }: { id: string; email: string },
  detail?: AuditDetail,
): Promise<Started> {
  await clearOwnFailures(writing, email)
  await writing.record('signed-in', id, detail)
  return startSession(writing, id, 'desk')
}

export async function endSession({ transaction }: Writing, tokenHash: string) {
  return (await query<Session>(transaction)`delete from staff_sessions where token_hash = ${tokenHash} returning *`)[0]
}

/** Ends the session that a browser has when somebody signs in there again, as a part of that sign-in's transaction. */
export async function endReplaced(writing: Writing, tokenHash: string | undefined): Promise<void> {
  const session = tokenHash === undefined ? undefined : await endSession(writing, tokenHash)
  if (session?.stage !== 'desk') return
  if (session.staff !== writing.actor.by) await releaseSignedOut(writing, [session.staff])
  await writing.record('session-ended', session.staff, { because: 'a new sign-in in its browser' })
}

/** Ends the sessions of a person and what they hold, as a part of a transaction that records why. */
export async function endSessionsOf(writing: Writing, staff: string): Promise<void> {
  await endOtherSessions(writing, staff, '')
  await releaseAll(writing.transaction, staff)
}

/** Ends the sessions of a person but one that goes on, as a part of a transaction. @param tokenHash of its token */
export async function endOtherSessions({ transaction }: Writing, staff: string, tokenHash: string): Promise<void> {
  await sql`delete from staff_sessions where staff = ${staff} and token_hash <> ${tokenHash}`.execute(transaction)
}

/** Releases what those people hold who are not signed in any more. */
async function releaseSignedOut({ transaction }: Writing, people: readonly string[]): Promise<void> {
  for (const staff of new Set(people)) {
    const signedIn = sql`select 1 from staff_sessions where staff = ${staff} and stage = 'desk' limit 1`
    if ((await read(transaction, signedIn)).length === 0) await releaseAll(transaction, staff)
  }
}

async function deleteExpired(writing: Writing): Promise<void> {
  const { transaction, at, record } = writing
  const ended = await query<Pick<Session, 'staff' | 'stage' | 'created_at'>>(transaction)`
    delete from staff_sessions where seen_at <= ${ago(at, MAX_IDLE_MS)} or created_at <= ${ago(at, MAX_AGE_MS)}
    returning staff, stage, created_at`
  const signedIn = ended.filter(({ stage }) => stage === 'desk')
  for (const { staff, created_at } of signedIn) {
    const because = created_at <= ago(at, MAX_AGE_MS) ? '12 hours' : '60 minutes without a call'
    await record('session-ended', staff, { because })
  }
  await releaseSignedOut(
    writing,
    signedIn.map(({ staff }) => staff),
  )
}

function isOver({ created_at, seen_at }: { created_at: string; seen_at: string }, now: Date): boolean {
  return seen_at <= ago(now, MAX_IDLE_MS) || created_at <= ago(now, MAX_AGE_MS)
}
