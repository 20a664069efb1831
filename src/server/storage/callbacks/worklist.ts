import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { BUCKETS, type Bucket, nextMidnight } from '../../../callback-request/calling/buckets.ts'
import { OUTCOMES, type Outcome } from '../../../callback-request/calling/outcomes.ts'
import { instantOf, localDate } from '../../../callback-request/local-clock.ts'
import type { Service } from '../../../callback-request/services.ts'
import type { RequestStatus } from '../../../callback-request/statuses.ts'
import type { TimeSlot } from '../../../callback-request/time-slots.ts'
import { type Database, isPostgres } from '../database/open-database.ts'
import { pageByKey } from '../database/page-by-key.ts'
import type { CallbackRequestsTable, CallbacksTable, Schema } from '../database/schema.ts'

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

type Callbacks<Row> = SelectQueryBuilder<Schema, 'callbacks', Row>

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
    const query = this.#in(listedCallbacks(this.#database), bucket, now, options)
    const { rows, next } = await pageByKey(query, ORDER[bucket], 'asc', { after, limit })
    return { rows: rowsOf(rows, { now, viewer }), next: next && (rows.at(-1) ?? null) }
  }

  /**
   * One callback, open or settled. Undefined when there is none.
   *
   * @param id its own, or the reference of one of its requests
   * @throws StoreUnavailable
   */
  async row(id: string, now: Date, viewer: string): Promise<CallbackRow | undefined> {
    const one = listedCallbacks(this.#database).where(
      'callbacks.id',
      'in',
      sql<string>`(select ${id} union all select callback from callback_requests where reference = ${id})`,
    )
    const [row] = rowsOf(await one.execute(), { now, viewer })
    return row
  }

  /** The first callback of overdue, then due, that nobody has claimed; null when there is none. @throws StoreUnavailable */
  async next(now: Date, viewer: string): Promise<CallbackRow | null> {
    const instant = now.toISOString()
    const free = listedCallbacks(this.#database)
      .where('callbacks.settled_at', 'is', null)
      .where('callbacks.due_from', '<=', instant)
      .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', instant)]))
    const first = await pageByKey(free, BY_END, 'asc', { after: null, limit: 1 })
    return rowsOf(first.rows, { now, viewer })[0] ?? null
  }

  /** How many callbacks each bucket has; 1,000 for more. @throws StoreUnavailable */
  async counts(now: Date, filter: WorklistFilter = {}): Promise<Record<Bucket, number>> {
    const counts = await Promise.all(
      BUCKETS.map(async (bucket) => {
        const all = this.#database.selectFrom('callbacks').select('callbacks.id')
        const some = this.#in(all, bucket, now, filter).limit(MAX_COUNT)
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

  #in<Row>(
    callbacks: Callbacks<Row>,
    bucket: Bucket,
    now: Date,
    { service, language }: WorklistFilter = {},
  ): Callbacks<Row> {
    const instant = now.toISOString()
    const midnight = nextMidnight(now, this.#timeZone).toISOString()
    let open = callbacks.where('callbacks.settled_at', 'is', null)
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

type NewestRequest = Pick<CallbackRequestsTable, 'reference' | 'name' | 'phone' | 'service'> & { has_message: number }

/** Callbacks with their newest requests, as JSON, and the name of whoever is calling. */
export function listedCallbacks(database: Database): Callbacks<Listed> {
  return database
    .selectFrom('callbacks')
    .selectAll('callbacks')
    .select((eb) => {
      const newest = eb
        .selectFrom('callback_requests')
        .select(['reference', 'name', 'phone', 'service'])
        .select(sql<number>`case when coalesce(message, '') = '' then 0 else 1 end`.as('has_message'))
        .whereRef('callback', '=', 'callbacks.id')
        .orderBy('revision', 'desc')
        .limit(REFERENCES_SHOWN)
      const object = isPostgres(database)
        ? sql`json_agg(newest)`
        : sql`json_group_array(json_object('reference', reference, 'name', name, 'phone', phone,
            'service', service, 'has_message', has_message))`
      const requests = sql<Listed['requests']>`(select ${object} from ${newest} as newest)`
      const holder = eb.selectFrom('staff').select('name').whereRef('id', '=', 'callbacks.claimed_by')
      return [requests.as('requests'), holder.as('claimed_by_name')]
    })
}

type Listed = Selectable<CallbacksTable> & { requests: string | NewestRequest[] | null; claimed_by_name: string | null }

/** Callbacks as rows of a list. Leaves out those that were erased meanwhile. */
export function rowsOf(callbacks: readonly Listed[], { now, viewer }: { now: Date; viewer: string }): CallbackRow[] {
  return callbacks.flatMap(({ requests, ...callback }) => {
    const own: NewestRequest[] = (typeof requests === 'string' ? JSON.parse(requests) : requests) ?? []
    const [newest] = own
    if (!newest) return []
    const { id, slot, due_from, due_until, tries, asked, status, language, last_outcome, tried_at } = callback
    const { claimed_by, claimed_until, claimed_by_name } = callback
    const isClaimed = claimed_by !== null && claimed_until !== null && claimed_until > now.toISOString()
    const by = { id: claimed_by ?? '', name: claimed_by_name ?? '' }
    const row: CallbackRow = {
      id,
      name: newest.name,
      phone: newest.phone,
      service: newest.service,
      time_slot: slot,
      due_from,
      due_until,
      waiting_since: callback.opened_at,
      tries,
      asked,
      references: own.map(({ reference }) => reference),
      status,
      language,
      has_message: own.some(({ has_message }) => has_message === 1),
      last: last_outcome && tried_at ? { outcome: last_outcome, at: tried_at } : null,
      claim: isClaimed ? { by, until: claimed_until, mine: claimed_by === viewer } : null,
    }
    return [row]
  })
}
