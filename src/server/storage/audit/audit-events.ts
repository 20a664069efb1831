import { setImmediate } from 'node:timers/promises'
import type { Selectable, Transaction } from 'kysely'
import type { AuditKind } from '../../../callback-request/audit-kinds.ts'
import type { Database } from '../database/open-database.ts'
import { pageByKey } from '../database/page-by-key.ts'
import type { AuditEventsTable, Schema } from '../database/schema.ts'
import { timedId } from '../database/timed-id.ts'

/** Who does something, as the audit log records it. */
export interface Actor {
  /** The account; null for the command line, and while nobody is signed in. */
  by: string | null
  /** The address of the client; null for the command line. */
  client: string | null
}

/** Few enough that deleting them takes some milliseconds. */
const PAGE_EVENTS = 500

/** Actions of `npm run desk`: whoever may run it is known to the operating system, not to the desk. */
export const COMMAND_LINE: Actor = { by: null, client: null }

export interface AuditEvent extends Actor {
  id: string
  /** UTC, ISO 8601. */
  at: string
  kind: AuditKind
  subject: string | null
  detail: AuditDetail | null
}

/** What else is known of an event: words of our own and numbers, never what a visitor or a member of staff typed. */
export type AuditDetail = Readonly<Record<string, string | number>>

/** Chooses events. Instants are UTC, ISO 8601. */
export interface AuditFilter {
  kind?: AuditKind | undefined
  /** The account that did it. */
  staff?: string | undefined
  from?: string | undefined
  /** Exclusive. */
  until?: string | undefined
  /** The id of the last event of the page before. */
  after?: string | undefined
}

/** Writes an event, as a part of the transaction of what it records. */
export async function recordEvent(
  transaction: Transaction<Schema>,
  at: Date,
  { by, client }: Actor,
  kind: AuditKind,
  { subject = null, detail }: { subject?: string | null; detail?: AuditDetail } = {},
): Promise<void> {
  const values = { id: timedId(at), at: at.toISOString(), by, kind, subject, client }
  await transaction
    .insertInto('audit_events')
    .values({ ...values, detail: detail ? JSON.stringify(detail) : null })
    .execute()
}

/** The audit log on disk. */
export class AuditEvents {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Writes an event of something that has no transaction, such as reading. @throws StoreUnavailable */
  async record(at: Date, actor: Actor, kind: AuditKind, detail: AuditDetail): Promise<void> {
    await this.#database.transaction().execute((transaction) => recordEvent(transaction, at, actor, kind, { detail }))
  }

  /**
   * The newest events that the filter chooses, and the cursor of the next page, if there is one.
   *
   * @throws StoreUnavailable
   */
  async page(filter: AuditFilter, rows: number): Promise<{ rows: AuditEvent[]; next: string | null }> {
    const { kind, staff, from, until, after } = filter
    let query = this.#database.selectFrom('audit_events').selectAll()
    if (kind) query = query.where('kind', '=', kind)
    if (staff) query = query.where('by', '=', staff)
    if (from) query = query.where('id', '>=', from)
    if (until) query = query.where('id', '<', until)
    const page = await pageByKey(query, ['id'], 'desc', {
      after: after === undefined ? null : { id: after },
      limit: rows,
    })
    return { rows: page.rows.map(eventOf), next: page.next?.id ?? null }
  }

  /**
   * Deletes the events before an instant, in pages, between which posts have their turn.
   *
   * @param before at least 365 days ago by the database's clock; otherwise the database refuses
   * @returns how many
   * @throws StoreUnavailable
   */
  async deleteBefore(before: Date): Promise<number> {
    const old = this.#database.selectFrom('audit_events').select('id').where('id', '<', before.toISOString())
    let deleted = 0
    for (let page = PAGE_EVENTS; page === PAGE_EVENTS; await setImmediate()) {
      const { numDeletedRows } = await this.#database
        .deleteFrom('audit_events')
        .where('id', 'in', old.orderBy('id').limit(PAGE_EVENTS))
        .executeTakeFirst()
      page = Number(numDeletedRows)
      deleted += page
    }
    return deleted
  }
}

function eventOf({ detail, ...row }: Selectable<AuditEventsTable>): AuditEvent {
  return { ...row, detail: detail === null ? null : JSON.parse(detail) }
}
