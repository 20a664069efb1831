import { setImmediate } from 'node:timers/promises'
import { type Selectable, sql } from 'kysely'
import type { AuditDetail, AuditEvent, AuditKind } from '../../callback-request/calling/audit-kinds.ts'
import { timedId } from './clock.ts'
import { type Database, read } from './database/open-database.ts'
import { insertRows, type PageBounds, pageByKey } from './database/rows.ts'
import type { AuditEventsTable } from './database/schema.ts'

/** Who does something, as the audit log records it. */
export interface Actor {
  /** The account; null for the command line, and while nobody is signed in. */
  by: string | null
  /** The address of the client; null for the command line. */
  client: string | null
  /** The hash of the token of the session in which it is done, if it must not be done after the session's end. */
  session?: string
}

/** The session in which something is done has ended since the call arrived. Nothing of its transaction is stored. */
export class SessionEnded extends Error {
  override readonly name = 'SessionEnded'
}

const PAGE_EVENTS = 500

/** Actions of `npm run desk`: whoever may run it is known to the operating system, not to the desk. */
export const COMMAND_LINE: Actor = { by: null, client: null }

/** Chooses events. Instants are UTC, ISO 8601. */
export interface AuditFilter {
  kind?: AuditKind | undefined
  staff?: string | undefined
  from?: string | undefined
  /** Exclusive. */
  until?: string | undefined
  /** Of a request: events about any request of its person. */
  reference?: string | undefined
}

/** Writes an event: of a change, as a part of its transaction. @throws SessionEnded */
export async function recordEvent(
  database: Database,
  at: Date,
  { by, client, session }: Actor,
  kind: AuditKind,
  subject: string | null,
  detail?: AuditDetail,
): Promise<void> {
  if (session !== undefined && (await hasEnded(database, session))) throw new SessionEnded()
  const values = { id: timedId(at), at: at.toISOString(), by, kind, subject, client }
  const event = { ...values, detail: detail ? JSON.stringify(detail) : null }
  await insertRows(database, 'audit_events', [event]).execute()
}

async function hasEnded(database: Database, session: string): Promise<boolean> {
  const alive = sql`select token_hash from staff_sessions join staff on staff.id = staff_sessions.staff
    where token_hash = ${session} and disabled_at is null`
  return (await read(database, alive)).length === 0
}

/** The newest events that the filter chooses, and the cursor of the next page, if there is one. */
export async function auditPage(
  database: Database,
  { kind, staff, from, until, reference }: AuditFilter,
  bounds: PageBounds<{ id: string }>,
): Promise<{ rows: AuditEvent[]; next: { id: string } | null }> {
  let query = sql<Selectable<AuditEventsTable>>`select * from audit_events where true`
  if (kind) query = sql`${query} and kind = ${kind}`
  if (staff) query = sql`${query} and by = ${staff}`
  if (from) query = sql`${query} and id >= ${from}`
  if (until) query = sql`${query} and id < ${until}`
  if (reference)
    query = sql`${query} and subject in (select ${reference} union select reference from callback_requests
      where (number, person) in (select number, person from callback_requests where reference = ${reference}))`
  const { rows, next } = await pageByKey(database, query, ['id'], 'desc', bounds)
  const events = rows.map(({ detail, ...row }) => ({ ...row, detail: detail === null ? null : JSON.parse(detail) }))
  return { rows: events, next }
}

/** Deletes the events before an instant, at least 365 days ago, in pages, between which posts have their turn. */
export async function deleteEventsBefore(database: Database, before: Date): Promise<void> {
  const old = sql`select id from audit_events where id < ${before.toISOString()} order by id limit ${PAGE_EVENTS}`
  const page = sql`delete from audit_events where id in (${old}) returning id`
  while ((await read(database, page)).length === PAGE_EVENTS) await setImmediate()
}
