import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { SearchText } from '../../../callback-request/search-text.ts'
import type { Service } from '../../../callback-request/services.ts'
import type { RequestStatus } from '../../../callback-request/statuses.ts'
import type { StoredRequest } from '../../../callback-request/stored-request.ts'
import { type Database, isPostgres } from '../database/open-database.ts'
import type { Schema } from '../database/schema.ts'

/** Which requests to find. Null means any. */
export interface RequestFilter {
  /** A reference is looked up before the text. */
  text: { reference: string | null; text: SearchText } | null
  service: Service | null
  status: RequestStatus | null
  form: StoredRequest['form'] | null
  /** The code of a language. */
  language: string | null
  /** `utm_campaign`. */
  campaign: string | null
  receivedFrom: Date | null
  receivedBefore: Date | null
}

export type Requests = SelectQueryBuilder<Schema, 'callback_requests', object>

/** The requests of a filter by their receipt, service, status, form, language and campaign. The text is not considered. */
export function requestsIn(database: Database, filter: RequestFilter): Requests {
  const { service, status, form, language, campaign } = filter
  let requests = receivedIn(database, filter)
  if (service !== null) requests = requests.where('service', '=', service)
  if (form !== null) requests = requests.where('form', '=', form)
  if (language !== null) requests = requests.where('language', '=', language)
  if (campaign !== null) requests = requests.where(campaignIn(database, 'callback_requests.campaign'), '=', campaign)
  if (status !== null) requests = requests.where(statusOf, '=', status)
  return requests
}

/** The requests of a filter by their receipt alone. */
export function receivedIn(database: Database, { receivedFrom, receivedBefore }: RequestFilter): Requests {
  let requests = database.selectFrom('callback_requests') as Requests
  if (receivedFrom) requests = requests.where('callback_requests.received_at', '>=', receivedFrom.toISOString())
  if (receivedBefore) requests = requests.where('callback_requests.received_at', '<', receivedBefore.toISOString())
  return requests
}

/** A request is as far as its callback; as long as it has none, nobody has called. */
const statusOf = sql<RequestStatus>`coalesce(
  (select callbacks.status from callbacks where callbacks.id = callback_requests.callback), 'new')`

/** `utm_campaign` in a column such as `callback_requests.campaign`. */
export function campaignIn(database: Database, column: string): RawBuilder<string | null> {
  return isPostgres(database) ? sql`${sql.ref(column)}::json ->> 'campaign'` : sql`${sql.ref(column)} ->> 'campaign'`
}
