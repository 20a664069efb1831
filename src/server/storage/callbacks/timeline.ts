import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { isOutcome, type WindowChange } from '../../../callback-request/calling/callback-state.ts'
import type { DeliveryState, TimelineEntry } from '../../../callback-request/calling/person.ts'
import { type Database, read } from '../database/open-database.ts'
import type { AttemptsTable, NotesTable, OutboxMessagesTable } from '../database/schema.ts'
import type { MessageStatus } from '../outbox/outbox-message.ts'
import { foldStored } from './stored-callback.ts'

/** How many of each kind are read, the newest: whoever sends a flood does not hide calls and notes with it. */
const MAX_OF_EACH = 100

/** Each request has up to three messages, and more only when they were sent again. */
const MAX_MESSAGES = 4 * MAX_OF_EACH

/** An entry, and what decides between those of the same instant. */
type Placed = [order: string, entry: TimelineEntry]

/**
 * What happened to a callback, or to a request that has none: newest first, at most 100 of each kind.
 *
 * @param callback its id; null for a request without a callback
 * @param requests of the callback, the newest ones
 * @returns also whether nothing older was left out
 */
export async function timelineOf(
  database: Database,
  callback: string | null,
  requests: readonly { reference: string; received_at: string }[],
): Promise<{ timeline: TimelineEntry[]; isComplete: boolean }> {
  const references = sql.join(requests.map(({ reference }) => reference))
  const [messages, changes, notes, folded] = await Promise.all([
    read(
      database,
      sql<Message>`select * from outbox_messages where reference in (${references}) and status <> 'dropped'
        order by queued_at desc, id desc limit ${MAX_MESSAGES}`,
    ),
    read(database, newestOf<AttemptsTable>('attempts', callback)),
    read(database, newestOf<NotesTable>('notes', callback)),
    callback === null ? undefined : foldStored(database, callback),
  ])
  const placed: Placed[] = [
    ...requests.map(({ reference, received_at: at }): Placed => ['', { kind: 'received', at, by: null, reference }]),
    ...messages.map((message): Placed => ['0', messageEntry(message)]),
    ...changes.flatMap((change) => changeEntries(change, folded?.windows.get(change.id))),
    ...notes.map(({ id, at, author, by, text }): Placed => [id, { kind: 'note', at, by: person(by, author), text }]),
  ]
  placed.sort(([orderA, a], [orderB, b]) => compare(b.at, a.at) || compare(orderB, orderA))
  return {
    timeline: placed.map(([, entry]) => entry),
    isComplete: messages.length < MAX_MESSAGES && Math.max(changes.length, notes.length) < MAX_OF_EACH,
  }
}

type Message = Selectable<OutboxMessagesTable> & { status: Exclude<MessageStatus, 'dropped'> }

/** With the name of whoever did it, where that is known. */
type Authored<Table> = Selectable<Table> & { author: string | null }

function newestOf<Table>(table: 'attempts' | 'notes', callback: string | null) {
  const authored = sql`select ${sql.table(table)}.*, staff.name as author from ${sql.table(table)}
    left join staff on staff.id = by`
  return sql<Authored<Table>>`${authored} where callback = ${callback} order by at desc limit ${MAX_OF_EACH}`
}

function messageEntry({ reference, channel, status, queued_at, settled_at }: Message): TimelineEntry {
  const state: DeliveryState = status === 'dismissed' ? 'abandoned' : status
  const common = { at: settled_at ?? queued_at, by: null, state }
  if (channel === 'overdue-mail') return { kind: 'overdue-mail', ...common }
  return { kind: 'notified', reference, channel, ...common }
}

/** A change, and after it the window that it chose. */
function changeEntries(change: Authored<AttemptsTable>, windows: WindowChange | undefined): Placed[] {
  const { id, at, what, undone_at, inherited } = change
  const common = { at, by: person(change.by, change.author) }
  if (what === 'before_desk') return []
  if (!isOutcome(what)) return [[id, { kind: what, ...common }]]
  const { due_from, due_until } = inherited === 0 && windows ? windows.before : change
  const in_window = due_from !== null && due_until !== null && due_from <= at && at < due_until
  const tried: Placed = [id, { kind: 'tried', ...common, outcome: what, in_window, undone: undone_at !== null }]
  if (!windows || inherited === 1) return [tried]
  const { due_from: from, due_until: until } = windows.after
  if (from === due_from && until === due_until) return [tried]
  return [tried, [`${id}+`, { kind: 'requeued', ...common, from, until }]]
}

function person(id: string | null, name: string | null): TimelineEntry['by'] {
  return id === null ? null : { id, name: name ?? '' }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
