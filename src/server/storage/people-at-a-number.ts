import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { JoinedRequest } from '../../callback-request/calling/callback-fold.ts'
import { hasRoom, isTooMany, placeAt } from '../../callback-request/calling/same-person.ts'
import type { Window } from '../../callback-request/calling/windows.ts'
import type { Suspicion } from '../../callback-request/spam-signals.ts'
import { timedId } from './clock.ts'
import { isPostgres, query, read } from './database/open-database.ts'
import { insertRows, rowsInParameter } from './database/rows.ts'
import type { Schema } from './database/schema.ts'
import { type Callback, columnsOf, type History, historiesOf } from './stored-callback.ts'

/** By the names of so many settled callbacks somebody is known again. Source: desk, section 3. */
const KNOWN_AGAIN = 20

export interface NewRequest extends Omit<JoinedRequest, 'revision' | 'withdrawn_at' | 'withdrawn_revision'> {
  number: string
  /** A suspected request waits for staff to restore it, in no callback. */
  suspicion: Suspicion | null
  /** Whether staff add it: the person is there, and wants to be called. */
  isAdded: boolean
}

/** What a request's own row says of its place. Without a callback it is held back. */
export type Place = { person: string; suspicion: Suspicion | null } & (
  | ({ callback: string; revision: number } & Window)
  | { callback: null; revision: null; due_from: null; due_until: null }
)

type Waiting = Callback & { history: History }

/**
 * Decides whose each request is, and joins it to the waiting callback of this person or opens one. What comes beyond the
 * bounds of a number is held back. Needs the locks of their numbers. @returns in the order of the requests
 */
export async function placeRequests(transaction: Transaction<Schema>, requests: readonly NewRequest[]) {
  const numbers = [...new Set(requests.map(({ number }) => number))]
  const waiting = await waitingAt(transaction, numbers)
  const settled = await settledAt(transaction, numbers)
  const blocked = await blockedAmong(transaction, numbers)
  const changed = new Set<Waiting>()
  const places = requests.map((request): Place => {
    const there = waiting.filter(({ number }) => number === request.number)
    const isBlocked = blocked.has(request.number)
    const at = { waiting: there.map(knownOf), settled: settled.get(request.number) ?? [], isBlocked }
    const { callback, suspicion, person = timedId(new Date(request.received_at)) } = placeAt(request, at)
    if (suspicion !== null) {
      return { person, suspicion, callback: null, revision: null, due_from: null, due_until: null }
    }
    if (request.isAdded) blocked.delete(request.number)
    const own = there.find(({ id }) => id === callback)
    const joined = joinedBy(request, person, own)
    if (own) Object.assign(own, joined)
    else waiting.push(joined)
    changed.add(own ?? joined)
    return placeIn(joined, request)
  })
  await writeCallbacks(transaction, [...changed])
  return places
}

/** Whether more would wait at a number than may, with a settled callback open again with all its requests. */
export async function isFull(transaction: Transaction<Schema>, { id, number }: Callback): Promise<boolean> {
  const [waits] = await query<{ requests: number; people: number }>(transaction)`
    select cast(count(*) as integer) as requests, cast(count(distinct callback) as integer) as people
    from callback_requests where callback in (
      select id from callbacks where number = ${number} and settled_at is null or id = ${id})`
  return waits !== undefined && isTooMany(waits.requests, waits.people)
}

/** Joins a restored request to its person's waiting callback, or opens one, if there is room. Needs the number's lock. */
export async function joinPerson(transaction: Transaction<Schema>, request: NewRequest & { person: string }) {
  const waiting = await waitingAt(transaction, [request.number])
  const own = waiting.find(({ person }) => person === request.person)
  if (!hasRoom(waiting.map(knownOf), own)) return undefined
  const joined = joinedBy(request, request.person, own)
  await writeCallbacks(transaction, [joined])
  return placeIn(joined, request)
}

function placeIn({ id: callback, person, revision }: Waiting, { due_from, due_until }: Window) {
  return { person, suspicion: null, callback, revision, due_from, due_until }
}

/**
 * Waits until no other transaction uses the numbers of some rows. All lock in the same order, so that there is no deadlock.
 * @param rows a table with a condition
 */
