import { type RawBuilder, type Selectable, sql } from 'kysely'
import { BUCKETS, type Bucket, nextMidnight } from '../../callback-request/calling/buckets.ts'
import type { CallbackRow } from '../../callback-request/calling/callback-row.ts'
import { OUTCOMES } from '../../callback-request/calling/outcomes.ts'
import { instantOf, localDate } from '../../callback-request/local-clock.ts'
import type { Service } from '../../callback-request/services.ts'
import { type Database, isPostgres, read } from './database/open-database.ts'
import { type PageBounds, pageByKey } from './database/rows.ts'
import type { CallbackRequestsTable, CallbacksTable } from './database/schema.ts'
import { heldUntil, isHeld } from './stored-callback.ts'

/** A count stops here. Source: desk, section 4. */
const MAX_COUNT = 1_000

/** How many references a row lists. Source: desk, section 4. */
const REFERENCES_SHOWN = 20

/** The place after a row, in the order of the worklist. */
export type Cursor = Pick<CallbacksTable, 'due_from' | 'due_until' | 'opened_at' | 'id'>

const BY_END = ['due_until', 'opened_at', 'id'] as const
const BY_START = ['due_from', ...BY_END] as const

/** Whoever has to be called first comes first. Source: desk, section 4. */
const ORDER: Record<Bucket, readonly (keyof Cursor)[]> = {
  overdue: BY_END,
  due: BY_END,
  today: BY_START,
  coming: BY_START,
}

/** Of the newest request. */
interface WorklistFilter {
  service?: Service | undefined
  /** The code of a language. */
  language?: string | undefined
}

/** Who reads a list, for `claim.mine`, and when. */
interface Viewing {
  now: Date
  /** An account. */
  viewer: string
}

