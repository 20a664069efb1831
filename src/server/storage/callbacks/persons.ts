import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Person } from '../../../callback-request/calling/person.ts'
import { phoneKey } from '../../../callback-request/phone-key.ts'
import { ago } from '../database/instants.ts'
import { type Database, read } from '../database/open-database.ts'
import type { CallbackRequestsTable } from '../database/schema.ts'
import { write } from '../database/write.ts'
import { storedRequestOf } from '../requests/stored-request-row.ts'
import { type Caller, lockPerson } from './change-step.ts'
import { timelineOf } from './timeline.ts'
import { type Cursor, callbackRows, callbacksPage } from './worklist.ts'

/** Of a flood from one number only the newest requests are shown; `asked` of the callback counts them all. */
const MAX_REQUESTS = 100

const OTHERS_ON_A_PAGE = 20

/** A page that is read again within this time is recorded once: 15 minutes. Source: desk, section 9. */
const RECORDED_ONCE_IN_MS = 15 * 60_000

/** The place after a callback, in the order of `others`. */
type OthersCursor = Pick<Cursor, 'opened_at' | 'id'>

/**
 * The person behind a request, and records in the audit log that somebody read it.
 *
 * @param after where a page of `others` begins
 * @returns undefined when there is no such request
 */
export async function readPerson(
  database: Database,
  reference: string,
  { now, reader, after }: { now: Date; reader: Caller; after?: OthersCursor | undefined },
): Promise<Person<OthersCursor> | undefined> {
  const requestsWhere = (condition: RawBuilder<unknown>) =>
    read(database, sql<Selectable<CallbackRequestsTable>>`select * from callback_requests where ${condition}`)
  const [request] = await requestsWhere(sql`reference = ${reference}`)
  if (!request) return undefined
  // First: without it nobody may read anything.
  await recordPersonRead(database, now, reader, reference)

  const viewing = { now, viewer: reader.by }
  const { callback: id } = request
  const newest = sql`callback = ${id} order by revision desc limit ${MAX_REQUESTS}`
  const rows = id === null ? [request] : await requestsWhere(newest)
  const [callback = null] = id === null ? [] : await callbackRows(database, sql`id = ${id}`, viewing)
  const [first, ...earlier] = rows.map((row) => ({
    ...storedRequestOf(row, callback?.status ?? null),
    language: row.language,
  }))
  // Erased since the first look.
  if (!first) return undefined
  const requests: Person['requests'] = [first, ...earlier]
  const { timeline, isComplete } = await timelineOf(database, callback?.id ?? null, requests)
  const others = sql`phone_key = ${phoneKey(request.phone)} and id <> ${callback?.id ?? ''}`
  const bounds = { after, limit: OTHERS_ON_A_PAGE }
  return {
    callback,
    requests,
    timeline,
    complete: isComplete && requests.length >= (callback?.asked ?? 1),
    others: await callbacksPage(database, others, ['opened_at', 'id'], 'desc', bounds, viewing),
  }
}

async function recordPersonRead(database: Database, now: Date, reader: Caller, reference: string): Promise<void> {
  const since = ago(now, RECORDED_ONCE_IN_MS)
  // Ids begin with their time: the index gives the few events of this person since then. A later one than now was dated
  // by a clock that was ahead.
  const recent = sql`select id from audit_events
    where by = ${reader.by} and id > ${since} and at > ${since} and at <= ${now.toISOString()}
      and kind = 'person-read' and subject = ${reference}
    limit 1`
  if ((await read(database, recent)).length > 0) return
  await write(database, reader, now, async ({ transaction, record }) => {
    await lockPerson(transaction, reader.by)
    if ((await read(transaction, recent)).length === 0) await record('person-read', reference)
  })
}