export async function lockNumbers(transaction: Transaction<Schema>, rows: RawBuilder<unknown>): Promise<void> {
  if (!isPostgres(transaction)) return
  const numbers = await read(transaction, sql<{ number: string }>`select distinct number from ${rows}`)
  const sorted = JSON.stringify(numbers.map(({ number }) => number).sort())
  await sql`select pg_advisory_xact_lock(hashtextextended('number ' || number, 0))
    from json_array_elements_text(${sorted}::json) as number`.execute(transaction)
}

/** Locks those of some numbers that no other transaction uses, and waits for none. @returns them */
export async function lockFreeNumbers(transaction: Transaction<Schema>, numbers: readonly string[]) {
  if (!isPostgres(transaction)) return new Set(numbers)
  const free = sql<{ number: string }>`select number from json_array_elements_text(${JSON.stringify(numbers)}::json)
    as number where pg_try_advisory_xact_lock(hashtextextended('number ' || number, 0))`
  return new Set((await read(transaction, free)).map(({ number }) => number))
}

async function waitingAt(transaction: Transaction<Schema>, numbers: readonly string[]): Promise<Waiting[]> {
  const open = sql`callbacks where settled_at is null and number in ${numbersIn(transaction, numbers)}`
  const rows = await read(transaction, sql<Callback>`select * from ${open} order by id`)
  const histories = rows.length === 0 ? new Map() : await historiesOf(transaction, sql`select id from ${open}`)
  return rows.map((row) => ({ ...row, history: histories.get(row.id) ?? { requests: [], changes: [] } }))
}

async function blockedAmong(transaction: Transaction<Schema>, numbers: readonly string[]): Promise<Set<string>> {
  const blocked = await query<{ number: string }>(transaction)`
    select number from blocked_numbers where number in ${numbersIn(transaction, numbers)}`
  return new Set(blocked.map(({ number }) => number))
}

async function settledAt(transaction: Transaction<Schema>, numbers: readonly string[]) {
  const rows = await query<Pick<Callback, 'number' | 'person' | 'names'>>(transaction)`
    select number, person, names from (
      select number, person, names, row_number() over (partition by number order by opened_at desc, id desc) as place
      from callbacks where settled_at is not null and number in ${numbersIn(transaction, numbers)}
    ) as settled where place <= ${sql.lit(KNOWN_AGAIN)}`
  return Map.groupBy(rows.map(namesIn), ({ number }) => number)
}

/** Some numbers as one parameter, to compare with. */
export function numbersIn(transaction: Transaction<Schema>, numbers: readonly string[]) {
  const rows = numbers.map((number) => ({ number }))
  return sql`(select number from ${rowsInParameter(transaction, 'callbacks', ['number'], rows)} as wanted)`
}

function namesIn<Row extends { names: string }>(row: Row) {
  return { ...row, names: JSON.parse(row.names) as string[] }
}

function knownOf({ id, person, names, history }: Waiting) {
  return { ...namesIn({ id, person, names }), requests: history.requests.length }
}

/** A callback with one more request. @param own the one that it joins; otherwise it opens another one */
function joinedBy(request: NewRequest, person: string, own: Waiting | undefined): Waiting {
  const revision = (own?.revision ?? 0) + 1
  const joined = { ...request, revision, withdrawn_at: null, withdrawn_revision: null }
  const history = { changes: own?.history.changes ?? [], requests: [...(own?.history.requests ?? []), joined] }
  const nobody = { claimed_by: null, claimed_until: null, last_held_by: null, call_began_at: null, mailed_until: null }
  const opened = { id: timedId(new Date(request.received_at)), number: request.number, person, ...nobody }
  return { ...(own ?? opened), ...columnsOf(history), revision, history }
}

async function writeCallbacks(transaction: Transaction<Schema>, callbacks: readonly Waiting[]): Promise<void> {
  const [first] = callbacks
  if (!first) return
  const rows = callbacks.map(({ history: _, ...row }) => row)
  const changing = ['revision', ...Object.keys(columnsOf(first.history))]
  await insertRows(transaction, 'callbacks', rows)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(Object.fromEntries(changing.map((column) => [column, sql.raw(`excluded.${column}`)]))),
    )
    .execute()
}
