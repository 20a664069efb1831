import { type Insertable, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import { type Change, foldCallback, type JoinedRequest } from '../../callback-request/calling/callback-fold.ts'
import type { CallReport, SavedCall } from '../../callback-request/calling/callback-row.ts'
import type { Effect, OpenPromise } from '../../callback-request/calling/promises.ts'
import { type CallRefusal, CLAIM_MS, type Hold, holderOf } from '../../callback-request/calling/refusals.ts'
import { comparedName } from '../../callback-request/calling/same-person.ts'
import type { Actor } from './audit.ts'
import { onOwnClock, storeNow, timedId } from './clock.ts'
import { type Database, query, read } from './database/open-database.ts'
import { insertRows } from './database/rows.ts'
import type { AttemptsTable, CallbacksTable, Schema } from './database/schema.ts'
import { campaignIn } from './stored-request.ts'
import { done, lock, type Result, refused, type Writing } from './write.ts'

export type Callback = Selectable<CallbacksTable>

/** What is only shown. */
export const WITHOUT_EFFECT = sql`('claimed', 'released', 'added', 'joined')`

/** What a callback follows from: its requests, 20 at most, and its changes, each in the order of the revisions. */
export interface History {
  requests: JoinedRequest[]
  changes: (Change & { by: string | null })[]
}

/** Callbacks, in the order of their ids. Whoever changes one holds the lock of its number. @param ids what selects them */
export function callbacksAmong(database: Database, ids: RawBuilder<unknown>): Promise<Callback[]> {
  return read(database, sql<Callback>`select * from callbacks where id in (${ids}) order by id`)
}

/**
 * Computes a callback again after its requests or changes have changed, and gives it the next revision. One that has no
 * request any more stays as it is. Needs the lock of its number.
 */
export async function foldAgain(transaction: Transaction<Schema>, id: string, known?: History): Promise<void> {
  const history = known ?? (await historyOf(transaction, id))
  if (history.requests.length === 0) return
  await transaction
    .updateTable('callbacks')
    .set((eb) => ({ ...columnsOf(history), revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Computes a callback again without what its changes decided about requests that it has lost. Needs the lock of its number. */
export async function foldWithout(transaction: Transaction<Schema>, id: string, lost: ReadonlySet<string>) {
  const { requests, changes } = await historyOf(transaction, id)
  for (const change of changes) {
    const kept = change.effects.filter(({ of }) => !lost.has(of))
    if (kept.length === change.effects.length) continue
    change.effects = kept
    await sql`update attempts set effects = ${JSON.stringify(kept)} where id = ${change.id}`.execute(transaction)
  }
  await foldAgain(transaction, id, { requests, changes })
}

/** The columns of a callback that follow from its history. */
export function columnsOf({ requests, changes }: History) {
  const { promises: _, ...folded } = foldCallback(requests, changes).callback
  const remaining = requests.filter(({ withdrawn_at }) => withdrawn_at === null)
  const shown = remaining.length > 0 ? remaining : requests
  return { ...folded, names: JSON.stringify([...new Set(shown.map(({ name }) => comparedName(name)))]) }
}

/** A callback as its requests and changes make it, and the windows around each change. Undefined without requests. */
export async function foldStored(database: Database, id: string) {
  const { requests, changes } = await historyOf(database, id)
  return requests.length === 0 ? undefined : foldCallback(requests, changes)
}

export async function historyOf(database: Database, id: string): Promise<History> {
  return (await historiesOf(database, sql`select ${id} as id`)).get(id) ?? { requests: [], changes: [] }
}

/** What callbacks follow from, by their ids: one query for the requests of all and one for their changes. */
export async function historiesOf(database: Database, ids: RawBuilder<unknown>): Promise<Map<string, History>> {
  const requests = await query<JoinedRequest & { callback: string }>(database)`
    select ${joinedColumns(database)}, callback, revision, withdrawn_at, withdrawn_revision
    from callback_requests where callback in (${ids}) order by revision`
  const changes = await query<Omit<History['changes'][number], 'effects'> & { callback: string; effects: string }>(
    database,
  )`
    select callback, id, revision, by, what, began_at, at, incoming, undone_at, effects from attempts
    where callback in (${ids}) and what not in ${WITHOUT_EFFECT} order by revision, id`
  const histories = new Map<string, History>()
  for (const { callback, ...request } of requests) {
    const history = histories.get(callback) ?? { requests: [], changes: [] }
    histories.set(callback, history)
    history.requests.push(request)
  }
  for (const { callback, effects, ...change } of changes) {
    histories.get(callback)?.changes.push({ ...change, effects: JSON.parse(effects) })
  }
  return histories
}

/** What a callback takes from the row of a request. */
export function joinedColumns(database: Database): RawBuilder<unknown> {
  return sql`reference, name, phone, case when coalesce(message, '') = '' then 0 else 1 end as has_message, service,
    language, time_slot as slot, received_at, due_from, due_until, ${campaignIn(database, 'campaign')} as campaign`
}

/** Whoever is signed in. */
export type Caller = Actor & { by: string }

export type CallResult<Value> = Result<Value, CallRefusal>

/** A change that is under way: its transaction, when it is made, its callback and by whom. */
export interface Step extends Writing {
  callback: Callback
  caller: Caller
  by: string
  /** Those of the caller, and those at the callback's number. */
  holds: readonly Hold[]
}

/** Whether somebody holds a callback. A claim ends at most 15 minutes ahead: a later end is of a wrong clock. */
export function isHeld(database: Database, now: Date): RawBuilder<boolean> {
  return sql`(claimed_until is not null and claimed_until > ${storeNow(database, now)}
    and claimed_until <= ${storeNow(database, now, CLAIM_MS)})`
}

/** Until when somebody holds a callback, on the clock of this instance; null when nobody does. */
export function heldUntil(database: Database, now: Date): RawBuilder<string | null> {
  return sql`case when ${isHeld(database, now)} then ${onOwnClock(database, now, 'claimed_until')} end`
}

/** The holds of a person, and those at a callback's number. */
export function holdsAround({ transaction, callback, caller, at }: Omit<Step, 'holds'>): Promise<Hold[]> {
  return query<Hold>(transaction)`select id as callback, number, claimed_by as by from callbacks
    where (number = ${callback.number} or claimed_by = ${caller.by}) and ${isHeld(transaction, at)}`
}

/**
 * Holds the callback from now on, and releases the others of the same person.
 * @param known when the call began: when it was claimed first; after its hold has ended, a claim begins another one
 */
export async function hold({ transaction, callback, caller, holds, at }: Step, known?: string | null): Promise<void> {
  const beginning = holderOf(callback, holds) === caller.by ? callback.call_began_at : at.toISOString()
  const began = known === undefined ? beginning : known
  await releaseAll(transaction, caller.by)
  const until = storeNow(transaction, at, CLAIM_MS)
  await sql`update callbacks set claimed_by = ${caller.by}, claimed_until = ${until}, last_held_by = ${caller.by},
    call_began_at = ${began} where id = ${callback.id}`.execute(transaction)
}

/** Ends all claims of a person, who may still say what came of the last call. */
export async function releaseAll(transaction: Transaction<Schema>, by: string): Promise<void> {
  // A call that the person is beginning at this moment comes before, or finds the session ended.
  await lock(transaction, `person ${by}`)
  await sql`update callbacks set claimed_by = null, claimed_until = null where claimed_by = ${by}`.execute(transaction)
}

/** Ends a claim. @param last_held_by who may still say what came of the call */
export async function release({ transaction, callback }: Step, last_held_by: string | null): Promise<void> {
  await sql`update callbacks set claimed_by = null, claimed_until = null, last_held_by = ${last_held_by}
    where id = ${callback.id}`.execute(transaction)
}

/** Where a change is made, and by whom; by nobody at the desk's first start. */
interface Changing extends Pick<Step, 'transaction' | 'at'> {
  callback: Pick<Callback, 'id' | 'revision'>
  caller: { by: string | null }
}

/** Writes what is done with a callback. @param more of a call its beginning and its key */
export async function writeChange(
  { transaction, callback, caller, at }: Changing,
  what: AttemptsTable['what'],
  more: Partial<Insertable<AttemptsTable>> = {},
): Promise<void> {
  const made = { id: timedId(at), callback: callback.id, revision: callback.revision + 1, by: caller.by, what }
  const row = { ...made, at: at.toISOString(), undone_at: null, effects: '[]', ...more }
  await insertRows(transaction, 'attempts', [row]).execute()
}

/**
 * Writes what is done with a callback with what it decides about the promises, and computes the callback again. Its
 * requests and changes are read once. @param call of a call, its beginning and its key. @returns its id
 */
export async function decide(
  step: Changing,
  what: Change['what'],
  effectsOf: (open: readonly OpenPromise[], id: string, requests: readonly JoinedRequest[]) => Effect[],
  call: Partial<Pick<Insertable<AttemptsTable>, 'began_at' | 'incoming' | 'idempotency_key' | 'body_hash'>> = {},
): Promise<string> {
  const { transaction, callback, caller, at } = step
  const { requests, changes } = await historyOf(transaction, callback.id)
  const id = timedId(at)
  const open = requests.length === 0 ? [] : foldCallback(requests, changes).callback.promises
  const effects = effectsOf(open, id, requests)
  await writeChange(step, what, { id, effects: JSON.stringify(effects), ...call })
  const { began_at = null, incoming = 0 } = call
  const when = { revision: callback.revision + 1, began_at, at: at.toISOString(), undone_at: null }
  const made = { id, by: caller.by, what, ...when, incoming, effects }
  await foldAgain(transaction, callback.id, { requests, changes: [...changes, made] })
  return id
}

/** @returns its id */
export async function writeNote({ transaction, callback, caller, at }: Step, text: string): Promise<string> {
  const id = timedId(at)
  const note = { id, callback: callback.id, by: caller.by, at: at.toISOString(), text }
  await insertRows(transaction, 'notes', [note]).execute()
  return id
}

/** The open callback that the person has at the number besides this one. */
export async function otherOpen({ transaction, callback }: Step): Promise<string | undefined> {
  const others = sql<{ id: string }>`select id from callbacks
    where number = ${callback.number} and person = ${callback.person} and settled_at is null and id <> ${callback.id}`
  return (await read(transaction, others))[0]?.id
}

/** Somebody at the number wants to be called again. */
export async function unblock(transaction: Transaction<Schema>, number: string): Promise<void> {
  await sql`delete from blocked_numbers where number = ${number}`.execute(transaction)
}

/** Marks the requests of a callback as spam, or no longer. */
export async function mark(
  transaction: Transaction<Schema>,
  callback: string,
  suspicion: 'marked' | null,
): Promise<void> {
  await sql`update callback_requests set suspicion = ${suspicion} where callback = ${callback}`.execute(transaction)
}

export async function earlierReport({ transaction, callback, caller }: Step, once: CallReport['once']) {
  if (!once) return undefined
  const [earlier] = await query<SavedCall & { by: string; body_hash: string }>(transaction)`
    select id, by, began_at, at, what as outcome, body_hash from attempts
    where callback = ${callback.id} and idempotency_key = ${once.key}`
  if (!earlier) return undefined
  const { by, body_hash, ...saved } = earlier
  return by === caller.by && body_hash === once.bodyHash ? done(saved) : refused('key-reused')
}
