import { channelsOf, NOBODY_IS_NOTIFIED, type NotificationSettings } from '../server/outbox/notification-settings.ts'
import type { Database } from '../server/storage/database/open-database.ts'
import { DisabledWebhooks } from '../server/storage/outbox/disabled-webhooks.ts'
import { UndeliveredMessages } from '../server/storage/outbox/undelivered-messages.ts'
import { type OutboxState, outboxReport, outboxWarnings } from './outbox-report.ts'

/** What a command says, and whether all is well. */
export interface Answer {
  text: string
  /** A line for whoever looks after the store; it changes no exit code. */
  warning?: string
  isWell: boolean
}

/** The commands that look after the outbox, beside a running server or without one. */
export class OutboxCommands {
  readonly #messages: UndeliveredMessages
  readonly #closures: DisabledWebhooks
  readonly #settings: NotificationSettings

  constructor(database: Database, settings: NotificationSettings) {
    this.#messages = new UndeliveredMessages(database)
    this.#closures = new DisabledWebhooks(database)
    this.#settings = settings
  }

  /** @throws StoreUnavailable */
  async outbox(): Promise<Answer> {
    return { text: outboxReport(await this.#state()), isWell: true }
  }

  /** @throws StoreUnavailable */
  async check(): Promise<Answer> {
    const warnings = outboxWarnings(await this.#state(), new Date())
    if (warnings.length === 0) return { text: 'Nothing waits over an hour, nothing was abandoned.\n', isWell: true }
    return { text: `${warnings.join('\n')}\n`, isWell: false }
  }

  /**
   * Tells the department of a request again, and switches the webhook on if it is off. The visitor, who has been told
   * or could not be, is not written to again.
   *
   * @throws StoreUnavailable
   */
  async resend(reference: string): Promise<Answer> {
    const channels = channelsOf(this.#settings).filter((channel) => channel !== 'visitor-mail')
    if (channels.length === 0) return { text: `${NOBODY_IS_NOTIFIED}\n`, isWell: false }
    if (!(await this.#messages.requeue(reference, channels, new Date())))
      return { text: `There is no request ${reference}.\n`, isWell: false }
    await this.#closures.reopen()
    return { text: `${reference} is queued again. A running server sends it within seconds.\n`, isWell: true }
  }

  async #state(): Promise<OutboxState> {
    const { webhook } = this.#settings
    return {
      messages: await this.#messages.all(),
      isWebhookOff: webhook !== null && (await this.#closures.isClosed(webhook.url)),
    }
  }
}
