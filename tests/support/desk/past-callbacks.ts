import { openedBy } from '../../../src/callback-request/calling/callback-state.ts'
import { rowOf, windowOf } from '../../../src/callback-request/calling/requeue.ts'
import { phoneKey } from '../../../src/callback-request/phone-number.ts'
import type { Service } from '../../../src/callback-request/services.ts'
import { isSettled, type RequestStatus } from '../../../src/callback-request/statuses.ts'
import type { TimeSlot } from '../../../src/callback-request/time-slots.ts'
import type { Database } from '../../../src/server/storage/database/open-database.ts'

export const ZONE = 'Asia/Kolkata'

const MINUTE_MS = 60_000

/** A callback with one request. */
export interface PastCallback {
  receivedAt: Date
  slot: TimeSlot
  /** The first call, so many minutes after the window began; null for none. */
  calledAfter: number | null
  status: RequestStatus
  service: Service | null
  campaign: string | null
}

/** Stores callbacks of the past, of which the desk's first start would settle those that are too old. Each has its own number. */
export async function storePastCallbacks(database: Database, callbacks: readonly PastCallback[]): Promise<void> {
  for (let start = 0; start < callbacks.length; start += 200) {
    const some = callbacks.slice(start, start + 200).map((callback, index) => rowsOf(callback, start + index))
    await database
      .insertInto('callbacks')
      .values(some.map(({ callback }) => callback))
      .execute()
    await database
      .insertInto('callback_requests')
      .values(some.map(({ request }) => request))
      .execute()
  }
}

function rowsOf({ receivedAt, slot, calledAfter, status, service, campaign }: PastCallback, number: number) {
  const reference = `TEST-${String(number).padStart(6, '0')}`
  const id = `callback-${reference}`
  const phone = String(number).padStart(10, '0')
  const chosen = windowOf(slot, receivedAt, ZONE)
  const window = rowOf(chosen)
  const asked = { ...window, reference, service, received_at: receivedAt.toISOString() }
  const calledAt = calledAfter === null ? null : new Date(chosen.from.getTime() + calledAfter * MINUTE_MS).toISOString()
  return {
    callback: {
      ...openedBy({ ...asked, slot, campaign, language: null }),
      id,
      phone_key: phoneKey(phone),
      revision: 1,
      time_zone: ZONE,
      status,
      first_tried_at: calledAt,
      tried_at: calledAt,
      settled_at: isSettled(status) ? (calledAt ?? window.due_until) : null,
    },
    request: {
      ...asked,
      callback: id,
      revision: 1,
      form: service === null ? ('contact' as const) : ('appointment' as const),
      name: 'Asha Invented',
      phone,
      email: 'asha@visitor.example',
      message: service === null ? 'Invented' : null,
      time_slot: slot,
      suspected: status === 'spam' ? 1 : 0,
      campaign: campaign === null ? null : JSON.stringify({ source: 'letter', campaign }),
      notice_version: '2026-11-01',
      idempotency_key: null,
      kept_from: null,
    },
  }
}
