import type { Channel } from '../server/storage/outbox/outbox-messages.ts'
import type { UndeliveredMessage } from '../server/storage/outbox/undelivered-messages.ts'
import { alignedTable, type Columns } from './aligned-table.ts'

const WHOM: Record<Channel, string> = {
  'staff-mail': 'mail to the department',
  'visitor-mail': 'mail to the visitor',
  webhook: 'webhook',
}

const COLUMNS: Columns<UndeliveredMessage> = [
  ['Reference', ({ reference }) => reference],
  ['Message', ({ channel }) => WHOM[channel]],
  ['State', stateOf],
  ['Failed', ({ failedAttempts }) => (failedAttempts === 0 ? '' : `${failedAttempts} times`)],
  ['Queued (UTC)', ({ queuedAt }) => minuteOf(queuedAt)],
  ['Next try (UTC)', (message) => (stateOf(message) === 'failed' ? minuteOf(message.dueAt) : '')],
]

/** A message that has waited longer than this, somebody should look after: 1 hour. Source: the product's contract. */
const LONG_WAIT_MS = 60 * 60_000

const WEBHOOK_IS_OFF =
  'The webhook answered 410 Gone and is switched off. Change WEBHOOK_URL, or send a request again to switch it on.'

/** What an operator is told of the outbox. */
export interface OutboxState {
  messages: readonly UndeliveredMessage[]
  isWebhookOff: boolean
}

/** Every message that has not been delivered: `waiting` for its first try, `failed` and to be tried again, `abandoned`. */
export function outboxReport({ messages, isWebhookOff }: OutboxState): string {
  const table = messages.length === 0 ? 'Nothing waits, nothing was abandoned.\n' : alignedTable(COLUMNS, messages)
  return isWebhookOff ? `${table}${WEBHOOK_IS_OFF}\n` : table
}

/** Why somebody should look after the outbox, a line for each reason; none when all is well. */
export function outboxWarnings({ messages, isWebhookOff }: OutboxState, now: Date): string[] {
  const abandoned = messages.filter(({ isAbandoned }) => isAbandoned)
  const late = messages.filter(
    ({ isAbandoned, queuedAt }) => !isAbandoned && now.getTime() - queuedAt.getTime() > LONG_WAIT_MS,
  )
  return [
    ...late.map(
      (message) => `${message.reference}: ${WHOM[message.channel]} waits since ${minuteOf(message.queuedAt)} UTC.`,
    ),
    ...abandoned.map((message) => `${message.reference}: ${WHOM[message.channel]} was abandoned.`),
    ...(isWebhookOff ? [WEBHOOK_IS_OFF] : []),
  ]
}

function stateOf({ isAbandoned, failedAttempts }: UndeliveredMessage): string {
  if (isAbandoned) return 'abandoned'
  return failedAttempts > 0 ? 'failed' : 'waiting'
}

function minuteOf(instant: Date): string {
  return instant.toISOString().slice(0, 16).replace('T', ' ')
}
