import type { Logger } from 'pino'
import type { Channel } from '../../callback-request/calling/messages.ts'
import type { Contents } from '../../content/content.ts'
import type { Database } from '../storage/database/open-database.ts'
import { makeDue } from '../storage/outbox.ts'
import { Dispatcher, type Timing } from './dispatcher.ts'
import { overdueMailDelivery, staffMailDelivery, visitorMailDelivery } from './mail/mail.ts'
import type { MailTimeouts } from './mail/mail-transport.ts'
import type { NotificationSettings } from './notification-settings.ts'
import { Reachability } from './reachability.ts'
import { webhookDelivery } from './webhook/webhook.ts'

interface NotificationOptions {
  settings: NotificationSettings
  database: Database
  /** The site's texts in each language: those of mails to visitors, and the department's name in the first. */
  contents: Contents
  /** The origin of links to the callback desk; null where there is no desk, and so no mail about its callbacks. */
  deskOrigin: (() => string) | null
  now: () => Date
  logger: Logger
  timing?: Timing
  mailTimeouts?: MailTimeouts
}

/** Delivers the outbox's messages, each channel separately: one that hangs does not delay the others. */
export class Notifications {
  readonly #dispatchers: Dispatcher[]

  constructor(options: NotificationOptions) {
    const { settings, database, contents, deskOrigin, now, logger, mailTimeouts, ...timing } = options
    const [{ department }] = contents
    const { webhook } = settings
    const mail = settings.mail && { ...settings.mail, department, now, timeouts: mailTimeouts }
    const deliveries = [
      ...(mail ? [staffMailDelivery(mail)] : []),
      ...(mail && deskOrigin ? [overdueMailDelivery({ ...mail, deskOrigin, database })] : []),
      ...(mail?.acknowledgesVisitors ? [visitorMailDelivery({ ...mail, contents })] : []),
      ...(webhook ? [webhookDelivery({ ...webhook, now })] : []),
    ]
    const reachabilityOf = (channels: readonly Channel[]) =>
      new Reachability(async () => {
        await makeDue(database, channels, now())
        this.wake()
      })
    const mailServer = reachabilityOf(['staff-mail', 'overdue-mail', 'visitor-mail'])
    const receiver = reachabilityOf(['webhook'])
    this.#dispatchers = deliveries.map((delivery) => {
      const reachability = delivery.channel === 'webhook' ? receiver : mailServer
      return new Dispatcher({ database, delivery, reachability, now, logger, ...timing })
    })
  }

  /** Polls for messages now. The first call starts the dispatchers. */
  wake(): void {
    for (const dispatcher of this.#dispatchers) dispatcher.wake()
  }

  /** Waits a moment for running deliveries, and releases what has not been delivered by then. */
  async close(): Promise<void> {
    await Promise.all(this.#dispatchers.map((dispatcher) => dispatcher.stop()))
  }
}
