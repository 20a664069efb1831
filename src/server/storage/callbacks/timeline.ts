import type { Selectable } from 'kysely'
import { isOutcome, type WindowChange } from '../../../callback-request/calling/callback-state.ts'
import type { Outcome } from '../../../callback-request/calling/outcomes.ts'
import type { Database } from '../database/open-database.ts'
import type { AttemptsTable, NotesTable, OutboxMessagesTable, Schema } from '../database/schema.ts'
import type { Channel, MessageStatus } from '../outbox/outbox-message.ts'
import { foldStored } from './stored-callback.ts'

/** How many of each kind are read, the newest: whoever sends a flood does not hide calls and notes with it. */
const MAX_OF_EACH = 100

/** Each request has up to three messages, and more only when they were sent again. */
const MAX_MESSAGES = 4 * MAX_OF_EACH

/** Something that happened to a callback. Instants are UTC, ISO 8601. */
export type TimelineEntry = {
  at: string
  /** The person of staff who did it; null for a visitor, and for the desk itself. */
  by: { id: string; name: string } | null
} & Happening

type Happening =
  | { kind: 'received'; reference: string }
  | { kind: 'notified'; reference: string; channel: Channel; state: DeliveryState }
  | { kind: 'overdue-mail'; state: DeliveryState }
  | { kind: 'claimed' | 'restored' | 'added' | 'reopened' | 'rescheduled' }
  | { kind: 'tried'; outcome: Outcome; in_window: boolean; undone: boolean }
  | { kind: 'requeued'; from: string; until: string }
  | { kind: 'note'; text: string }

/** What became of a message. */
type DeliveryState = Exclude<MessageStatus, 'dismissed' | 'dropped'>

/** An entry with the id of its author, and what decides between entries of the same instant. */
type Unsigned = Happening & { at: string; author: string | null; order: string }

/**
 * What happened to a callback, or to a request that has none: newest first, at most 100 of each kind.
 *
 * @param callback its id; null for a request without a callback
 * @param requests of the callback, the newest ones
 * @returns also whether nothing older was left out
 * @throws StoreUnavailable
 */
export async function timelineOf(
  database: Database,
  callback: string | null,
  requests: readonly { reference: string; received_at: string }[],
): Promise<{ timeline: TimelineEntry[]; isComplete: boolean }> {
  const history = callback === null ? [] : await historyOf(database, callback)
  const messages = await messagesOf(database, requests)
  const received = requests.map(({ reference, received_at: at }) => ({
    kind: 'received' as const,
    at,
    author: null,
    order: '',
    reference,
  }))
  const entries: Unsigned[] = [...received, ...messages.map(messageEntry), ...history.flat()]
  entries.sort((a, b) => compare(b.at, a.at) || compare(b.order, a.order))
  const names = await namesOf(database, entries)
  return {
    timeline: entries.map(({ author, order: _, ...entry }) => ({ ...entry, by: byOf(author, names) })),
    isComplete: messages.length < MAX_MESSAGES && history.every(({ length }) => length < MAX_OF_EACH),
  }
}

/** Its changes and notes. */
async function historyOf(database: Database, callback: string): Promise<Unsigned[][]> {
  const newest = <Table extends 'attempts' | 'notes'>(table: Table) =>
    database
      .selectFrom(table as 'attempts')
      .selectAll()
      .where('callback', '=', callback)
      .orderBy('at', 'desc')
      .limit(MAX_OF_EACH)
      .execute() as unknown as Promise<Selectable<Schema[Table]>[]>
  const [attempts, notes, folded] = await Promise.all([
    newest('attempts'),
    newest('notes'),
    foldStored(database, callback),
  ])
  return [attempts.flatMap((attempt) => changeEntries(attempt, folded?.windows.get(attempt.id))), notes.map(noteEntry)]
}

function messagesOf(database: Database, requests: readonly { reference: string }[]) {
  const references = requests.map(({ reference }) => reference)
  return database
    .selectFrom('outbox_messages')
    .selectAll()
    .where('reference', 'in', references)
    .where('status', '!=', 'dropped')
    .$narrowType<{ status: Exclude<MessageStatus, 'dropped'> }>()
    .orderBy('queued_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_MESSAGES)
    .execute()
}

type Message = Selectable<OutboxMessagesTable> & { status: Exclude<MessageStatus, 'dropped'> }

function messageEntry({ reference, channel, status, queued_at, settled_at }: Message) {
  const state: DeliveryState = status === 'dismissed' ? 'abandoned' : status
  const common = { at: settled_at ?? queued_at, author: null, order: '0', state }
  return String(channel) === 'overdue-mail'
    ? ({ ...common, kind: 'overdue-mail' } as const)
    : ({ ...common, kind: 'notified', reference, channel } as const)
}

/** A change, and after it the window that it chose. */
function changeEntries(attempt: Selectable<AttemptsTable>, windows: WindowChange | undefined): Unsigned[] {
  const { id, by, at, what, undone_at, inherited } = attempt
  const common = { at, author: by, order: id }
  if (what === 'before_desk') return []
  if (!isOutcome(what)) return [{ ...common, kind: what }]
  const { due_from, due_until } = inherited === 0 && windows ? windows.before : attempt
  const in_window = due_from !== null && due_until !== null && due_from <= at && at < due_until
  const tried = { ...common, kind: 'tried' as const, outcome: what, in_window, undone: undone_at !== null }
  if (!windows || inherited === 1) return [tried]
  const { due_from: from, due_until: until } = windows.after
  if (from === due_from && until === due_until) return [tried]
  return [tried, { ...common, order: `${id}+`, kind: 'requeued', from, until }]
}

function noteEntry({ id, by, at, text }: Selectable<NotesTable>): Unsigned {
  return { kind: 'note', at, author: by, order: id, text }
}

async function namesOf(database: Database, entries: readonly Unsigned[]): Promise<Map<string, string>> {
  const authors = [...new Set(entries.flatMap(({ author }) => author ?? []))]
  if (authors.length === 0) return new Map()
  const staff = await database.selectFrom('staff').select(['id', 'name']).where('id', 'in', authors).execute()
  return new Map(staff.map(({ id, name }) => [id, name]))
}

function byOf(author: string | null, names: ReadonlyMap<string, string>): TimelineEntry['by'] {
  return author === null ? null : { id: author, name: names.get(author) ?? '' }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
