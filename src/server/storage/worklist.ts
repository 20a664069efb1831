import { type RawBuilder, type Selectable, sql } from 'kysely'
import { BUCKETS, type Bucket, isTimeOfDayOf, nextMidnight, slotsAt } from '../../callback-request/calling/buckets.ts'
import {
  type CallbackRow,
  type DayOfCalls,
  type ListedCallback,
  type OwnCall,
  rowOf,
  type ShownNumber,
} from '../../callback-request/calling/callback-row.ts'
import { OUTCOMES } from '../../callback-request/calling/outcomes.ts'
import { UNDO_MS } from '../../callback-request/calling/refusals.ts'
import { instantOf, localDate } from '../../callback-request/local-clock.ts'
import type { Service } from '../../callback-request/services.ts'
import { TIME_SLOTS } from '../../callback-request/time-slots.ts'
import { ago, later } from './clock.ts'
import { type Database, query, read } from './database/open-database.ts'
import { type PageBounds, pageByKey } from './database/rows.ts'
import type { CallbacksTable } from './database/schema.ts'
import { heldUntil, isHeld, WITHOUT_EFFECT } from './stored-callback.ts'

/** A count stops here. Source: desk, section 4. */
const MAX_COUNT = 1_000

/** Source: desk, section 5. */
const MAX_CALLS = 100

const DAY_MS = 24 * 60 * 60_000

type OrderedBy = Pick<CallbacksTable, 'due_from' | 'due_until' | 'opened_at' | 'id'>

/** The place after a row, in the order of the worklist, and the instant at which this order began. */
export interface Cursor extends OrderedBy {
  ordered_at: string
  /** Of those who are overdue: 0 for whose slot is at this time of day, 1 for the others. */
  rank: string
}

const BY_END = ['due_until', 'opened_at', 'id'] as const
const BY_START = ['due_from', ...BY_END] as const

/** What can still be kept comes first. Source: desk, section 4. */
const ORDER = { due: BY_END, today: BY_START, coming: BY_START } as const

/** Of the newest request. */
interface WorklistFilter {
  service?: Service | undefined
  language?: string | undefined
}

/** Who reads a list, for `claim.mine`, and when. */
export interface Viewing {
  now: Date
  /** An account. */
  viewer: string
}

export interface PageOptions extends WorklistFilter, Viewing, PageBounds<Cursor> {}

/** The open callbacks, by when somebody is to call. Every query reads a bounded number of rows, by an index. */
export class Worklist {
  readonly #database: Database
  readonly #timeZone: string
  readonly #shownNumber: ShownNumber

  /** @param shownNumber an international number as people of the country write it */
  constructor(database: Database, timeZone: string, shownNumber: ShownNumber = (number) => number) {
    this.#database = database
    this.#timeZone = timeZone
    this.#shownNumber = shownNumber
  }

  /**
   * A page of a bucket: due in the order of `due_until`, today and coming of `due_from` and `due_until`; overdue first those
   * whose slot is at this time of day, each part in the order of `due_until`; then of receipt and id. The pages of a list
   * keep the time of day of its first one.
   */
  page(bucket: Bucket, options: PageOptions): Promise<{ rows: CallbackRow[]; next: Cursor | null }> {
    return this.#pageOf(bucket, this.#isIn(bucket, options.now, options), options)
  }

