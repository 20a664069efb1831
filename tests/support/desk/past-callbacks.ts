import { promisedWindow } from '../../../src/callback-request/calling/windows.ts'
import type { Service } from '../../../src/callback-request/services.ts'
import { isSettled, type RequestStatus } from '../../../src/callback-request/statuses.ts'
import type { TimeSlot } from '../../../src/callback-request/time-slots.ts'
import type { Database } from '../../../src/server/storage/database/open-database.ts'
import { receiverIn } from '../receive.ts'

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
  const receive = receiverIn(database)
  for (const [number, { receivedAt, slot, calledAfter, status, service, campaign }] of callbacks.entries()) {
    const phone = String(number).padStart(10, '0')
    const contact = { form: 'contact', service: null, message: 'Invented' } as const
    const labels = { source: 'letter', medium: null, term: null, content: null }
    const asked = { phone, timeSlot: slot, ...(service === null ? contact : { service }) }
    await receive(asked, { receivedAt, campaign: campaign === null ? null : { ...labels, campaign } })
    const { due_from, due_until } = promisedWindow(slot, receivedAt, { timeZone: ZONE })
    const calledAt =
      calledAfter === null ? null : new Date(Date.parse(due_from) + calledAfter * MINUTE_MS).toISOString()
    const called_in_first_window = calledAt !== null && calledAt >= due_from && calledAt < due_until ? 1 : 0
    const settled_at = isSettled(status) ? (calledAt ?? due_until) : null
    const [callback] = await database
      .updateTable('callbacks')
      .set({ status, first_called_at: calledAt, last_called_at: calledAt, called_in_first_window, settled_at })
      .where('number', '=', phone)
      .returning('id')
      .execute()
    if (callback && calledAt !== null) {
      const call = { callback: callback.id, revision: 2, by: null, what: 'busy', undone_at: null } as const
      await database
        .insertInto('attempts')
        .values({ ...call, id: `${calledAt}-${number}`, began_at: calledAt, at: calledAt })
        .execute()
    }
    await database
      .updateTable('callback_requests')
      .set({ suspicion: status === 'spam' ? 'marked' : null })
      .where('phone', '=', phone)
      .execute()
  }
}
