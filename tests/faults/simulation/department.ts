import { sql } from 'kysely'
import { foldCallback } from '../../../src/callback-request/calling/callback-fold.ts'
import type { OpenPromise } from '../../../src/callback-request/calling/promises.ts'
import { CLAIM_MS } from '../../../src/callback-request/calling/refusals.ts'
import type { ChosenWindow } from '../../../src/callback-request/calling/windows.ts'
import type { CallbackDetails } from '../../../src/callback-request/stored-request.ts'
import { TIME_SLOTS, type TimeSlot } from '../../../src/callback-request/time-slots.ts'
import { CallbackRequests } from '../../../src/server/storage/callback-requests.ts'
import { Callbacks } from '../../../src/server/storage/callbacks.ts'
import { type Database, isPostgres, openDatabase } from '../../../src/server/storage/database/open-database.ts'
import { StoreUnavailable } from '../../../src/server/storage/database/store-unavailable.ts'
import { Erasures } from '../../../src/server/storage/erasure.ts'
import { type ErasureSubject, erasureListIn } from '../../../src/server/storage/erasure-list.ts'
import { claim, leases, recordResult } from '../../../src/server/storage/outbox.ts'
import { lockNumbers } from '../../../src/server/storage/people-at-a-number.ts'
import { type CallResult, historiesOf } from '../../../src/server/storage/stored-callback.ts'
import { Worklist } from '../../../src/server/storage/worklist.ts'
import { setStoreNow } from '../../support/database/store-clock.ts'
import { DETAILS, SUBMISSION } from '../../support/samples.ts'
import type { Act, Chosen, Slot } from './acts.ts'
import { askersOf, windowChosen } from './model.ts'

/** The department calls at all hours. */
const calendar = { timeZone: 'UTC' }

const TABLES = [
  'outbox_messages',
  'callback_requests',
  'request_words',
  'attempts',
  'notes',
  'callbacks',
  'blocked_numbers',
  'erasures',
] as const

/** Names that share nothing, each written in ways of the same words. */
const NAMES = [
  'Ásha Rao',
  'Ravi Sen',
  'Meera Das',
  'Kabir Nair',
  'Leela Bose',
  'Tarun Iyer',
  'Nisha Pal',
  'Omkar Jain',
].map((name) => {
  const [first = '', last = ''] = name.split(' ')
  return [`${first} ${last}`, `${last.toUpperCase()}, ${first}`, `${first.toLowerCase()}-${last}`]
})

const NEVER = new Date('2100-01-01T00:00:00.000Z')

const nameOf = (number: number) => `simulated-${number}`

/** What an act was answered: `broken` when nobody knows whether it happened. */
export type Answered = 'ok' | 'broken' | (string & {})

/** An instance of the server: its store, and a clock that may be wrong. */
class Instance {
  /** The right time, and how far its clock is ahead of it, in ms. */
  now: Date
  aheadMs = 0
  readonly database: Database
  readonly requests: CallbackRequests
  readonly callbacks: Callbacks
  readonly erasures: Erasures
  readonly worklist: Worklist
  drawn = 0

  constructor(database: Database, location: string, name: number) {
    this.database = database
    this.now = new Date()
    this.requests = new CallbackRequests(database, {
      newReference: () => `${name}-${++this.drawn}`,
      channels: ['webhook'],
    })
    this.callbacks = new Callbacks(database, calendar, () => this.shown())
    this.erasures = erasuresIn(database, location)
    this.worklist = new Worklist(database, calendar.timeZone)
  }

  /** What its clock shows. */
  shown(): Date {
    return new Date(this.now.getTime() + this.aheadMs)
  }
}

function erasuresIn(database: Database, location: string): Erasures {
  return new Erasures(database, isPostgres(database) ? undefined : erasureListIn(location))
}

/**
 * The product's own parts, as several instances in one process, and what their store has.
 *
 * More than 300 lines: each act of the model is done here, and each part of the store is read in the model's words.
 */
export class Department {
  readonly instances: Instance[]
  /** A connection of its own, which does not crash. */
  readonly #observer: Database
  readonly #erasures: Erasures
  /** By the mails of their requests, also of those that are erased. */
  readonly #references = new Map<string, string>()
  /** Of those that are stored. */
  readonly #people = new Map<string, { number: string; person: string }>()
  /** Whose messages were sent, and how often, by their ids. */
  readonly #sent = new Map<string, { email: string; isWithdrawal: boolean; times: number }>()
  #hasCrashed = false

  private constructor(instances: Instance[], observer: Database, erasures: Erasures) {
    this.#observer = observer
    this.#erasures = erasures
    this.instances = instances
  }

