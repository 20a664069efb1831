import type { Selectable, SelectQueryBuilder } from 'kysely'
import { BUCKETS, type Bucket, nextMidnight } from '../../../callback-request/calling/buckets.ts'
import { instantOf, localDate } from '../../../callback-request/local-clock.ts'
import type { Service } from '../../../callback-request/services.ts'
import type { RequestStatus } from '../../../callback-request/statuses.ts'
import type { TimeSlot } from '../../../callback-request/time-slots.ts'
import type { Database } from '../database/open-database.ts'
import type { CallbacksTable, Schema } from '../database/schema.ts'
import { onStore } from '../database/store-unavailable.ts'

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
  claim: { by: { id: string; name: string }; until: string; mine: boolean } | null
}

/** The place after a row, in the order of the worklist. */
export interface Cursor {
  due_until: string
  opened_at: string
  id: string
}

export interface WorklistPage {
  rows: CallbackRow[]
  next: Cursor | null
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
   * A page of a bucket, in the order of `due_until`, receipt and id.
   *
   * @param viewer the account that reads it, for `claim.mine`
   * @throws StoreUnavailable
   */
  async page(bucket: Bucket, { now, viewer, service, after, limit }: PageOptions): Promise<WorklistPage> {
    let query = this.#in(bucket, now, service).selectAll('callbacks')
    if (after) {
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('callbacks.due_until', 'callbacks.opened_at', 'callbacks.id'),
          '>',
          tuple(after.due_until, after.opened_at, after.id),
        ),
      )
    }
    const found = await onStore(() =>
      query
        .orderBy('due_until')
        .orderBy('opened_at')
        .orderBy('id')
        .limit(limit + 1)
        .execute(),
    )
    const callbacks = found.slice(0, limit)
    const rows = await rowsOf(this.#database, callbacks, { now, viewer })
    const last = callbacks.at(-1)
    const next =
      found.length > limit && last ? { due_until: last.due_until, opened_at: last.opened_at, id: last.id } : null
    return { rows, next }
  }

  /** One callback, open or settled. Undefined when there is none. @throws StoreUnavailable */
  async row(id: string, now: Date, viewer: string): Promise<CallbackRow | undefined> {
    const one = this.#database.selectFrom('callbacks').selectAll().where('id', '=', id)
    const [row] = await rowsOf(this.#database, await onStore(() => one.execute()), { now, viewer })
    return row
  }

  /** The first callback of overdue, then due, that nobody has claimed; null when there is none. @throws StoreUnavailable */
  async next(now: Date, viewer: string): Promise<CallbackRow | null> {
    const instant = now.toISOString()
    for (const bucket of ['overdue', 'due'] as const) {
      const first = this.#in(bucket, now, undefined)
        .selectAll('callbacks')
        .where((eb) => eb.or([eb('callbacks.claimed_until', 'is', null), eb('callbacks.claimed_until', '<=', instant)]))
        .orderBy('due_until')
        .orderBy('opened_at')
        .orderBy('id')
        .limit(1)
      const [row] = await rowsOf(this.#database, await onStore(() => first.execute()), { now, viewer })
      if (row) return row
    }
    return null
  }

  /** How many callbacks each bucket has; 1,000 for more. @throws StoreUnavailable */
  async counts(now: Date, service?: Service): Promise<Record<Bucket, number>> {
    const counts = await Promise.all(
      BUCKETS.map(async (bucket) => {
        const some = this.#in(bucket, now, service).select('callbacks.id').limit(MAX_COUNT)
        const { count } = await onStore(() =>
          this.#database
            .selectFrom(some.as('some'))
            .select((eb) => eb.fn.countAll().as('count'))
            .executeTakeFirstOrThrow(),
        )
        return [bucket, Number(count)] as const
      }),
    )
    return Object.fromEntries(counts) as Record<Bucket, number>
  }

  /** The next instant at which a callback comes into another bucket; null when none will. @throws StoreUnavailable */
  async changesAt(now: Date): Promise<string | null> {
    const instant = now.toISOString()
    const midnight = nextMidnight(now, this.#timeZone).toISOString()
    const open = this.#database.selectFrom('callbacks').where('settled_at', 'is', null)
    const { starts, ends, coming } = await onStore(() =>
      this.#database
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
        .executeTakeFirstOrThrow(),
    )
    // It changes at the midnight of its own day, which may be later than the next one.
    const dayOf = (at: string) =>
      instantOf({ ...localDate(new Date(at), this.#timeZone), hour: 0 }, this.#timeZone).toISOString()
    const candidates = [starts, ends, coming && dayOf(coming)].filter((at) => at !== null)
    return candidates.sort()[0] ?? null
  }

  #in(bucket: Bucket, now: Date, service: Service | undefined): OpenCallbacks {
    const instant = now.toISOString()
    const midnight = nextMidnight(now, this.#timeZone).toISOString()
    let open = this.#database.selectFrom('callbacks').where('settled_at', 'is', null) as OpenCallbacks
    if (service) open = open.where('callbacks.service', '=', service)
    if (bucket === 'overdue') return open.where('callbacks.due_until', '<=', instant)
    open = open.where('callbacks.due_until', '>', instant)
    if (bucket === 'due') return open.where('callbacks.due_from', '<=', instant)
    open = open.where('callbacks.due_from', '>', instant)
    return bucket === 'today'
      ? open.where('callbacks.due_from', '<', midnight)
      : open.where('callbacks.due_from', '>=', midnight)
  }
}

export interface PageOptions {
  now: Date
  viewer: string
  service?: Service | undefined
  after?: Cursor | undefined
  limit: number
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
  const names = await onStore(async () =>
    holders.length === 0
      ? []
      : database
          .selectFrom('staff')
          .select(['id', 'name'])
          .where('id', 'in', [...new Set(holders)])
          .execute(),
  )
  return callbacks.flatMap((callback) => {
    const own = requests
      .filter((request) => request.callback === callback.id)
      .sort((a, b) =>
        a.received_at === b.received_at ? compare(b.reference, a.reference) : compare(b.received_at, a.received_at),
      )
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
    .select(['callback', 'reference', 'name', 'phone', 'service', 'received_at'])
  const few = callbacks.filter(({ asked }) => asked <= REFERENCES_SHOWN).map(({ id }) => id)
  const many = callbacks.filter(({ asked }) => asked > REFERENCES_SHOWN)
  const newestOf = ({ id }: { id: string }) =>
    all.where('callback', '=', id).orderBy('received_at', 'desc').orderBy('reference', 'desc').limit(REFERENCES_SHOWN)
  const queries = [...(few.length > 0 ? [all.where('callback', 'in', few)] : []), ...many.map(newestOf)]
  // SQLite takes an order and a limit only inside a subquery.
  const [first, ...others] = queries.map((query) => database.selectFrom(query.as('newest')).selectAll())
  return onStore(async () => (first ? others.reduce((query, one) => query.unionAll(one), first).execute() : []))
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

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
