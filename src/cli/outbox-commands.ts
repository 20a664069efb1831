import { type Channel, nextTryAt } from '../callback-request/calling/messages.ts'
import type { Config } from '../server/config/config.ts'
import { NOBODY_IS_NOTIFIED, resentChannels } from '../server/outbox/notification-settings.ts'
import { COMMAND_LINE } from '../server/storage/audit.ts'
import { Changes } from '../server/storage/database/changes.ts'
import type { Database } from '../server/storage/database/open-database.ts'
import {
  dismissMessages,
  resendMessages,
  type UndeliveredMessage,
  undeliveredMessages,
} from '../server/storage/undelivered.ts'
import { alignedTable, type Columns } from './aligned-table.ts'
import type { CommandResult } from './program.ts'

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
  ['Next try (UTC)', (message) => minuteOf(nextTryAt(message, new Date()) ?? '')],
  ['Reason', ({ failure }) => failure ?? ''],
]

/** Lists each undelivered message: `waiting` for its first attempt, `failed` and to be repeated, or `abandoned`. */
export async function showOutbox(database: Database): Promise<CommandResult> {
  const messages = await undeliveredMessages(database)
  return { text: messages.length > 0 ? alignedTable(COLUMNS, messages) : 'No pending or abandoned messages.' }
}

/** Notifies the department of a request again. The visitor gets no second mail. */
export async function resend(database: Database, config: Config, reference: string): Promise<CommandResult> {
  const channels = resentChannels(config.notifications, config.desk.listener)
  const result = await resendMessages({ database, at: new Date(), actor: COMMAND_LINE }, reference, channels)
  if (result === 'nobody-is-notified') return { text: NOBODY_IS_NOTIFIED, exitCode: 1 }
  if (result === 'unknown') return unknown(reference)
  await showCounts(database)
  return { text: `${reference} is queued again. A running server sends it within seconds.` }
}

/** Gives up the messages of a request that nobody sends. */
export async function dismiss(database: Database, config: Config, reference: string): Promise<CommandResult> {
  const channels = resentChannels(config.notifications, config.desk.listener)
  const result = await dismissMessages({ database, at: new Date(), actor: COMMAND_LINE }, reference, channels)
  if (result === 'unknown') return unknown(reference)
  if (result === 'waiting') return { text: `The messages of ${reference} will still be tried.`, exitCode: 1 }
  await showCounts(database)
  return { text: `The messages of ${reference} that nobody sends are dismissed.` }
}

function unknown(reference: string): CommandResult {
  return { text: `There is no request ${reference}.`, exitCode: 1 }
}

/** Pages show how many messages wait. */
async function showCounts(database: Database): Promise<void> {
  const changes = new Changes(database)
  changes.publish()
  await changes.tellOthers()
}

function stateOf({ status, failed_attempts }: UndeliveredMessage): string {
  return status === 'waiting' && failed_attempts > 0 ? 'failed' : status
}

function minuteOf(instant: string): string {
  return instant.slice(0, 16).replace('T', ' ')
}
