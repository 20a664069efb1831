import { sql } from 'kysely'
import type { CallContext } from '../../../callback-request/calling/callback-row.ts'
import { OUTCOMES } from '../../../callback-request/calling/outcomes.ts'
import type { Database } from '../database/open-database.ts'

/** Of each kind. Source: desk, section 5. */
const SHOWN = 5

/** The newest five requests, calls and notes of a callback, each newest first. */
export async function contextOf(database: Database, callback: string): Promise<CallContext> {
  const [requests, attempts, notes] = await Promise.all([
    sql<CallContext['requests'][number]>`
      select reference, received_at, form, service, time_slot, language, message from callback_requests
      where callback = ${callback} order by revision desc limit ${SHOWN}`.execute(database),
    sql<CallContext['attempts'][number]>`
      select at, what as outcome, coalesce(name, '') as by from attempts left join staff on staff.id = by
      where callback = ${callback} and what in (${sql.join(OUTCOMES)}) and undone_at is null
      order by at desc, attempts.id desc limit ${SHOWN}`.execute(database),
    sql<CallContext['notes'][number]>`
      select at, text, coalesce(name, '') as by from notes left join staff on staff.id = by
      where callback = ${callback} order by notes.id desc limit ${SHOWN}`.execute(database),
  ])
  return { requests: requests.rows, attempts: attempts.rows, notes: notes.rows }
}