  static async open(location: string, count: number): Promise<Department> {
    const numbers = Array.from({ length: count }, (_, number) => number)
    const named = (number: number) =>
      location.startsWith('postgres') ? `${location}?application_name=${nameOf(number)}` : location
    const databases = await Promise.all(numbers.map((number) => openDatabase(named(number))))
    const instances = databases.map((database, number) => new Instance(database, location, number))
    const observer = await openDatabase(location)
    return new Department(instances, observer, erasuresIn(observer, location))
  }

  async close(): Promise<void> {
    for (const { database } of this.instances) await database.destroy()
    await this.#observer.destroy()
  }

  /** Empties the store, and sets all clocks right. */
  async begin(now: number): Promise<void> {
    this.#sent.clear()
    this.#hasCrashed = false
    for (const table of TABLES) await sql`delete from ${sql.table(table)}`.execute(this.#observer)
    for (const instance of this.instances) instance.aheadMs = 0
    await this.pass(now)
  }

  /** It is now this time; the clocks that are wrong stay as wrong as they are. */
  async pass(now: number): Promise<void> {
    for (const instance of this.instances) instance.now = new Date(now)
    await setStoreNow(this.#observer, new Date(now))
  }

  /** Does something at an instance. @param mail of the request that it is about @param key as the model takes it */
  async act(instance: Instance, act: Act, mail: string, key: string): Promise<Answered> {
    try {
      return await this.#act(instance, act, mail, key)
    } catch (error) {
      // That two wait for each other is a fault.
      if (error instanceof StoreUnavailable && Object(error.cause).code !== '40P01') return 'broken'
      throw error
    }
  }

  async #act(instance: Instance, act: Act, mail: string, key: string): Promise<Answered> {
    const { requests, callbacks, erasures } = instance
    const at = instance.shown()
    const reference = this.#references.get(mail) ?? 'none'
    const caller = { by: 'who' in act ? `person-${act.who}` : '', client: null }
    switch (act.act) {
      case 'ask':
      case 'add': {
        const suspicion = act.act === 'ask' && act.isSpam ? ('links' as const) : null
        const context = { ...SUBMISSION, calendar, receivedAt: at, suspicion }
        const results = await Promise.all(
          askersOf(act, key).map(({ mail, name }) => {
            const who = act.act === 'add' ? { addedBy: caller } : { idempotencyKey: mail }
            return requests.receive(detailsOf({ ...act, name }, mail), { ...context, ...who })
          }),
        )
        return results.map((result) => (result.ok ? 'ok' : result.refusal)).find((answer) => answer !== 'ok') ?? 'ok'
      }
      case 'withdraw': {
        const by = act.by === '' ? undefined : act.by
        const result = await requests.withdraw({ form: 'appointment', key: mail, by }, at)
        return result === 'withdrawn' || result === 'done' ? 'ok' : result
      }
      case 'claim':
        return answeredBy(await callbacks.claim(reference, caller, { ...act, early: act.isEarly }))
      case 'release':
        return answeredBy(await callbacks.release(reference, caller, act.isManager))
      case 'report': {
        const { outcome, incoming } = act
        const later = outcome === 'call_later' ? chosenWindow(act.chosen, at) : undefined
        const once = { key, bodyHash: '' }
        return answeredBy(await callbacks.report(reference, caller, { outcome, incoming, later, once }))
      }
      case 'undo':
        return answeredBy(await callbacks.undo(reference, caller, await this.#attemptOf(act.attempt)))
      case 'reschedule':
        return answeredBy(await callbacks.reschedule(reference, caller, chosenWindow(act.chosen, at)))
      case 'reopen':
        return answeredBy(await callbacks.reopen(reference, caller, act.chosen && chosenWindow(act.chosen, at)))
      case 'restore':
        return answeredBy(await callbacks.restore(reference, caller))
      case 'erase':
        await erasures.erase(this.#subjectOf(mail, act.scope))
        return 'ok'
      case 'deliver':
        await this.#deliver(instance, [])
        return 'ok'
      case 'purge':
        await erasures.purge({ received: new Date(at.getTime() - act.hours * 60 * 60_000), kept: NEVER })
        return 'ok'
    }
  }

  /** Delivers the messages that are due, as the dispatcher does. */
  async #deliver(instance: Instance, expiredLeases: readonly string[]): Promise<void> {
    const { database } = instance
    const now = instance.shown()
    // What is withdrawn from now on may be on its way.
    const withdrawn = sql<{ email: string }>`select email from callback_requests where withdrawn_at is not null`
    const dropped = (await withdrawn.execute(this.#observer)).rows.map(({ email }) => email)
    for (const message of await claim(database, 'webhook', { now, expiredLeases, limit: 10 })) {
      const { email, withdrawn_at } = message.request
      const isKnown = [...this.#sent.values()].some((one) => one.email === email)
      if (dropped.includes(email) && !isKnown && !this.#hasCrashed) throw new Error(`Sent, though dropped: ${email}`)
      const times = (this.#sent.get(message.id)?.times ?? 0) + 1
      this.#sent.set(message.id, { email, isWithdrawal: withdrawn_at !== null, times })
      await recordResult(database, message, { status: 'delivered', settledAt: now }, now)
    }
  }

  #subjectOf(mail: string, scope: Extract<Act, { act: 'erase' }>['scope']): ErasureSubject {
    const person = this.#people.get(mail)
    if (!person || scope === 'request') return { reference: this.#references.get(mail) ?? 'none' }
    return scope === 'person' ? person : { numbers: [person.number] }
  }

  /** The id of what came of a call, by the key with which it was saved. */
  async #attemptOf(key: string): Promise<string> {
    const found = sql<{ id: string }>`select id from attempts where idempotency_key = ${key}`
    return (await found.execute(this.#observer)).rows[0]?.id ?? 'none'
  }

  /** Holds the locks of all numbers. @returns a function that ends it */
  async lock(): Promise<() => Promise<void>> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const locking = this.#observer.transaction().execute(async (transaction) => {
      await lockNumbers(transaction, sql`(values ('0000000000'), ('0000000001')) as held (number)`)
      held.resolve()
      await promise
    })
    await held.promise
    return () => {
      resolve()
      return locking
    }
  }

  /**
   * Delivers what still waits, and erases everything.
   *
   * @throws when something is left of somebody, or a message was not sent, or twice although no instance has crashed
   */
  async end(): Promise<void> {
    const [first] = this.instances as [Instance]
    // A clock that was ahead may have put them off, by a day at most.
    await this.pass(first.now.getTime() + 2 * 24 * 60 * 60_000)
    for (let sent = -1; sent < this.#sent.size; ) {
      sent = this.#sent.size
      await this.#deliver(first, await leases(first.database, 'webhook'))
    }
    const asked = await this.#observer
      .selectFrom('callback_requests')
      .selectAll()
      .where('form', '=', 'appointment')
      .execute()
    // Who was told of what is withdrawn now, is told of that, too.
    const wrongly = asked.filter(({ email, withdrawn_at }) => {
      const its = [...this.#sent.values()].filter((one) => one.email === email)
      if (withdrawn_at === null) return its.length === 0
      return its.length > 0 && !its.some(({ isWithdrawal }) => isWithdrawal) && !this.#hasCrashed
    })
    const twice = this.#hasCrashed ? [] : [...this.#sent.values()].filter(({ times }) => times > 1)
    if (wrongly.length + twice.length > 0) throw new Error(`Not sent: ${wrongly.length}, sent twice: ${twice.length}`)
    await this.#erasures.purge({ received: NEVER, kept: NEVER })
    const left = await this.#leftRows()
    if (left.length > 0) throw new Error(`Not erased: ${left.join(', ')}`)
  }

  /** Ends all connections of an instance, as a crash does. It opens others when it needs them. */
  async crash(instance: Instance): Promise<void> {
    this.#hasCrashed = true
    const its = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = ${nameOf(this.instances.indexOf(instance))}`
    await its.execute(this.#observer)
    // Its next act uses new ones.
    for (let isBroken = true; isBroken; ) {
      const ping = sql`select 1`.execute(instance.database)
      isBroken = await ping.then(
        () => false,
        () => true,
      )
    }
  }

  /** The mails of the callback that somebody who holds nobody is to call next. */
  async nextOf(instance: Instance): Promise<string[]> {
    const next = await instance.worklist.next(instance.shown(), 'person-9')
    return next ? [...this.#references].flatMap(([mail, one]) => (next.references.includes(one) ? [mail] : [])) : []
  }

  /** What the store has, in the words of the model. */
  async seen(now: number): Promise<Seen> {
    const database = this.#observer
    const requests = await database.selectFrom('callback_requests').selectAll().execute()
    this.#people.clear()
    const mails = new Map(requests.map(({ reference, email }) => [reference, email]))
    for (const { reference, email, number, person } of requests) {
      this.#references.set(email, reference)
      this.#people.set(email, { number, person })
    }
    const rows = await database.selectFrom('callbacks').selectAll().execute()
    const histories = await historiesOf(database, sql`select id from callbacks`)
    const callbacks = rows.flatMap((row): SeenCallback[] => {
      const history = histories.get(row.id)
      // A restored request may have left it.
      if (!history) return []
      const isChange = (of: string) => history.changes.some(({ id }) => id === of)
      const { promises, ...columns } = foldCallback(history.requests, history.changes).callback
      const differing = Object.entries(columns).filter(([column, value]) => row[column as keyof typeof row] !== value)
      return [
        {
          requests: history.requests.map(({ reference }) => mails.get(reference) ?? ''),
          // The columns are what the fold says.
          status: differing.length === 0 ? row.status : JSON.stringify(differing),
          tries: row.tries,
          promises: promises.map((one) => promised(one, mails)).sort(),
          holder: isHeld(row.claimed_until, now) ? row.claimed_by : null,
          keepsErased: history.changes.some(({ effects }) => effects.some(({ of }) => !mails.has(of) && !isChange(of))),
        },
      ]
    })
    const blocked = await database.selectFrom('blocked_numbers').select('number').execute()
    const held = requests.filter(({ callback }) => callback === null).map(({ email }) => email)
    return {
      held: held.sort(),
      people: peopleAmong(requests.map(({ email, person }) => ({ mail: email, person }))),
      blocked: blocked.map(({ number }) => number).sort(),
      callbacks: inOrder(callbacks),
    }
  }

  async #leftRows(): Promise<string[]> {
    const left: string[] = []
    for (const table of TABLES.filter((one) => one !== 'erasures')) {
      const { rows } = await sql`select * from ${sql.table(table)}`.execute(this.#observer)
      if (rows.length > 0) left.push(`${table}: ${rows.length}`)
    }
    return left
  }
}

export interface SeenCallback {
  /** In the order in which they joined. */
  requests: string[]
  status: string
  tries: number
  promises: string[]
  holder: string | null
  /** Whether something of erased requests is left. */
  keepsErased: boolean
}

/** In the order of the mails that joined them first. */
export function inOrder(callbacks: readonly SeenCallback[]): SeenCallback[] {
  const first = ({ requests }: SeenCallback) => requests[0] ?? ''
  return callbacks.toSorted((a, b) => (first(a) < first(b) ? -1 : 1))
}

/** Requests, each with the first one of the same person, in order. */
export function peopleAmong(requests: readonly { mail: string; person: string }[]): string[] {
  const inOrder = requests.toSorted((a, b) => (a.mail < b.mail ? -1 : 1))
  return inOrder.map((one) => `${one.mail} as ${inOrder.find(({ person }) => person === one.person)?.mail}`)
}

/** What is not in a callback, and the callbacks, in order. */
export interface Seen {
  held: string[]
  /** Whose each request is, by the first request of the same person. */
  people: string[]
  /** The numbers that asked not to be called, for each callback that said so. */
  blocked: string[]
  callbacks: SeenCallback[]
}

function promised(
  { of, due_from, due_until, paused_until, tried }: OpenPromise,
  mails: ReadonlyMap<string, string>,
): string {
  const pause = paused_until === null || paused_until <= due_from ? '' : ` paused until ${paused_until}`
  return `${mails.get(of) ?? 'chosen'} ${due_from}-${due_until}${pause} tried ${tried.length}`
}

function isHeld(until: string | null, now: number): boolean {
  const left = until === null ? 0 : Date.parse(until) - now
  return left > 0 && left <= CLAIM_MS
}

function answeredBy(result: CallResult<unknown>): Answered {
  return result.ok ? 'ok' : result.refusal
}

function timeSlotOf(slot: Slot): TimeSlot {
  return slot === null ? 'Anytime' : (TIME_SLOTS[slot / 2 + 1] as TimeSlot)
}

function detailsOf({ act, number, name, slot }: Extract<Act, { act: 'ask' | 'add' }>, email: string): CallbackDetails {
  const typed = {
    name: NAMES[name]?.[Number(slot) % 3] ?? '',
    phone: `000000000${number}`,
    email,
    timeSlot: timeSlotOf(slot),
  }
  return { ...DETAILS, ...typed, form: act === 'add' ? 'desk' : 'appointment' } as CallbackDetails
}

function chosenWindow(chosen: Chosen, at: Date): ChosenWindow {
  const { slot, isExact, from, until } = windowChosen(chosen, at.getTime())
  const window = { due_from: new Date(from).toISOString(), due_until: new Date(until).toISOString() }
  return { slot: isExact ? null : timeSlotOf(slot), ...window }
}
