import type { Selectable } from 'kysely'
import { afterOutcome, type Outcome } from '../../../callback-request/calling/outcomes.ts'
import type { SlotWindow } from '../../../callback-request/calling/requeue.ts'
import { isSettled } from '../../../callback-request/statuses.ts'
import type { AttemptsTable, CallbacksTable } from '../database/schema.ts'
import { timedId } from '../database/timed-id.ts'
import { windowOfRow } from './callback-rows.ts'

/** The columns that an outcome changes and that undoing it gives back. */
const GIVEN_BACK = ['status', 'tries', 'slot', 'due_from', 'due_until', 'first_tried_at', 'tried_at'] as const

/** What a row was before an outcome. */
export type Before = Pick<
  CallbacksTable,
  'status' | 'slot' | 'due_from' | 'due_until' | 'first_tried_at' | 'tried_at'
> & {
  tries: number
}

interface Call {
  outcome: Outcome
  by: string
  now: Date
  timeZone: string
  /** The windows of the callback's requests. */
  others: readonly SlotWindow[]
  /** The chosen slot and window of `call_later`. */
  later?: SlotWindow | undefined
}

/**
 * What a call changes in a callback's row, and the row of the call itself.
 *
 * @returns also the slot and window in which to call next, unless they are as before
 */
export function called(callback: Selectable<CallbacksTable>, { outcome, by, now, ...call }: Call) {
  const before = { ...callback, window: windowOfRow(callback) }
  const { status, tries, slot, window } = afterOutcome(before, outcome, { now, ...call })
  const at = now.toISOString()
  const changed = {
    status,
    tries,
    slot,
    due_from: window.from.toISOString(),
    due_until: window.until.toISOString(),
    first_tried_at: callback.first_tried_at ?? at,
    tried_at: at,
    settled_at: isSettled(status) ? at : null,
    claimed_by: null,
    claimed_until: null,
    last_held_by: null,
  }
  const attempt: Omit<AttemptsTable, 'idempotency_key' | 'undone_at'> = {
    id: timedId(now),
    callback: callback.id,
    by,
    at,
    outcome,
    window_from: callback.due_from,
    window_until: callback.due_until,
    before: JSON.stringify(Object.fromEntries(GIVEN_BACK.map((column) => [column, callback[column]]))),
  }
  const isRequeued = changed.settled_at === null && window !== before.window
  return { changed, attempt, requeued: isRequeued ? { ...window, slot } : undefined }
}
