import type { Change, WindowChange } from './callback-fold.ts'
import type { Channel, MessageStatus } from './messages.ts'
import { isOutcome } from './outcomes.ts'
import type { TimelineEntry } from './person.ts'
import type { Window } from './windows.ts'

/** Something that was done with a callback: a change, or what is only shown. */
export interface RecordedChange extends Omit<Change, 'what' | 'effects'> {
  /** Begins with its time. */
  id: string
  /** Null for the first start of the desk. */
  by: string | null
  what: Change['what'] | 'claimed' | 'released' | 'added' | 'joined'
}

/** What somebody of the staff wrote about a callback. */
export interface Note {
  /** Begins with its time. */
  id: string
  by: string
  at: string
  text: string
}

/** A message about a request. Instants are null where there is none yet. */
export interface SentMessage {
  reference: string
  channel: Channel
  status: MessageStatus
  queued_at: string
  /** When it was delivered or abandoned. */
  settled_at: string | null
}

/** With the name of whoever did it, where that is known. */
export type Authored<Row> = Row & { author: string | null }

/** When a request came, and when the visitor took it back, if that has happened. */
export interface TimedRequest {
  reference: string
  received_at: string
  withdrawn_at: string | null
  /** 1 when another request replaced it. */
  is_corrected: number
}

/** An entry, and what decides between those of the same instant. */
type Placed = [order: string, entry: TimelineEntry]

/**
 * What happened to a callback, newest first.
 *
 * @param windows those before and after each change, by its id
 */
export function timelineOf({
  requests,
  messages,
  changes,
  notes,
  windows,
}: {
  requests: readonly TimedRequest[]
  messages: readonly SentMessage[]
  changes: readonly Authored<RecordedChange>[]
  notes: readonly Authored<Note>[]
  windows: ReadonlyMap<string, WindowChange>
}): TimelineEntry[] {
  const placed: Placed[] = [
    ...requests.flatMap(requestEntries),
    ...messages.flatMap(messageEntries),
    ...withoutAnswered(changes).flatMap((change) => changeEntries(change, windows.get(change.id))),
    ...notes.map(({ id, at, author, by, text }): Placed => [id, { kind: 'note', at, by: person(by, author), text }]),
  ]
  placed.sort(([orderA, a], [orderB, b]) => compare(b.at, a.at) || compare(orderB, orderA))
  return placed.map(([, entry]) => entry)
}

function requestEntries({ reference, received_at, withdrawn_at: at, is_corrected }: TimedRequest): Placed[] {
  const common = { by: null, reference }
  const received: Placed = ['', { kind: 'received', at: received_at, ...common }]
  if (at === null) return [received]
  return [received, ['1', { kind: is_corrected === 1 ? 'corrected' : 'withdrawn', at, ...common }]]
}

function messageEntries({ reference, channel, status, queued_at, settled_at }: SentMessage): Placed[] {
  if (status === 'dropped') return []
  const state = status === 'dismissed' ? 'abandoned' : status
  const common = { at: settled_at ?? queued_at, by: null, state } as const
  if (channel === 'overdue-mail') return [['0', { kind: 'overdue-mail', ...common }]]
  return [['0', { kind: 'notified', reference, channel, ...common }]]
}

/** Leaves out that somebody began to call where it is known what came of the call. */
function withoutAnswered<Made extends RecordedChange>(changes: readonly Made[]): Made[] {
  const begun = new Map<string | null, Made>()
  const answered = new Set<Made | undefined>()
  for (const change of [...changes].sort((a, b) => compare(a.id, b.id))) {
    if (change.what === 'claimed') begun.set(change.by, change)
    else if (isOutcome(change.what)) answered.add(begun.get(change.by))
  }
  return changes.filter((change) => !answered.has(change))
}

function placeIn(window: Window | undefined, began: string): 'in' | 'before' | 'after' {
  if (window === undefined || began >= window.due_until) return 'after'
  return began < window.due_from ? 'before' : 'in'
}

/** A change, and after it the window that it chose. */
function changeEntries(change: Authored<RecordedChange>, windows: WindowChange | undefined): Placed[] {
  const { id, at, what, began_at, incoming, undone_at } = change
  const common = { at, by: person(change.by, change.author) }
  if (what === 'before_desk') return []
  // A request that was held back joined this callback.
  if (what === 'joined') return [[id, { kind: 'restored', ...common }]]
  if (what === 'rescheduled' || what === 'reopened') {
    const { due_from: from = at, due_until: until = at } = windows?.after ?? {}
    return [[id, { kind: what, ...common, from, until }]]
  }
  if (!isOutcome(what)) return [[id, { kind: what, ...common }]]
  const { before, after } = windows ?? {}
  const call = { outcome: what, began_at: began_at ?? at, incoming: incoming === 1, undone: undone_at !== null }
  const tried: Placed = [id, { kind: 'tried', ...common, ...call, window: placeIn(before, call.began_at) }]
  if (!before || !after || (after.due_from === before.due_from && after.due_until === before.due_until)) return [tried]
  return [tried, [`${id}+`, { kind: 'requeued', ...common, from: after.due_from, until: after.due_until }]]
}

function person(id: string | null, name: string | null): TimelineEntry['by'] {
  return id === null ? null : { id, name: name ?? '' }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
