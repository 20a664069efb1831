import type { Channel } from '../../callback-request/calling/messages.ts'
import type { MailServer } from './mail/mail-transport.ts'
import type { Detail } from './mail/staff-mail.ts'

export interface MailSettings {
  server: MailServer
  /** The sender's address, without a name. */
  from: string
  /** The department's addresses, without names: at least one. */
  staff: string[]
  detail: Detail
  acknowledgesVisitors: boolean
}

/** Who is told of problems of the server: other addresses than the department's. */
export interface AlertSettings extends Pick<MailSettings, 'server' | 'from'> {
  /** At least one. */
  to: string[]
}

/** Who is notified of new requests and of problems, and how. Null where nobody is. */
export interface NotificationSettings {
  mail: MailSettings | null
  webhook: { url: URL; secret: Uint8Array } | null
  alerts: AlertSettings | null
}

/** Printed by all commands that depend on a notification. */
export const NOBODY_IS_NOTIFIED = 'Nobody is notified of new requests: set SMTP_URL and NOTIFY_EMAIL, or WEBHOOK_URL.'

/** The channels by which each new request is notified. */
export function channelsOf({ mail, webhook }: NotificationSettings): Channel[] {
  return [
    ...(mail ? (['staff-mail'] as const) : []),
    ...(mail?.acknowledgesVisitors ? (['visitor-mail'] as const) : []),
    ...(webhook ? (['webhook'] as const) : []),
  ]
}

/**
 * The channels by which messages are sent: of a new request, and of an overdue callback.
 *
 * @param desk the desk's listener; null where there is no desk
 */
export function resentChannels(settings: NotificationSettings, desk: object | null): Channel[] {
  const channels = channelsOf(settings)
  return settings.mail && desk ? [...channels, 'overdue-mail'] : channels
}
