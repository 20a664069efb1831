import { randomBytes } from 'node:crypto'

/** To whom a message is sent, and how. */
export const CHANNELS = ['staff-mail', 'visitor-mail', 'webhook', 'overdue-mail'] as const

export type Channel = (typeof CHANNELS)[number]

/**
 * `waiting` for its first or next attempt; `delivered`; `abandoned` after three days of attempts; `dismissed`, when staff
 * have dealt with an abandoned one; or `dropped`, since it can no longer be of use to anybody.
 */
export type MessageStatus = 'waiting' | 'delivered' | 'abandoned' | 'dismissed' | 'dropped'

/** A message that is due at once. */
export function newMessage(reference: string, channel: Channel, queuedAt: Date) {
  const queued_at = queuedAt.toISOString()
  return { id: newId(queuedAt), reference, channel, status: 'waiting', queued_at, due_at: queued_at } as const
}

/** Ids begin with their time, in ms, so that new ones lie together in the database's index; 80 random bits follow. */
function newId(at: Date): string {
  return `msg_${at.getTime().toString(16).padStart(12, '0')}${randomBytes(10).toString('hex')}`
}