  async #pageOf(bucket: Bucket, condition: RawBuilder<unknown>, options: PageOptions) {
    if (bucket === 'overdue') return this.#overduePage(condition, options)
    const { now } = options
    const listed = listedWhere(this.#database, condition, now)
    const page = await pageByKey<Listed, keyof OrderedBy>(this.#database, listed, ORDER[bucket], 'asc', options)
    const last = page.next && page.rows.at(-1)
    const next = last ? { ...last, ordered_at: now.toISOString(), rank: '0' } : null
    return { rows: this.#rowsOf(page.rows, options), next }
  }

  /** One callback, open or settled, by its own id or the reference of one of its requests. Undefined when there is none. */
  async row(id: string, now: Date, viewer: string): Promise<CallbackRow | undefined> {
    const ids = sql<string>`(select ${id} union all select callback from callback_requests where reference = ${id})`
    return (await this.rows(sql`id in ${ids}`, { now, viewer }))[0]
  }

  async rows(condition: RawBuilder<unknown>, viewing: Viewing): Promise<CallbackRow[]> {
    return this.#rowsOf(await read(this.#database, listedWhere(this.#database, condition, viewing.now)), viewing)
  }

  #rowsOf(listed: readonly Listed[], { viewer }: Viewing): CallbackRow[] {
    return listed.map((callback) => rowOf(callback, viewer, this.#shownNumber))
  }

  /** The first callback of due, then overdue, that somebody could claim: whose number no colleague calls. Null without one. */
  async next(now: Date, viewer: string, saved = ''): Promise<CallbackRow | null> {
    const isNext = sql`id <> ${saved} and not exists (
      select 1 from callbacks as held
      where held.number = callbacks.number and held.claimed_by <> ${viewer}
        and ${isHeld(this.#database, now)})`
    for (const bucket of ['due', 'overdue'] as const) {
      const condition = sql`${this.#isIn(bucket, now, {})} and ${isNext}`
      const [next] = (await this.#pageOf(bucket, condition, { after: null, limit: 1, now, viewer })).rows
      if (next) return next
    }
    return null
  }

  /** How many callbacks each bucket has; 1,000 for more. */
  async counts(now: Date, filter: WorklistFilter = {}): Promise<Record<Bucket, number>> {
    const counts = BUCKETS.map(
      (bucket) => sql`${countOf(sql`callbacks where ${this.#isIn(bucket, now, filter)}`)} as ${sql.ref(bucket)}`,
    )
    const [row] = await read(this.#database, sql<Record<Bucket, number>>`select ${sql.join(counts)}`)
    return row as Record<Bucket, number>
  }

  /** How many requests were held back in the last 24 hours; 1,000 for more. */
  heldBack(now: Date): Promise<number> {
    return heldBackWhere(this.#database, sql`received_at > ${ago(now, DAY_MS)}`)
  }

  async doneBy(person: string | 'everybody', now: Date): Promise<DayOfCalls> {
    const count = (condition: RawBuilder<unknown>) => sql`cast(count(case when ${condition} then 1 end) as integer)`
    const by = person === 'everybody' ? sql`by in (select id from staff)` : sql`by = ${person}`
    const [done] = await query<DayOfCalls>(this.#database)`
      select ${count(sql`what in (${sql.join(OUTCOMES)})`)} as tries,
        ${count(sql`what = 'reached'`)} as reached, ${count(sql`what = 'booked'`)} as booked
      from attempts where ${by} and at >= ${this.midnightOf(now)} and undone_at is null`
    return done ?? { tries: 0, reached: 0, booked: 0 }
  }

  /** Somebody's calls of today, the newest first, at most 100; undone ones are none. */
  async callsOf(by: string, now: Date): Promise<OwnCall[]> {
    const calls = await query<Omit<OwnCall, 'undo_until'> & { is_latest: number }>(this.#database)`
      select callback, first_reference as reference, attempts.id as attempt, name, what as outcome, began_at, at, (
        select text from notes where callback = attempts.callback and by = attempts.by and at = attempts.at limit 1
      ) as note, case when exists (
        select 1 from attempts as later where later.callback = attempts.callback and later.undone_at is null
          and later.revision > attempts.revision and later.what not in ${WITHOUT_EFFECT}
      ) then 0 else 1 end as is_latest
      from attempts join callbacks on callbacks.id = callback
      where by = ${by} and at >= ${this.midnightOf(now)} and undone_at is null and what in (${sql.join(OUTCOMES)})
      order by at desc, attempts.id desc limit ${MAX_CALLS}`
    return calls.map(({ is_latest, ...call }) => {
      const undo_until = later(new Date(call.at), UNDO_MS)
      return { ...call, undo_until: is_latest === 1 && undo_until > now.toISOString() ? undo_until : null }
    })
  }

  /** The next instant at which a callback comes into another bucket; null when none will. */
  async changesAt(now: Date): Promise<string | null> {
    const at = now.toISOString()
    const midnight = nextMidnight(now, this.#timeZone).toISOString()
    const [next] = await query<Record<'starts' | 'ends' | 'coming', string | null>>(this.#database)`select
      (select min(due_from) from callbacks where settled_at is null and due_from > ${at}) as starts,
      (select min(due_until) from callbacks where settled_at is null and due_until > ${at}) as ends,
      (select min(due_from) from callbacks where settled_at is null and due_from >= ${midnight}) as coming`
    // It changes at the midnight of its own day, which may be later than the next one.
    const coming = next?.coming && this.midnightOf(new Date(next.coming))
    return [next?.starts, next?.ends, coming].filter((instant) => instant != null).sort()[0] ?? null
  }

  midnightOf(instant: Date): string {
    return instantOf({ ...localDate(instant, this.#timeZone), hour: 0 }, this.#timeZone).toISOString()
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

  /** Each slot has its rows in the order of the list: the first of each are read, and of these the first. */
  async #overduePage(condition: RawBuilder<unknown>, { after, limit, ...viewing }: PageOptions) {
    const ordered_at = after?.ordered_at ?? viewing.now.toISOString()
    const order = sql.join(BY_END.map((column) => sql.ref(column)))
    const isAfter = after ? sql`and (${order}) > (${sql.join(BY_END.map((column) => after[column]))})` : sql``
    const parts = (await this.#slotsInOrder(new Date(ordered_at))).flatMap((slots, rank) =>
      rank < Number(after?.rank ?? 0)
        ? []
        : slots.map(
            (slot) => sql`select * from (
              select ${sql.lit(rank)} as rank, due_from, ${order} from callbacks
              where ${condition} and ${slot} ${String(rank) === after?.rank ? isAfter : sql``}
              order by ${order} limit ${limit + 1}) as of_slot`,
          ),
    )
    const found = await query<OrderedBy & { rank: number }>(this.#database)`
      ${sql.join(parts, sql` union all `)} order by rank, ${order} limit ${limit + 1}`
    const shown = found.slice(0, limit)
    const rows = await this.rows(sql`id in (${sql.join(['', ...shown.map(({ id }) => id)])})`, viewing)
    const byId = new Map(rows.map((row) => [row.id, row]))
    const last = found.length > limit ? shown.at(-1) : undefined
    return {
      rows: shown.flatMap(({ id }) => byId.get(id) ?? []),
      next: last ? { ...last, ordered_at, rank: String(last.rank) } : null,
    }
  }

  /** The conditions of the slots at this time of day, then of the others. An exact time is a slot of its half hour. */
  async #slotsInOrder(now: Date): Promise<RawBuilder<unknown>[][]> {
    const isExact = sql`slot is null`
    // Few: only staff choose them.
    const exact = await query<OrderedBy>(this.#database)`select id, due_until from callbacks
      where settled_at is null and ${isExact} and due_until <= ${now.toISOString()} order by due_until limit ${MAX_COUNT}`
    const atThisTime = exact.filter(({ due_until }) => isTimeOfDayOf(due_until, now, this.#timeZone))
    const ids = sql.join(['', ...atThisTime.map(({ id }) => id)])
    const slots = slotsAt(now, this.#timeZone)
    const isSlot = (slot: string) => sql`slot = ${slot}`
    const others = TIME_SLOTS.filter((slot) => !slots.includes(slot))
    return [
      [...slots.map(isSlot), sql`${isExact} and id in (${ids})`],
      [...others.map(isSlot), sql`${isExact} and id not in (${ids})`],
    ]
  }
}

/** How many requests that fulfil a condition are held back; 1,000 for more. */
export async function heldBackWhere(database: Database, condition: RawBuilder<unknown>): Promise<number> {
  // The condition has the same text as in the index `callback_requests_held`.
  const held = countOf(sql`callback_requests
    where suspicion is not null and callback is null and withdrawn_at is null and ${condition}`)
  const [row] = await query<{ held: number }>(database)`select ${held} as held`
  return row?.held ?? 0
}

/** How many rows there are; 1,000 for more. */
function countOf(rows: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(select cast(count(*) as integer) from (select 1 from ${rows} limit ${MAX_COUNT}) as counted)`
}

type Listed = Selectable<CallbacksTable> & ListedCallback

function listedWhere(database: Database, condition: RawBuilder<unknown>, now: Date): RawBuilder<Listed> {
  return sql<Listed>`
    select *, (select name from staff where staff.id = claimed_by) as claimed_by_name,
      ${heldUntil(database, now)} as held_until, (
      select cast(count(*) as integer) from callbacks as other
      where other.number = callbacks.number and other.settled_at is null and other.id <> callbacks.id
    ) as others
    from callbacks where ${condition}`
}
