import type { Actor } from '../audit/audit-events.ts'
import type { Database } from '../database/open-database.ts'
import { write } from '../database/write.ts'
import { type ErasureSubject, requestsOf } from '../erasure/erasures.ts'
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
 * @throws StoreUnavailable
 */
export async function exportPerson(
  database: Database,
  subject: ErasureSubject,
  { now, actor, how, reference }: ExportContext,
) {
  const own = requestsOf(database, subject)
  const requests = await own.selectAll().orderBy('received_at').orderBy('reference').execute()
  const newest = requests.at(-1)
  if (!newest) return undefined
  const detail = { requests: requests.length, ...(how && { how }) }
  await write(database, actor, now, ({ record }) => record('exported', reference ?? newest.reference, detail))
  const references = own.select('reference')
  const ids = own.select('callback').$castTo<{ callback: string }>()
  const callbacks = await database
    .selectFrom('callbacks')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('opened_at')
    .execute()
  const calls = await database.selectFrom('attempts').selectAll().where('callback', 'in', ids).orderBy('id').execute()
  const notes = await database.selectFrom('notes').selectAll().where('callback', 'in', ids).orderBy('id').execute()
  const messages = await database
    .selectFrom('outbox_messages')
    .selectAll()
    .where('reference', 'in', references)
    .orderBy('id')
    .execute()
  const events = await database
    .selectFrom('audit_events')
    // Not the address of the member of staff.
    .select(['id', 'at', 'by', 'kind', 'subject', 'detail'])
    .where('subject', 'in', references)
    .orderBy('id')
    .execute()

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
      requests_of_others: row.asked - requests.filter(({ callback }) => callback === row.id).length,
    })),
    calls: calls.map(named),
    notes: notes.map(named),
    messages: messages.map(({ lease: _, ...message }) => message),
    audit_events: events.map(({ detail, ...event }) => named({ ...event, detail: detail && JSON.parse(detail) })),
  }
}
