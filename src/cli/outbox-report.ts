import type { Channel } from '../server/storage/outbox/outbox-message.ts'
import type { UndeliveredMessage } from '../server/storage/outbox/undelivered-messages.ts'
import { alignedTable, type Columns } from './aligned-table.ts'

const CHANNEL_NAMES: Record<Channel, string> = {
  'staff-mail': 'mail to the department',
  'visitor-mail': 'mail to the visitor',
  webhook: 'webhook',
  'overdue-mail': 'mail about an overdue callback',
}

const COLUMNS: Columns<UndeliveredMessage> = [
  ['Reference', ({ reference }) => reference],
  ['Message', ({ channel }) => CHANNEL_NAMES[channel]],
  ['State', stateOf],
  ['Failed', ({ failedAttempts }) => (failedAttempts === 0 ? '' : `${failedAttempts} times`)],
  ['Queued (UTC)', ({ queuedAt }) => minuteOf(queuedAt)],
  ['Next try (UTC)', (message) => (stateOf(message) === 'failed' ? minuteOf(message.dueAt) : '')],
  ['Reason', ({ failure }) => failure ?? ''],
]

const WEBHOOK_DISABLED =
  'The webhook answered 410 Gone and is disabled. Change WEBHOOK_URL, or resend any request to enable it.'

/** What the outbox commands report on. */
export interface OutboxState {
  messages: readonly UndeliveredMessage[]
  isWebhookDisabled: boolean
}

/** Lists each undelivered message: `waiting` for its first attempt, `failed` and to be repeated, or `abandoned`. */
export function outboxReport({ messages, isWebhookDisabled }: OutboxState): string {
  const table = messages.length === 0 ? 'No pending or abandoned messages.' : alignedTable(COLUMNS, messages)
  return isWebhookDisabled ? `${table}\n${WEBHOOK_DISABLED}` : table
}

function stateOf({ isAbandoned, failedAttempts }: UndeliveredMessage): string {
  if (isAbandoned) return 'abandoned'
  return failedAttempts > 0 ? 'failed' : 'waiting'
}

function minuteOf(instant: Date): string {
  return instant.toISOString().slice(0, 16).replace('T', ' ')
}
