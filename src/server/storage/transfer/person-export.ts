import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type Actor, recordEvent } from '../audit/audit-events.ts'
import { type Database, read } from '../database/open-database.ts'
import type { Schema } from '../database/schema.ts'
import { type ErasureSubject, isOf } from '../erasure/erasure-subject.ts'
import { storedRequestOf } from '../requests/stored-request-row.ts'

/** Everything that is stored of a person. Instants are UTC, ISO 8601; staff are given by their names. */
export type PersonExport = NonNullable<Awaited<ReturnType<typeof exportPerson>>>

interface ExportContext {
  now: Date
  actor: Actor
  /** Of the request whose number it is; by default the newest one. */
  reference?: string | undefined
  /** By which way, where it is not the desk. */
  how?: 'command'
}

/**
 * Everything that is stored with the requests of one person: each with its callback, and what staff did, wrote and sent.
 * A callback may have requests of other people who share its number: `requests_of_others` counts them, and its calls
 * and notes may be about them. An audit event says that it was exported, before this resolves.
 *
 * @returns undefined when there is no such request
 */
export async function exportPerson(
  database: Database,
  subject: ErasureSubject,
  { now, actor, how, reference }: ExportContext,
) {
  const rowsOf = <Table extends keyof Schema>(table: Table, condition: RawBuilder<unknown>, order: string) =>
    read(
      database,
      sql<Selectable<Schema[Table]>>`select * from ${sql.table(table)} where ${condition} order by ${sql.ref(order)}`,
    )
  const requests = await rowsOf('callback_requests', isOf(subject), 'received_at')
  const newest = requests.at(-1)
  if (!newest) return undefined
  const detail = { requests: requests.length, ...(how && { how }) }
  await recordEvent(database, now, actor, 'exported', reference ?? newest.reference, detail)
  const references = sql`(select reference from callback_requests where ${isOf(subject)})`
  const ids = sql`(select callback from callback_requests where ${isOf(subject)})`
  const callbacks = await rowsOf('callbacks', sql`id in ${ids}`, 'opened_at')
  const calls = await rowsOf('attempts', sql`callback in ${ids}`, 'id')
  const notes = await rowsOf('notes', sql`callback in ${ids}`, 'id')
  const messages = await rowsOf('outbox_messages', sql`reference in ${references}`, 'id')
  const events = await rowsOf('audit_events', sql`subject in ${references}`, 'id')
  const staff = await read(database, sql<{ id: string; name: string }>`select id, name from staff`)

  const statuses = new Map(callbacks.map(({ id, status }) => [id, status]))
  const names = new Map(staff.map(({ id, name }) => [id, name]))
  const nameOf = (id: string | null) => id && (names.get(id) ?? id)
  const named = <Row extends { by: string | null }>(row: Row) => ({ ...row, by: nameOf(row.by) })
  return {
    exported_at: now.toISOString(),
    requests: requests.map((row) => ({ ...row, ...storedRequestOf(row, statuses.get(row.callback ?? '') ?? null) })),
    callbacks: callbacks.map((row) => ({
      ...row,
      claimed_by: nameOf(row.claimed_by),
      last_held_by: nameOf(row.last_held_by),
      requests_of_others: row.asked - requests.filter(({ callback }) => callback === row.id).length,
    })),
    calls: calls.map(named),
    notes: notes.map(named),
    messages: messages.map(({ lease: _, ...message }) => message),
    // Not the address of the member of staff.
    audit_events: events.map(({ client: _, detail, ...event }) =>
      named({ ...event, detail: detail && JSON.parse(detail) }),
    ),
  }
}
