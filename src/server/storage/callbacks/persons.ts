import type { Selectable } from 'kysely'
import { phoneKey } from '../../../callback-request/phone-key.ts'
import type { RequestInLanguage } from '../../../callback-request/stored-request.ts'
import { recordEvent } from '../audit/audit-events.ts'
import type { Database } from '../database/open-database.ts'
import { pageByKey } from '../database/page-by-key.ts'
import type { CallbackRequestsTable } from '../database/schema.ts'
import { storedRequestOf } from '../requests/stored-request-row.ts'
import { type Caller, lockPerson } from './change-step.ts'
import { type TimelineEntry, timelineOf } from './timeline.ts'
import { type CallbackRow, listedCallbacks, rowsOf } from './worklist.ts'

/** Of a flood from one number only the newest requests are shown; `asked` of the callback counts them all. */
const MAX_REQUESTS = 100

const OTHERS_ON_A_PAGE = 20

/** A page that is read again within this time is recorded once: 15 minutes. Source: desk, section 9. */
const RECORDED_ONCE_IN_MS = 15 * 60_000

/** The place after a callback, in the order of `others`. */
export interface OthersCursor {
  opened_at: string
  id: string
}

/** Everything that is known of a person who asked for a call. */
export interface Person {
  /** Null for a suspected request, which belongs to no callback. */
  callback: CallbackRow | null
  /** The newest 100, newest first. */
  requests: RequestInLanguage[]
  /** Newest first. */
  timeline: TimelineEntry[]
  /** Whether `requests` and `timeline` lack nothing older. */
  complete: boolean
  /** The other callbacks of the number, the latest first. */
  others: { rows: CallbackRow[]; next: OthersCursor | null }
}

/** The people who asked for a call, each with what they asked and what has been done. */
export class Persons {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * The person behind a request, and records in the audit log that somebody read it.
   *
   * @param after where a page of `others` begins
   * @returns undefined when there is no such request
   * @throws StoreUnavailable
   */
  async read(
    reference: string,
    { now, reader, after }: { now: Date; reader: Caller; after?: OthersCursor | undefined },
  ): Promise<Person | undefined> {
    const request = await this.#database
      .selectFrom('callback_requests')
      .selectAll()
      .where('reference', '=', reference)
      .executeTakeFirst()
    if (!request) return undefined
    await recordPersonRead(this.#database, now, reader, reference)

    const viewing = { now, viewer: reader.by }
    const own = listedCallbacks(this.#database).where('callbacks.id', '=', request.callback ?? '')
    const stored = await own.executeTakeFirst()
    const [callback] = stored ? rowsOf([stored], viewing) : []
    const requests = stored ? await this.#requestsOf(stored.id) : [request]
    // Erased since the first look.
    if (requests.length === 0) return undefined
    const { timeline, isComplete } = await timelineOf(this.#database, stored?.id ?? null, requests)
    const others = await this.#others(stored?.phone_key ?? phoneKey(request.phone), stored?.id, after)
    return {
      callback: callback ?? null,
      requests: requests.map((row) => ({ ...storedRequestOf(row, stored?.status ?? null), language: row.language })),
      timeline,
      complete: isComplete && requests.length >= (callback?.asked ?? 1),
      others: { rows: rowsOf(others.rows, viewing), next: others.next },
    }
  }

  #requestsOf(callback: string): Promise<Selectable<CallbackRequestsTable>[]> {
    return this.#database
      .selectFrom('callback_requests')
      .selectAll()
      .where('callback', '=', callback)
      .orderBy('revision', 'desc')
      .limit(MAX_REQUESTS)
      .execute()
  }

  #others(phone_key: string, except: string | undefined, after: OthersCursor | undefined) {
    let query = listedCallbacks(this.#database).where('phone_key', '=', phone_key)
    if (except !== undefined) query = query.where('callbacks.id', '!=', except)
    return pageByKey(query, ['opened_at', 'id'], 'desc', { after, limit: OTHERS_ON_A_PAGE })
  }
}

/** Records that somebody read a person's page. @throws StoreUnavailable: then nobody may read it */
async function recordPersonRead(database: Database, now: Date, reader: Caller, reference: string): Promise<void> {
  const since = new Date(now.getTime() - RECORDED_ONCE_IN_MS).toISOString()
  // Ids begin with their time: the index gives the few events of this person since then.
  const recent = (store: Database) =>
    store
      .selectFrom('audit_events')
      .select('id')
      .where('by', '=', reader.by)
      .where('id', '>', since)
      .where('at', '>', since)
      // A later one was dated by a clock that was ahead.
      .where('at', '<=', now.toISOString())
      .where('kind', '=', 'person-read')
      .where('subject', '=', reference)
      .limit(1)
      .executeTakeFirst()
  if (await recent(database)) return
  await database.transaction().execute(async (transaction) => {
    await lockPerson(transaction, reader.by)
    if (await recent(transaction)) return
    await recordEvent(transaction, now, reader, 'person-read', { subject: reference })
  })
}
