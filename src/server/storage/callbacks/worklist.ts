import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { BUCKETS, type Bucket, nextMidnight } from '../../../callback-request/calling/buckets.ts'
import { OUTCOMES, type Outcome } from '../../../callback-request/calling/outcomes.ts'
import { instantOf, localDate } from '../../../callback-request/local-clock.ts'
import type { Service } from '../../../callback-request/services.ts'
import type { RequestStatus } from '../../../callback-request/statuses.ts'
import type { TimeSlot } from '../../../callback-request/time-slots.ts'
import type { Database } from '../database/open-database.ts'
import { pageByKey } from '../database/page-by-key.ts'
import type { CallbacksTable, Schema } from '../database/schema.ts'

/** A count stops here. Source: desk, section 4. */
const MAX_COUNT = 1_000

/** How many references a row lists. Source: desk, section 4. */
const REFERENCES_SHOWN = 20

/** A callback as lists show it. Instants are UTC, ISO 8601. */
export interface CallbackRow {
  id: string
  /** Name, number and service of the newest request. */
  name: string
  phone: string
  service: Service | null
  time_slot: TimeSlot
  due_from: string
  due_until: string
  /** The receipt of the oldest request. */
  waiting_since: string
  tries: number
  asked: number
  /** The newest 20. */
  references: string[]
  status: RequestStatus
  /** The code of the newest request's language; null where that is not known. */
  language: string | null
  /** Whether one of the newest 20 requests has a message. */
  has_message: boolean
  /** The latest call. */
  last: { outcome: Outcome; at: string } | null
  claim: { by: { id: string; name: string }; until: string; mine: boolean } | null
}

/** The place after a row, in the order of the worklist. */
export interface Cursor {
  due_from: string
  due_until: string
  opened_at: string
  id: string
}

export interface WorklistPage {
  rows: CallbackRow[]
  next: Cursor | null
}

const BY_END = ['due_until', 'opened_at', 'id'] as const
const BY_START = ['due_from', ...BY_END] as const

/** Whoever has to be called first comes first. Source: desk, section 4. */
const ORDER: Record<Bucket, readonly (keyof Cursor)[]> = {
  overdue: BY_END,
  due: BY_END,
  today: BY_START,
  coming: BY_START,
}

type OpenCallbacks = SelectQueryBuilder<Schema, 'callbacks', object>

/** The open callbacks, by when somebody is to call. Every query reads a bounded number of rows, by an index. */
export class Worklist {
  readonly #database: Database
  readonly #timeZone: string

  constructor(database: Database, timeZone: string) {
    this.#database = database
    this.#timeZone = timeZone
  }