export interface PageOptions extends WorklistFilter, Viewing, PageBounds<Cursor> {}

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
   */
  page(bucket: Bucket, options: PageOptions): Promise<{ rows: CallbackRow[]; next: Cursor | null }> {
    return callbacksPage(this.#database, this.#isIn(bucket, options.now, options), ORDER[bucket], 'asc', options)
  }

  /**
   * One callback, open or settled. Undefined when there is none.
   *
   * @param id its own, or the reference of one of its requests
   */
  async row(id: string, now: Date, viewer: string): Promise<CallbackRow | undefined> {
    const ids = sql<string>`(select ${id} union all select callback from callback_requests where reference = ${id})`
    return (await callbackRows(this.#database, sql`id in ${ids}`, { now, viewer }))[0]
  }

  /** The first callback of overdue, then due, at whose number nobody is being called; null when there is none. */
  async next(now: Date, viewer: string): Promise<CallbackRow | null> {
    const isNext = sql`settled_at is null and due_from <= ${now.toISOString()} and not exists (
      select 1 from callbacks as held
      where held.number = callbacks.number and held.settled_at is null and ${isHeld(this.#database, now)})`
    const first = { after: null, limit: 1, now, viewer }
    return (await callbacksPage(this.#database, isNext, BY_END, 'asc', first)).rows[0] ?? null
  }

  /** How many callbacks each bucket has; 1,000 for more. */
  async counts(now: Date, filter: WorklistFilter = {}): Promise<Record<Bucket, number>> {
    const counts = BUCKETS.map((bucket) => {
      const some = sql`(select 1 from callbacks where ${this.#isIn(bucket, now, filter)} limit ${MAX_COUNT})`
      return sql`(select cast(count(*) as integer) from ${some} as counted) as ${sql.ref(bucket)}`
    })
    const [row] = await read(this.#database, sql<Record<Bucket, number>>`select ${sql.join(counts)}`)
    return row as Record<Bucket, number>
  }

  /** What a person has done today: calls, and how many of them were answered or booked. */
  async doneBy(person: string, now: Date): Promise<{ tries: number; reached: number; booked: number }> {
    const count = (condition: RawBuilder<unknown>) => sql`cast(count(case when ${condition} then 1 end) as integer)`
    const [done] = await read(
      this.#database,
      sql<Record<'tries' | 'reached' | 'booked', number>>`
        select ${count(sql`what in (${sql.join(OUTCOMES)})`)} as tries,
          ${count(sql`what = 'reached'`)} as reached, ${count(sql`what = 'booked'`)} as booked
        from attempts where by = ${person} and at >= ${this.#midnightOf(now)} and undone_at is null`,
    )
    return done ?? { tries: 0, reached: 0, booked: 0 }
  }

  /** The next instant at which a callback comes into another bucket; null when none will. */
  async changesAt(now: Date): Promise<string | null> {
    const at = now.toISOString()
    const midnight = nextMidnight(now, this.#timeZone).toISOString()
    const [next] = await read(
      this.#database,
      sql<Record<'starts' | 'ends' | 'coming', string | null>>`select
        (select min(due_from) from callbacks where settled_at is null and due_from > ${at}) as starts,
        (select min(due_until) from callbacks where settled_at is null and due_until > ${at}) as ends,
        (select min(due_from) from callbacks where settled_at is null and due_from >= ${midnight}) as coming`,
    )
    // It changes at the midnight of its own day, which may be later than the next one.
    const coming = next?.coming && this.#midnightOf(new Date(next.coming))
    return [next?.starts, next?.ends, coming].filter((instant) => instant != null).sort()[0] ?? null
  }

  #isIn(bucket: Bucket, now: Date, { service, language }: WorklistFilter): RawBuilder<unknown> {
    const at = now.toISOString()
    const midnight = nextMidnight(now, this.#timeZone).toISOString()
    const isInTime = {
      overdue: sql`due_until <= ${at}`,
      due: sql`due_until > ${at} and due_from <= ${at}`,
      today: sql`due_until > ${at} and due_from > ${at} and due_from < ${midnight}`,
      coming: sql`due_until > ${at} and due_from >= ${midnight}`,
    }[bucket]
    const hasService = service ? sql`and service = ${service}` : sql``
    const hasLanguage = language ? sql`and language = ${language}` : sql``
    return sql`settled_at is null and ${isInTime} ${hasService} ${hasLanguage}`
  }

  /** The first instant of an instant's local day. */
  #midnightOf(instant: Date): string {
    return instantOf({ ...localDate(instant, this.#timeZone), hour: 0 }, this.#timeZone).toISOString()
  }
}

type NewestRequest = Pick<CallbackRequestsTable, 'reference' | 'name' | 'phone' | 'service'> & { has_message: number }

/** As the database returns them: SQLite has no JSON of its own. */
type Listed = Selectable<CallbacksTable> & {
  requests: string | NewestRequest[] | null
  others: number
  claimed_by_name: string | null
  held_until: string | null
}

/** Callbacks that fulfil a condition, with their newest requests and the name of whoever is calling. */
function listedWhere(database: Database, condition: RawBuilder<unknown>, now: Date): RawBuilder<Listed> {
  const object = isPostgres(database)
    ? sql`json_agg(newest)`
    : sql`json_group_array(json_object('reference', reference, 'name', name, 'phone', phone,
        'service', service, 'has_message', has_message))`
  return sql<Listed>`
    select *, (select name from staff where staff.id = claimed_by) as claimed_by_name,
      ${heldUntil(database, now)} as held_until, (
      select cast(count(*) as integer) from callbacks as other
      where other.number = callbacks.number and other.settled_at is null and other.id <> callbacks.id
    ) as others, (
      select ${object} from (
        select reference, name, phone, service, case when coalesce(message, '') = '' then 0 else 1 end as has_message
        from callback_requests where callback = callbacks.id
        order by case when withdrawn_at is null then 0 else 1 end, revision desc limit ${sql.lit(REFERENCES_SHOWN)}
      ) as newest
    ) as requests
    from callbacks where ${condition}`
}

/** A page of the callbacks that fulfil a condition, as rows of a list. */
export async function callbacksPage<Key extends keyof Cursor>(
  database: Database,
  condition: RawBuilder<unknown>,
  key: readonly Key[],
  direction: 'asc' | 'desc',
  options: PageBounds<Pick<Cursor, Key>> & Viewing,
): Promise<{ rows: CallbackRow[]; next: Cursor | null }> {
  const listed = listedWhere(database, condition, options.now)
  const { rows, next } = await pageByKey<Listed, Key>(database, listed, key, direction, options)
  return { rows: rowsOf(rows, options), next: next && (rows.at(-1) ?? null) }
}

/** The callbacks that fulfil a condition, as rows of a list. */
export async function callbackRows(
  database: Database,
  condition: RawBuilder<unknown>,
  viewing: Viewing,
): Promise<CallbackRow[]> {
  return rowsOf(await read(database, listedWhere(database, condition, viewing.now)), viewing)
}

/** Leaves out those that were erased meanwhile. */
function rowsOf(callbacks: readonly Listed[], { viewer }: Viewing): CallbackRow[] {
  return callbacks.flatMap(({ requests, ...callback }): CallbackRow[] => {
    const own: NewestRequest[] = (typeof requests === 'string' ? JSON.parse(requests) : requests) ?? []
    const [newest] = own
    if (!newest) return []
    const { last_outcome: outcome, last_called_at: at, claimed_by, held_until: until } = callback
    const by = { id: claimed_by ?? '', name: callback.claimed_by_name ?? '' }
    return [
      {
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
        others: callback.others,
        references: own.map(({ reference }) => reference),
        status: callback.status,
        language: callback.language,
        has_message: own.some(({ has_message }) => has_message === 1),
        last: outcome && at ? { outcome, at } : null,
        claim: until === null ? null : { by, until, mine: claimed_by === viewer },
      },
    ]
  })
}
