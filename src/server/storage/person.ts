import { type RawBuilder, type Selectable, sql } from 'kysely'
import {
  type CallContext,
  CONTEXT_OF_EACH,
  type EarlierCallback,
  toldOf,
} from '../../callback-request/calling/callback-row.ts'
import { OUTCOMES } from '../../callback-request/calling/outcomes.ts'
import type { Person } from '../../callback-request/calling/person.ts'
import {
  type Authored,
  type Note,
  type RecordedChange,
  type SentMessage,
  timelineOf,
} from '../../callback-request/calling/timeline.ts'
import { recordEvent } from './audit.ts'
import { ago } from './clock.ts'
import { type Database, query, read } from './database/open-database.ts'
import type { CallbackRequestsTable, Schema } from './database/schema.ts'
import { type ErasureSubject, isOf, type OnePerson } from './erasure-list.ts'
import { type Caller, foldStored } from './stored-callback.ts'
import { storedRequestOf } from './stored-request.ts'
import { heldBackWhere, type Viewing, type Worklist } from './worklist.ts'
import { type Act, lock, write } from './write.ts'

const PAGE_OF_EACH = 20

/** A page that is read again within this time is recorded once: 15 minutes. Source: desk, section 9. */
const RECORDED_ONCE_IN_MS = 15 * 60_000

type Request = Selectable<CallbackRequestsTable>

/** Who reads about somebody, and when; `worklist` shows callbacks. */
interface Reading {
  now: Date
  reader: Caller
  worklist: Worklist
}

/** The person behind a request, if there is one. Records in the audit log that somebody read it. */
export async function readPerson(
  database: Database,
  reference: string,
  { now, reader, worklist }: Reading,
): Promise<Person | undefined> {
  const [request] = await requestsWhere(database, sql`reference = ${reference}`)
  if (!request) return undefined
  // First: without it nobody may read anything.
  await recordPersonRead(database, now, reader, reference)

  const { callback: id, number, person } = request
  const rows = id === null ? [request] : await requestsWhere(database, sql`callback = ${id} order by revision desc`)
  const [callback = null] = id === null ? [] : await worklist.rows(sql`id = ${id}`, { now, viewer: reader.by })
  const [first, ...earlier] = rows.map((row) => storedRequestOf(row, callback?.status ?? null))
  // Erased since the first look.
  if (!first) return undefined
  const requests: Person['requests'] = [first, ...earlier]
  return {
    callback,
    requests,
    timeline: await readTimeline(database, id, rows),
    earlier: await earlierOf(database, { id, number, person }, PAGE_OF_EACH),
    others: await othersAt(database, number, person),
    held_back: await heldBackWhere(database, sql`number = ${number}`),
  }
}

/**
 * What a caller should know of a callback, if there is one. Records in the audit log that somebody read it.
 * @param asked its id, or the reference of one of its requests
 */
export async function readCallback(database: Database, asked: string, { now, reader, worklist }: Reading) {
  const viewing = { now, viewer: reader.by }
  const callback = await worklist.row(asked, now, reader.by)
  if (!callback) return undefined
  const reference = callback.references.includes(asked) ? asked : callback.references.at(-1)
  await recordPersonRead(database, now, reader, reference ?? asked)
  return { callback, context: await contextOf(database, callback.id, asked, worklist, viewing) }
}

function requestsWhere(database: Database, condition: RawBuilder<unknown>): Promise<Request[]> {
  return read(database, sql<Request>`select * from callback_requests where ${condition}`)
}

async function readTimeline(database: Database, callback: string | null, requests: readonly Request[]) {
  const of = <Row>(table: 'attempts' | 'notes') =>
    query<Authored<Row>>(database)`
      select ${sql.table(table)}.*, staff.name as author from ${sql.table(table)} left join staff on staff.id = by
      where callback = ${callback}`
  const references = sql.join(requests.map(({ reference }) => reference))
  const messages = await query<SentMessage>(database)`
    select * from outbox_messages where reference in (${references}) and status <> 'dropped'
    order by queued_at desc, id desc`
  const changes = await of<RecordedChange>('attempts')
  const notes = await of<Note>('notes')
  const folded = callback === null ? undefined : await foldStored(database, callback)
  return timelineOf({ requests, messages, changes, notes, windows: folded?.windows ?? new Map() })
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
  await write({ database, actor: reader, at: now }, async ({ transaction, record }) => {
    await lock(transaction, `person ${reader.by}`)
    if ((await read(transaction, recent)).length === 0) await record('person-read', reference)
  })
}

