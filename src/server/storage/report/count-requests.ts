import { setImmediate } from 'node:timers/promises'
import { type SqlBool, sql } from 'kysely'
import { endOfLocalDay, startOfLocalDay } from '../../../callback-request/local-clock.ts'
import type { StoredRequest } from '../../../callback-request/stored-request.ts'
import type { Database } from '../database/open-database.ts'
import { onStore } from '../database/store-unavailable.ts'

/** How many requests one query counts, in an index: less than 1 ms. */
const COUNTED_AT_ONCE = 5_000

export interface LocalDays {
  /** Local days such as `2026-11-22`, both included. */
  from: string
  to: string
  timeZone: string
}

/** Unsuspected requests by their local day of receipt, and the number of suspected ones without a callback. */
export async function countRequests(database: Database, { from, to, timeZone }: LocalDays) {
  const perDay: { day: string; requests: number }[] = []
  let suspected = 0
  for (let day = from; day <= to; day = nextDay(day)) {
    const start = startOfLocalDay(day, timeZone)?.toISOString() ?? ''
    const end = endOfLocalDay(day, timeZone)?.toISOString() ?? ''
    let requests = 0
    for (let after: Place | undefined = { received_at: start, reference: '' }; after; ) {
      let counts = await countUntil(database, after, end)
      let last: Place | undefined
      if (counts.all === COUNTED_AT_ONCE) {
        last = await lastCounted(database, after, end)
        counts = await countIn(database, after, last, end)
      }
      requests += counts.all - counts.suspected
      suspected += counts.without_callback
      after = last
      await setImmediate()
    }
    perDay.push({ day, requests })
  }
  return { perDay, suspected }
}

/** The place of a request in the order of receipt. */
type Place = Pick<StoredRequest, 'received_at' | 'reference'>

/** Most days need only this: it stops at as many as one query counts, and then says nothing of the suspected ones. */
function countUntil(database: Database, after: Place, end: string) {
  const requests = requestsBetween(database, after, undefined, end)
  const all = requests.select('received_at').limit(COUNTED_AT_ONCE).as('all')
  const suspected = requests.where(IS_SUSPECTED).select('callback').limit(COUNTED_AT_ONCE).as('suspected')
  return onStore(() =>
    database
      .selectFrom([
        database.selectFrom(all).select(COUNT.as('all')).as('counted'),
        database
          .selectFrom(suspected)
          .select([
            COUNT.as('suspected'),
            sql<number>`cast(count(*) - count(callback) as integer)`.as('without_callback'),
          ])
          .as('counted_suspected'),
      ])
      .selectAll()
      .executeTakeFirstOrThrow(),
  )
}

const COUNT = sql<number>`cast(count(*) as integer)`

/** The last request that one query counts; undefined when it counts all up to the end. */
function lastCounted(database: Database, after: Place, end: string): Promise<Place | undefined> {
  return onStore(() =>
    requestsBetween(database, after, undefined, end)
      .select(['received_at', 'reference'])
      .orderBy('received_at')
      .orderBy('reference')
      .limit(1)
      .offset(COUNTED_AT_ONCE - 1)
      .executeTakeFirst(),
  )
}

/** One statement, so that no request changes in between. All but the few suspected ones are counted in an index alone. */
function countIn(database: Database, after: Place, last: Place | undefined, end: string) {
  const requests = requestsBetween(database, after, last, end)
  const suspected = requests.where(IS_SUSPECTED)
  return onStore(() =>
    requests
      .select(COUNT.as('all'))
      .select(suspected.select(COUNT.as('count')).$asScalar().$notNull().as('suspected'))
      .select(
        suspected.where('callback', 'is', null).select(COUNT.as('count')).$asScalar().$notNull().as('without_callback'),
      )
      .executeTakeFirstOrThrow(),
  )
}

/** The same text as in the index `callback_requests_suspected`. */
const IS_SUSPECTED = sql<SqlBool>`suspected = 1`

function requestsBetween(database: Database, after: Place, last: Place | undefined, end: string) {
  const requests = database
    .selectFrom('callback_requests')
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('received_at', 'reference'), '>', tuple(after.received_at, after.reference)),
    )
    .where('received_at', '<', end)
  return last
    ? requests.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('received_at', 'reference'), '<=', tuple(last.received_at, last.reference)),
      )
    : requests
}

function nextDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + 1)
  return date.toISOString().slice(0, 10)
}
