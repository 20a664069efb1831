import type { Selectable } from 'kysely'
import type { OutboxMessagesTable } from '../database/schema.ts'

type Progress = Pick<Selectable<OutboxMessagesTable>, 'status' | 'queued_at' | 'failed_attempts' | 'lease'>

/**
 * Whether a row of a message is newer than the row of the same message in another store. A delivered message stays
 * delivered, and one that is being delivered in the other store is left to that store. Otherwise the row that was queued
 * later is newer; of two that were queued at the same time, the abandoned or dropped one, or else the one with more
 * failed attempts.
 */
export function isNewer(message: Progress, other: Progress): boolean {
  if (other.status === 'delivered') return false
  if (message.status === 'delivered') return true
  if (other.lease !== null) return false
  if (message.queued_at !== other.queued_at) return message.queued_at > other.queued_at
  if (other.status !== 'waiting') return false
  return message.status !== 'waiting' || message.failed_attempts > other.failed_attempts
}