/** @param asked the reference of the request that was asked for, or the callback's id */
export async function contextOf(
  database: Database,
  id: string,
  asked: string,
  worklist: Worklist,
  viewing: Viewing,
): Promise<CallContext> {
  const requests = await query<CallContext['requests'][number] & { withdrawn_at: string | null }>(database)`
    select reference, received_at, form, name, phone, service, time_slot, due_from, due_until, language, message,
      withdrawn_at
    from callback_requests where callback = ${id} order by revision desc`
  const attempts = await query<CallContext['attempts'][number]>(database)`
    select at, what as outcome, coalesce(name, '') as by from attempts left join staff on staff.id = by
    where callback = ${id} and what in (${sql.join(OUTCOMES)}) and undone_at is null
    order by at desc, attempts.id desc limit ${CONTEXT_OF_EACH}`
  const notes = await query<CallContext['notes'][number]>(database)`
    select at, text, coalesce(name, '') as by from notes left join staff on staff.id = by
    where callback = ${id} order by notes.id desc limit ${CONTEXT_OF_EACH}`
  const found = await query<OnePerson>(database)`select number, person from callbacks where id = ${id}`
  // None when it was erased meanwhile.
  const [{ number, person } = { number: '', person: '' }] = found
  const isWaiting = sql`number = ${number} and settled_at is null and id <> ${id}`
  const waiting = await worklist.rows(isWaiting, viewing)
  return {
    requests: toldOf(requests, asked).map(({ withdrawn_at: _, ...request }) => request),
    attempts,
    notes,
    earlier: await earlierOf(database, { id, number, person }, CONTEXT_OF_EACH),
    others: waiting.map(({ id, name, due_from, due_until, claim }) => ({ id, name, due_from, due_until, claim })),
    held_back: await heldBackWhere(database, sql`number = ${number}`),
  }
}

type Identity = OnePerson & { id: string | null }

function earlierOf(database: Database, { id, number, person }: Identity, limit: number): Promise<EarlierCallback[]> {
  return query<EarlierCallback>(database)`
    select id, first_reference as reference, status, settled_at, (
      select name from attempts join staff on staff.id = by
      where callback = callbacks.id and undone_at is null
        and (what = status or (status = 'unreachable' and what in ('no_answer', 'busy')))
      order by revision desc limit 1
    ) as by, (
      select text from notes where callback = callbacks.id order by at desc, notes.id desc limit 1
    ) as note
    from callbacks
    where number = ${number} and person = ${person} and settled_at is not null and id <> ${id ?? ''}
    order by opened_at desc, id desc limit ${limit}`
}

/** The other people at a number, each once: those who wait first, then the newest. */
async function othersAt(database: Database, number: string, person: string): Promise<Person['others']> {
  const callbacks = await query<Person['others'][number] & { person: string }>(database)`
    select person, name, status, first_reference as reference from callbacks
    where number = ${number} and person <> ${person}
    order by case when settled_at is null then 0 else 1 end, opened_at desc, id desc limit ${5 * PAGE_OF_EACH}`
  const people = new Map<string, Person['others'][number]>()
  for (const { person: id, ...one } of callbacks) if (!people.has(id)) people.set(id, one)
  return [...people.values()].slice(0, PAGE_OF_EACH)
}

/** Everything that is stored of a person. Instants are UTC, ISO 8601; staff are given by their names. */
export type PersonExport = NonNullable<Awaited<ReturnType<typeof exportPerson>>>

/**
 * Everything that is stored of somebody: the requests, the callbacks of whoever made them, and what staff did, wrote and
 * sent. An audit event says so: of the request whose reference is given, by default the newest. Undefined without requests.
 */
export async function exportPerson(
  { database, actor, at }: Act,
  subject: ErasureSubject,
  { how, reference }: { how?: 'command'; reference?: string },
) {
  const rowsOf = <Table extends keyof Schema>(table: Table, condition: RawBuilder<unknown>, order: string) =>
    query<Selectable<Schema[Table]>>(database)`
      select * from ${sql.table(table)} where ${condition} order by ${sql.ref(order)}`
  const requests = await rowsOf('callback_requests', isOf(subject), 'received_at')
  const newest = requests.at(-1)
  if (!newest) return undefined
  const detail = { requests: requests.length, ...(how && { how }) }
  await recordEvent(database, at, actor, 'exported', reference ?? newest.reference, detail)
  const references = sql`(select reference from callback_requests where ${isOf(subject)})`
  const isTheirs = sql`(number, person) in (select number, person from callback_requests where ${isOf(subject)})`
  const ids = sql`(select id from callbacks where ${isTheirs})`
  const callbacks = await rowsOf('callbacks', isTheirs, 'opened_at')
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
    exported_at: at.toISOString(),
    requests: requests.map((row) => ({ ...row, ...storedRequestOf(row, statuses.get(row.callback ?? '') ?? null) })),
    callbacks: callbacks.map((row) => ({
      ...row,
      claimed_by: nameOf(row.claimed_by),
      last_held_by: nameOf(row.last_held_by),
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
