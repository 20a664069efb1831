import type { Outcome } from '../../../callback-request/calling/outcomes.ts'
import { OUTCOMES } from '../../../callback-request/calling/outcomes.ts'
import type { StoredRequest } from '../../../callback-request/stored-request.ts'
import type { Database } from '../database/open-database.ts'

/** Of each kind. Source: desk, section 5. */
const SHOWN = 5

/** What a caller has to know before it rings. Instants are UTC, ISO 8601; by whom is a name. */
export interface CallContext {
  requests: (Pick<StoredRequest, 'reference' | 'received_at' | 'form' | 'service' | 'time_slot' | 'message'> & {
    language: string | null
  })[]
  attempts: { at: string; outcome: Outcome; by: string }[]
  notes: { at: string; text: string; by: string }[]
}

/** The newest five requests, calls and notes of a callback, each newest first. @throws StoreUnavailable */
export async function contextOf(database: Database, callback: string): Promise<CallContext> {
  const [requests, attempts, notes] = await Promise.all([
    database
      .selectFrom('callback_requests')
      .select(['reference', 'received_at', 'form', 'service', 'time_slot', 'language', 'message'])
      .where('callback', '=', callback)
      .orderBy('revision', 'desc')
      .limit(SHOWN)
      .execute(),
    database
      .selectFrom('attempts')
      .leftJoin('staff', 'staff.id', 'attempts.by')
      .select(['at', 'what as outcome', 'staff.name as by'])
      .where('callback', '=', callback)
      .where('what', 'in', OUTCOMES)
      .where('undone_at', 'is', null)
      .orderBy('attempts.id', 'desc')
      .limit(SHOWN)
      .$narrowType<{ outcome: Outcome }>()
      .execute(),
    database
      .selectFrom('notes')
      .leftJoin('staff', 'staff.id', 'notes.by')
      .select(['at', 'text', 'staff.name as by'])
      .where('callback', '=', callback)
      .orderBy('notes.id', 'desc')
      .limit(SHOWN)
      .execute(),
  ])
  const named = <Row extends { by: string | null }>(row: Row) => ({ ...row, by: row.by ?? '' })
  return { requests, attempts: attempts.map(named), notes: notes.map(named) }
}
