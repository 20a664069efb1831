import type { Actor } from '../audit/audit-events.ts'
import type { Database } from '../database/open-database.ts'
import { inPages } from '../database/page-by-key.ts'
import { write } from '../database/write.ts'
import type { FoundRequest } from '../erasure/erasures.ts'
import { storedRequestOf } from '../requests/stored-request-row.ts'

/** Everything that is stored of a person. Instants are UTC, ISO 8601; staff are given by their names. */
export type PersonExport = Awaited<ReturnType<typeof exportPerson>>

interface ExportContext {
  now: Date
  actor: Actor
  /** Of the request whose number it is; by default the newest of those that were found. */
  reference?: string
  /** By which way, where it is not the desk. */
  how?: 'command'
}

/**
 * Everything that is stored with the requests of one person: each with its callback, and what staff did, wrote and sent.
 * A callback may have requests of other people who share its number: `requests_of_others` counts them, and its calls
 * and notes may be about them. Before anything is read, an audit event says that it was exported.
 *
 * @param found at least one, as `Erasures.find` gives them
 * @throws StoreUnavailable
 */
export async function exportPerson(
  database: Database,
  found: readonly FoundRequest[],
  { now, actor, how, reference = found.at(-1)?.reference ?? '' }: ExportContext,
) {
  const detail = { requests: found.length, ...(how && { how }) }
  await write(database, actor, now, ({ record }) => record('exported', reference, detail))
  const references = found.map((request) => request.reference)
  const requests = await inPages(references, (page) =>
    database
      .selectFrom('callback_requests')
      .selectAll()
      .where('reference', 'in', page)
      .orderBy('received_at')
      .orderBy('reference')
      .execute(),
  )
  const own = Map.groupBy(requests, ({ callback }) => callback)
  const ids = [...own.keys()].filter((id) => id !== null)
  const callbacks = await inPages(ids, (page) =>
    database.selectFrom('callbacks').selectAll().where('id', 'in', page).orderBy('opened_at').execute(),
  )
  const calls = await inPages(ids, (page) =>
    database.selectFrom('attempts').selectAll().where('callback', 'in', page).orderBy('id').execute(),
  )
  const notes = await inPages(ids, (page) =>
    database.selectFrom('notes').selectAll().where('callback', 'in', page).orderBy('id').execute(),
  )
  const messages = await inPages(references, (page) =>
    database.selectFrom('outbox_messages').selectAll().where('reference', 'in', page).orderBy('id').execute(),
  )
  const events = await inPages(references, (page) =>
    database
      .selectFrom('audit_events')
      // Not the address of the member of staff.
      .select(['id', 'at', 'by', 'kind', 'subject', 'detail'])
      .where('subject', 'in', page)
      .orderBy('id')
      .execute(),
  )

  const statuses = new Map(callbacks.map(({ id, status }) => [id, status]))
  const names = new Map(
    (await database.selectFrom('staff').select(['id', 'name']).execute()).map((s) => [s.id, s.name]),
  )
  const nameOf = (id: string | null) => id && (names.get(id) ?? id)
  const named = <Row extends { by: string | null }>(row: Row) => ({ ...row, by: nameOf(row.by) })
  return {
    exported_at: now.toISOString(),
    requests: requests.map((row) => ({ ...row, ...storedRequestOf(row, statuses.get(row.callback ?? '') ?? null) })),
    callbacks: callbacks.map((row) => ({
      ...row,
      claimed_by: nameOf(row.claimed_by),
      last_held_by: nameOf(row.last_held_by),
      requests_of_others: row.asked - (own.get(row.id)?.length ?? 0),
    })),
    calls: calls.map(named),
    notes: notes.map(named),
    messages: messages.map(({ lease: _, ...message }) => message),
    audit_events: events.map(({ detail, ...event }) => named({ ...event, detail: detail && JSON.parse(detail) })),
  }
}
