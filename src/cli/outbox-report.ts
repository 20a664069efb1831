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

/** How long a message may wait before somebody should look at it: 1 hour. Source: the product's contract. */
const LONG_WAIT_MS = 60 * 60_000

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

/** Says in one line for each reason why somebody should look at the outbox. */
export function outboxWarnings({ messages, isWebhookDisabled }: OutboxState, now: Date): string[] {
  const abandoned = messages.filter(({ isAbandoned }) => isAbandoned)
  const late = messages.filter(
    ({ isAbandoned, queuedAt }) => !isAbandoned && now.getTime() - queuedAt.getTime() > LONG_WAIT_MS,
  )
  return [
    ...late.map(
      (message) =>
        `${message.reference}: ${CHANNEL_NAMES[message.channel]} has waited since ${minuteOf(message.queuedAt)} UTC.`,
    ),
    ...abandoned.map((message) => `${message.reference}: ${CHANNEL_NAMES[message.channel]} was abandoned.`),
    ...(isWebhookDisabled ? [WEBHOOK_DISABLED] : []),
  ]
}

function stateOf({ isAbandoned, failedAttempts }: UndeliveredMessage): string {
  if (isAbandoned) return 'abandoned'
  return failedAttempts > 0 ? 'failed' : 'waiting'
}

function minuteOf(instant: Date): string {
  return instant.toISOString().slice(0, 16).replace('T', ' ')
}