  /**
   * A page of a bucket: overdue and due in the order of `due_until`, today and coming of `due_from` and `due_until`; then
   * of receipt and id.
   *
   * @param viewer the account that reads it, for `claim.mine`
   * @throws StoreUnavailable
   */
  async page(bucket: Bucket, options: PageOptions): Promise<WorklistPage> {
    const { now, viewer, after, limit } = options
    const query = this.#in(bucket, now, options).selectAll('callbacks')
    const { rows, next } = await pageByKey(query, ORDER[bucket], 'asc', { after, limit })
    const last = rows.at(-1)
    return { rows: await rowsOf(this.#database, rows, { now, viewer }), next: next && last ? cursorOf(last) : null }
  }

  /**
   * One callback, open or settled. Undefined when there is none.
   *
   * @param id its own, or the reference of one of its requests
   * @throws StoreUnavailable
   */
  async row(id: string, now: Date, viewer: string): Promise<CallbackRow | undefined> {
    const one = this.#database
      .selectFrom('callbacks')
      .selectAll()
      .where(
        'id',
        'in',
        sql<string>`(select ${id} union all select callback from callback_requests where reference = ${id})`,
      )
    const [row] = await rowsOf(this.#database, await one.execute(), { now, viewer })
    return row
  }

  /** The first callback of overdue, then due, that nobody has claimed; null when there is none. @throws StoreUnavailable */
  async next(now: Date, viewer: string): Promise<CallbackRow | null> {
    for (const bucket of ['overdue', 'due'] as const) {
      const free = this.#in(bucket, now).where((eb) =>
        eb.or([eb('callbacks.claimed_until', 'is', null), eb('callbacks.claimed_until', '<=', now.toISOString())]),
      )
      const first = await pageByKey(free.selectAll('callbacks'), BY_END, 'asc', { after: null, limit: 1 })
      const [row] = await rowsOf(this.#database, first.rows, { now, viewer })
      if (row) return row
    }
    return null
  }

  /** How many callbacks each bucket has; 1,000 for more. @throws StoreUnavailable */
  async counts(now: Date, filter: WorklistFilter = {}): Promise<Record<Bucket, number>> {
    const counts = await Promise.all(
      BUCKETS.map(async (bucket) => {
        const some = this.#in(bucket, now, filter).select('callbacks.id').limit(MAX_COUNT)
        const { count } = await this.#database
          .selectFrom(some.as('some'))
          .select((eb) => eb.fn.countAll().as('count'))
          .executeTakeFirstOrThrow()
        return [bucket, Number(count)] as const
      }),
    )
    return Object.fromEntries(counts) as Record<Bucket, number>
  }

  /** What a person has done today: calls, and how many of them were answered or booked. @throws StoreUnavailable */
  async doneBy(person: string, now: Date): Promise<{ tries: number; reached: number; booked: number }> {
    const today = instantOf({ ...localDate(now, this.#timeZone), hour: 0 }, this.#timeZone).toISOString()
    const rows = await this.#database
      .selectFrom('attempts')
      .select(['what', (eb) => eb.fn.countAll().as('calls')])
      .where('by', '=', person)
      .where('at', '>=', today)
      .where('undone_at', 'is', null)
      .where('what', 'in', OUTCOMES)
      .groupBy('what')
      .execute()
    const of = (outcome: Outcome) => Number(rows.find(({ what }) => what === outcome)?.calls ?? 0)
    return { tries: OUTCOMES.reduce((sum, one) => sum + of(one), 0), reached: of('reached'), booked: of('booked') }
  }

  /** The next instant at which a callback comes into another bucket; null when none will. @throws StoreUnavailable */
  async changesAt(now: Date): Promise<string | null> {
    const instant = now.toISOString()
    const midnight = nextMidnight(now, this.#timeZone).toISOString()
    const open = this.#database.selectFrom('callbacks').where('settled_at', 'is', null)
    const { starts, ends, coming } = await this.#database
      .selectNoFrom([
        open
          .where('due_from', '>', instant)
          .select((eb) => eb.fn.min('due_from').as('at'))
          .as('starts'),
        open
          .where('due_until', '>', instant)
          .select((eb) => eb.fn.min('due_until').as('at'))
          .as('ends'),
        open
          .where('due_from', '>=', midnight)
          .select((eb) => eb.fn.min('due_from').as('at'))
          .as('coming'),
      ])
      .executeTakeFirstOrThrow()
    // It changes at the midnight of its own day, which may be later than the next one.
    const dayOf = (at: string) =>
      instantOf({ ...localDate(new Date(at), this.#timeZone), hour: 0 }, this.#timeZone).toISOString()
    const candidates = [starts, ends, coming && dayOf(coming)].filter((at) => at !== null)
    return candidates.sort()[0] ?? null
  }

  #in(bucket: Bucket, now: Date, { service, language }: WorklistFilter = {}): OpenCallbacks {
    const instant = now.toISOString()
    const midnight = nextMidnight(now, this.#timeZone).toISOString()
    let open = this.#database.selectFrom('callbacks').where('settled_at', 'is', null) as OpenCallbacks
    if (service) open = open.where('callbacks.service', '=', service)
    if (language) open = open.where('callbacks.language', '=', language)
    if (bucket === 'overdue') return open.where('callbacks.due_until', '<=', instant)
    open = open.where('callbacks.due_until', '>', instant)
    if (bucket === 'due') return open.where('callbacks.due_from', '<=', instant)
    open = open.where('callbacks.due_from', '>', instant)
    return bucket === 'today'
      ? open.where('callbacks.due_from', '<', midnight)
      : open.where('callbacks.due_from', '>=', midnight)
  }
}

/** Of the newest request. */
export interface WorklistFilter {
  service?: Service | undefined
  /** The code of a language. */
  language?: string | undefined
}

export interface PageOptions extends WorklistFilter {
  now: Date
  viewer: string
  after?: Cursor | undefined
  limit: number
}

function cursorOf({ due_from, due_until, opened_at, id }: Cursor): Cursor {
  return { due_from, due_until, opened_at, id }
}

/** Adds to callbacks what their requests and claims say. Leaves out those that were erased meanwhile. @throws StoreUnavailable */
export async function rowsOf(
  database: Database,
  callbacks: readonly Selectable<CallbacksTable>[],
  { now, viewer }: { now: Date; viewer: string },
): Promise<CallbackRow[]> {
  if (callbacks.length === 0) return []
  const requests = await newestRequestsOf(database, callbacks)
  const holders = callbacks.flatMap(({ claimed_by }) => claimed_by ?? [])
  const names = await (holders.length === 0
    ? []
    : database
        .selectFrom('staff')
        .select(['id', 'name'])
        .where('id', 'in', [...new Set(holders)])
        .execute())
  return callbacks.flatMap((callback) => {
    const own = requests
      .filter((request) => request.callback === callback.id)
      .sort((a, b) => Number(b.revision) - Number(a.revision))
    const newest = own[0]
    if (!newest) return []
    const row: CallbackRow = {
      id: callback.id,
      name: newest.name,
      phone: newest.phone,
      service: newest.service,
      time_slot: callback.slot,
      due_from: callback.due_from,
      due_until: callback.due_until,
      waiting_since: callback.opened_at,
      tries: callback.tries,
      asked: callback.asked,
      references: own.slice(0, REFERENCES_SHOWN).map(({ reference }) => reference),
      status: callback.status,
      language: callback.language,
      has_message: own.some(({ has_message }) => Number(has_message) === 1),
      last:
        callback.last_outcome === null || callback.tried_at === null
          ? null
          : { outcome: callback.last_outcome, at: callback.tried_at },
      claim: claimOf(callback, names, { now, viewer }),
    }
    return [row]
  })
}

/**
 * The newest requests of callbacks, at most 20 of each. Those that have no more are read together: a query for each
 * takes the database longer to plan than to read.
 */
function newestRequestsOf(database: Database, callbacks: readonly Selectable<CallbacksTable>[]) {
  const all = database
    .selectFrom('callback_requests')
    .select(['callback', 'revision', 'reference', 'name', 'phone', 'service'])
    .select(sql<number>`case when coalesce(message, '') = '' then 0 else 1 end`.as('has_message'))
  const few = callbacks.filter(({ asked }) => asked <= REFERENCES_SHOWN).map(({ id }) => id)
  const many = callbacks.filter(({ asked }) => asked > REFERENCES_SHOWN)
  const newestOf = ({ id }: { id: string }) =>
    all.where('callback', '=', id).orderBy('revision', 'desc').limit(REFERENCES_SHOWN)
  const queries = [...(few.length > 0 ? [all.where('callback', 'in', few)] : []), ...many.map(newestOf)]
  // SQLite takes an order and a limit only inside a subquery.
  const [first, ...others] = queries.map((query) => database.selectFrom(query.as('newest')).selectAll())
  return first ? others.reduce((query, one) => query.unionAll(one), first).execute() : []
}

function claimOf(
  { claimed_by, claimed_until }: Selectable<CallbacksTable>,
  names: readonly { id: string; name: string }[],
  { now, viewer }: { now: Date; viewer: string },
): CallbackRow['claim'] {
  if (claimed_by === null || claimed_until === null || claimed_until <= now.toISOString()) return null
  const name = names.find(({ id }) => id === claimed_by)?.name ?? ''
  return { by: { id: claimed_by, name }, until: claimed_until, mine: claimed_by === viewer }
}
