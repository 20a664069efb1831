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
  ['Failed', ({ failed_attempts: failed }) => (failed === 0 ? '' : `${failed} times`)],
  ['Queued (UTC)', ({ queued_at }) => minuteOf(queued_at)],
  ['Next try (UTC)', (message) => (stateOf(message) === 'failed' ? minuteOf(message.due_at) : '')],
  ['Reason', ({ failure }) => failure ?? ''],
]

/** Lists each undelivered message: `waiting` for its first attempt, `failed` and to be repeated, or `abandoned`. */
export function outboxReport(messages: readonly UndeliveredMessage[]): string {
  return messages.length === 0 ? 'No pending or abandoned messages.' : alignedTable(COLUMNS, messages)
}

function stateOf({ status, failed_attempts }: UndeliveredMessage): string {
  return status === 'waiting' && failed_attempts > 0 ? 'failed' : status
}

function minuteOf(instant: string): string {
  return instant.slice(0, 16).replace('T', ' ')
}
