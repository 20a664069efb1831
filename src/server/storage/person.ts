import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { CallContext } from '../../callback-request/calling/callback-row.ts'
import { OUTCOMES } from '../../callback-request/calling/outcomes.ts'
import type { Person, TimelineEntry } from '../../callback-request/calling/person.ts'
import {
  type Authored,
  type Note,
  type RecordedChange,
  type SentMessage,
  type TimedRequest,
  timelineOf,
} from '../../callback-request/calling/timeline.ts'
import { type Actor, recordEvent } from './audit.ts'
import { ago } from './clock.ts'
import { type Database, read } from './database/open-database.ts'
import type { CallbackRequestsTable, Schema } from './database/schema.ts'
import { type ErasureSubject, isOf } from './erasure-list.ts'
import { type Caller, foldStored, lockPerson } from './stored-callback.ts'
import { storedRequestOf } from './stored-request.ts'
import { type Cursor, callbackRows, callbacksPage } from './worklist.ts'
import { write } from './write.ts'

/** Of a flood from one number only the newest requests are shown; `asked` of the callback counts them all. */
const MAX_REQUESTS = 100

/** Calls and notes, the newest: whoever sends a flood does not hide them with it. */
const MAX_OF_EACH = 100

/** Each request has up to three messages, and more only when they were sent again. */
const MAX_MESSAGES = 4 * MAX_REQUESTS

const OTHERS_ON_A_PAGE = 20

/** How many of each kind a caller sees. Source: desk, section 5. */
const CONTEXT_OF_EACH = 5

/** A page that is read again within this time is recorded once: 15 minutes. Source: desk, section 9. */
const RECORDED_ONCE_IN_MS = 15 * 60_000

/** The place after a callback, in the order of `others`. */
type OthersCursor = Pick<Cursor, 'opened_at' | 'id'>

/**
 * The person behind a request, and records in the audit log that somebody read it.
 *
 * @param after where a page of `others` begins
 * @returns undefined when there is no such request
 */
export async function readPerson(
  database: Database,
  reference: string,
  { now, reader, after }: { now: Date; reader: Caller; after?: OthersCursor | null },
): Promise<Person<OthersCursor> | undefined> {
  const requestsWhere = (condition: RawBuilder<unknown>) =>
    read(database, sql<Selectable<CallbackRequestsTable>>`select * from callback_requests where ${condition}`)
  const [request] = await requestsWhere(sql`reference = ${reference}`)
  if (!request) return undefined
  // First: without it nobody may read anything.
  await recordPersonRead(database, now, reader, reference)

  const viewing = { now, viewer: reader.by }
  const { callback: id } = request
  const newest = sql`callback = ${id} order by revision desc limit ${MAX_REQUESTS}`
  const rows = id === null ? [request] : await requestsWhere(newest)
  const [callback = null] = id === null ? [] : await callbackRows(database, sql`id = ${id}`, viewing)
  const [first, ...earlier] = rows.map((row) => storedRequestOf(row, callback?.status ?? null))
  // Erased since the first look.
  if (!first) return undefined
  const requests: Person['requests'] = [first, ...earlier]
  const { timeline, isComplete } = await readTimeline(database, callback?.id ?? null, rows)
  const others = sql`number = ${request.number} and id <> ${callback?.id ?? ''}`
  const page = { after, limit: OTHERS_ON_A_PAGE, ...viewing }
  return {
    callback,
    requests,
    timeline,
    complete: isComplete && requests.length >= (callback?.asked ?? 1),
    others: await callbacksPage(database, others, ['opened_at', 'id'], 'desc', page),
  }
}

/** What happened to a callback, or to a request that has none; and whether nothing older was left out. */
async function readTimeline(
  database: Database,
  callback: string | null,
  requests: readonly TimedRequest[],
): Promise<{ timeline: TimelineEntry[]; isComplete: boolean }> {
  const newestOf = <Row>(table: 'attempts' | 'notes') =>
    read(
      database,
      sql<Authored<Row>>`
        select ${sql.table(table)}.*, staff.name as author from ${sql.table(table)} left join staff on staff.id = by
        where callback = ${callback} order by at desc limit ${MAX_OF_EACH}`,
    )
  const references = sql.join(requests.map(({ reference }) => reference))
  const messages = await read(
    database,
    sql<SentMessage>`select * from outbox_messages where reference in (${references}) and status <> 'dropped'
      order by queued_at desc, id desc limit ${MAX_MESSAGES}`,
  )
  const changes = await newestOf<RecordedChange>('attempts')
  const notes = await newestOf<Note>('notes')
  const folded = callback === null ? undefined : await foldStored(database, callback)
  return {
    timeline: timelineOf({ requests, messages, changes, notes, windows: folded?.windows ?? new Map() }),
    isComplete: messages.length < MAX_MESSAGES && Math.max(changes.length, notes.length) < MAX_OF_EACH,
  }
}

async function recordPersonRead(database: Database, now: Date, reader: Caller, reference: string): Promise<void> {
  const since = ago(now, RECORDED_ONCE_IN_MS)
  // Ids begin with their time: the index gives the few events of this person since then. A later one than now was dated
  // by a clock that was ahead.
  const recent = sql`select id from audit_events
    where by = ${reader.by} and id > ${since} and at > ${since} and at <= ${now.toISOString()}
      and kind = 'person-read' and subject = ${reference}
    limit 1`
  if ((await read(database, recent)).length > 0) return
  await write(database, reader, now, async ({ transaction, record }) => {
    await lockPerson(transaction, reader.by)
    if ((await read(transaction, recent)).length === 0) await record('person-read', reference)
  })
}

/** The newest five requests, calls and notes of a callback, each newest first. */
export async function contextOf(database: Database, callback: string): Promise<CallContext> {
  const [requests, attempts, notes] = await Promise.all([
    sql<CallContext['requests'][number]>`
      select reference, received_at, form, service, time_slot, language, message from callback_requests
      where callback = ${callback} order by revision desc limit ${CONTEXT_OF_EACH}`.execute(database),
    sql<CallContext['attempts'][number]>`
      select at, what as outcome, coalesce(name, '') as by from attempts left join staff on staff.id = by
      where callback = ${callback} and what in (${sql.join(OUTCOMES)}) and undone_at is null
      order by at desc, attempts.id desc limit ${CONTEXT_OF_EACH}`.execute(database),
    sql<CallContext['notes'][number]>`
      select at, text, coalesce(name, '') as by from notes left join staff on staff.id = by
      where callback = ${callback} order by notes.id desc limit ${CONTEXT_OF_EACH}`.execute(database),
  ])
  return { requests: requests.rows, attempts: attempts.rows, notes: notes.rows }
}

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
