import type { Insertable } from 'kysely'
import type { OutboxMessagesTable } from '../../server/storage/database/schema.ts'
import { newMessage } from '../../server/storage/outbox/outbox-message.ts'
import { DAY_MS } from './invented-time.ts'

/** How long a message is tried, and about how often in that time. Source: `settlement.ts`. */
export const TRIED_MS = 3 * DAY_MS
const ATTEMPTS = 26

/** A mail to the department that could not be delivered and was abandoned. */
export function abandonedMessage(reference: string, receivedAt: Date, now: Date): Insertable<OutboxMessagesTable> {
  const settledAt = new Date(Math.min(receivedAt.getTime() + TRIED_MS, now.getTime())).toISOString()
  return {
    ...newMessage(reference, 'staff-mail', receivedAt),
    status: 'abandoned',
    due_at: settledAt,
    failed_attempts: ATTEMPTS,
    failed_at: settledAt,
    waited_seconds: Math.floor((Date.parse(settledAt) - receivedAt.getTime()) / 1_000),
    settled_at: settledAt,
  }
}
