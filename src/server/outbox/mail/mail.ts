import type { DepartmentFacts } from '../../../callback-request/department-facts.ts'
import { hasEnded } from '../../../callback-request/due-window.ts'
import { dueWindowOf } from '../../../callback-request/stored-request.ts'
import type { Contents } from '../../../content/content.ts'
import { overdueCallback } from '../../storage/callbacks/overdue-callbacks.ts'
import type { Database } from '../../storage/database/open-database.ts'
import type { MailSettings } from '../notification-settings.ts'
import type { Delivery, DeliveryResult } from '../settlement.ts'
import { dueWindowText } from './due-window-text.ts'
import type { MailText } from './mail-text.ts'
import { MAIL_TIMEOUTS, type MailTimeouts, mailTransport } from './mail-transport.ts'
import { overdueMail } from './overdue-mail.ts'
import { staffMail } from './staff-mail.ts'
import { visitorMail } from './visitor-mail.ts'

interface SenderOptions extends Pick<MailSettings, 'server' | 'from'> {
  now: () => Date
  timeouts?: MailTimeouts | undefined
}

export interface MailOptions extends Omit<MailSettings, 'acknowledgesVisitors'>, SenderOptions {
  department: DepartmentFacts
}

/** Sends the department one mail for each request. */
export function staffMailDelivery(options: MailOptions): Delivery {
  const send = mailSender(options)
  const { timeZone } = options.department
  return {
    channel: 'staff-mail',
    timeoutMs: (options.timeouts ?? MAIL_TIMEOUTS).totalMs,
    async deliver({ id, request }, signal) {
      const due = dueWindowText(dueWindowOf(request, timeZone), timeZone)
      return send(id, options.staff, staffMail(request, options.detail, due), options.department, signal)
    },
  }
}

/**
 * Tells the department that nobody has called somebody in time. The mail is dropped when somebody has called meanwhile:
 * then the callback is settled or has another window.
 */
export function overdueMailDelivery(options: MailOptions & { deskOrigin: () => string; database: Database }): Delivery {
  const send = mailSender(options)
  const { database, deskOrigin, department, detail, staff } = options
  return {
    channel: 'overdue-mail',
    timeoutMs: (options.timeouts ?? MAIL_TIMEOUTS).totalMs,
    async deliver({ id, request }, signal) {
      const callback = await overdueCallback(database, request.reference)
      if (!callback) return { kind: 'dropped', reason: 'no longer overdue' }
      const link = `${deskOrigin()}/requests/${callback.reference}`
      return send(id, staff, overdueMail(callback, detail, { link, timeZone: department.timeZone }), department, signal)
    },
  }
}

/**
 * Tells visitors when we will call, in the language of the page that they used. A mail that names a past window, or whose
 * address is refused, is dropped.
 */
export function visitorMailDelivery(options: MailOptions & { contents: Contents }): Delivery {
  const send = mailSender(options)
  const { contents, department, now } = options
  const { timeZone } = department
  return {
    channel: 'visitor-mail',
    timeoutMs: (options.timeouts ?? MAIL_TIMEOUTS).totalMs,
    async deliver({ id, request }, signal) {
      const window = dueWindowOf(request, timeZone)
      if (hasEnded(window, now())) return { kind: 'dropped', reason: 'its window is over' }
      const content = contents.find(({ code }) => code === request.language) ?? contents[0]
      const { language, mail } = content.texts
      const due = dueWindowText(window, timeZone, { ...language, ...mail })
      const text = visitorMail(request, content, due)
      const result = await send(id, [request.email], text, content.department, signal)
      // A mistyped address: no later attempt can help, and nobody at the department has to do anything.
      return result.kind === 'failed' && /^SMTP 5\d\d RCPT$/.test(result.reason)
        ? { kind: 'dropped', reason: result.reason }
        : result
    },
  }
}

/** Makes the function that makes one attempt to send a mail to some addresses. */
export function mailSender({ server, from, now, timeouts = MAIL_TIMEOUTS }: SenderOptions) {
  return async (
    id: string,
    to: readonly string[],
    text: MailText,
    sender: Pick<DepartmentFacts, 'name' | 'hospital'>,
    signal: AbortSignal,
  ): Promise<DeliveryResult> => {
    try {
      const { rejected, rejectedErrors } = await (await mailTransport(server, timeouts, signal)).sendMail({
        ...text,
        messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
        // Objects, since in a text a comma or a line break would make two addresses.
        from: { name: `${sender.name}, ${sender.hospital}`, address: from },
        to: to.map((address) => ({ name: '', address })),
        date: now(),
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal,
      })
      const [refused] = rejected
      if (refused === undefined) return { kind: 'delivered' }
      // The others have it; another attempt would send it to them twice.
      const code = rejectedErrors?.[0]?.responseCode
      return { kind: 'delivered', reason: `SMTP ${code} for address ${to.indexOf(refused) + 1} of ${to.length}` }
    } catch (error) {
      const reason = mailFault(error, signal)
      if (reason === undefined) throw error
      return { kind: 'failed', reason }
    }
  }
}

/** Why a mail was not accepted, as a code; undefined when the error is not of the connection or the mail server. */
function mailFault(error: unknown, signal: AbortSignal): string | undefined {
  if (signal.aborted) return 'no answer in time'
  if (!(error instanceof Error)) return undefined
  const { responseCode, command, code } = error as { responseCode?: number; command?: string; code?: string }
  if (responseCode !== undefined) return `SMTP ${responseCode}${command === 'RCPT TO' ? ' RCPT' : ''}`
  return code
}
