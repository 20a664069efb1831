import type { Config } from '../server/config/config.ts'
import { NOBODY_IS_NOTIFIED, resentChannels } from '../server/outbox/notification-settings.ts'
import { COMMAND_LINE } from '../server/storage/audit/audit-events.ts'
import type { Database } from '../server/storage/database/open-database.ts'
import { undeliveredList } from '../server/storage/outbox/outbox-transfer.ts'
import { UndeliveredMessages } from '../server/storage/outbox/undelivered-messages.ts'
import type { CommandResult } from './command-result.ts'
import { outboxReport } from './outbox-report.ts'

/** @throws StoreUnavailable */
export async function showOutbox(database: Database): Promise<CommandResult> {
  return { text: outboxReport(await new UndeliveredMessages(database).all()) }
}

/** For `requests import --outbox`. @throws StoreUnavailable */
export async function outboxAsJson(database: Database): Promise<CommandResult> {
  return { text: JSON.stringify(await undeliveredList(database)) }
}

/**
 * Notifies the department of a request again. The visitor gets no second mail.
 *
 * @throws StoreUnavailable
 */
export async function resend(database: Database, config: Config, reference: string): Promise<CommandResult> {
  const channels = resentChannels(config.notifications, config.desk.listener)
  const result = await new UndeliveredMessages(database).resend(reference, channels, new Date(), COMMAND_LINE)
  if (result === 'nobody-is-notified') return { text: NOBODY_IS_NOTIFIED, exitCode: 1 }
  if (result === 'unknown') return { text: `There is no request ${reference}.`, exitCode: 1 }
  return { text: `${reference} is queued again. A running server sends it within seconds.` }
}
