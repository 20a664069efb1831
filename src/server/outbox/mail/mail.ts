import { hash } from 'node:crypto'
import { domainToASCII } from 'node:url'
import type { Replies } from '../../../callback-request/calling/messages.ts'
import type { DepartmentFacts } from '../../../callback-request/department-facts.ts'
import { dueWindowOf } from '../../../callback-request/stored-request.ts'
import type { Contents } from '../../../content/content.ts'
import type { Database } from '../../storage/database/open-database.ts'
import type { ClaimedMessage } from '../../storage/outbox.ts'
import { overdueCallback } from '../../storage/overdue.ts'
import type { MailSettings } from '../notification-settings.ts'
import { ACCEPTED, type Delivery, type DeliveryResult, OF_DEPARTMENT, OF_VISITOR } from '../settlement.ts'
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
  const { department, detail, staff } = options
  return {
    channel: 'staff-mail',
    timeoutMs: (options.timeouts ?? MAIL_TIMEOUTS).totalMs,
    retryBudget: OF_DEPARTMENT,
    async deliver(message, signal) {
      const text = staffMail(message.request, detail, department.calendar)
      return send(message, staff, text, department, signal)
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
    retryBudget: OF_DEPARTMENT,
    async deliver(message, signal) {
      const callback = await overdueCallback(database, message.request.reference)
      if (!callback) return { kind: 'dropped', reason: 'no longer overdue' }
      const link = `${deskOrigin()}/requests/${callback.reference}`
      const text = overdueMail(callback, detail, { link, timeZone: department.timeZone })
      return send(message, staff, text, department, signal)
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
  return {
    channel: 'visitor-mail',
    timeoutMs: (options.timeouts ?? MAIL_TIMEOUTS).totalMs,
    retryBudget: OF_VISITOR,
    async deliver(message, signal) {
      const { request } = message
      if (request.withdrawn_at !== null) return { kind: 'dropped', reason: 'withdrawn' }
      const window = dueWindowOf(request, department.calendar)
      if (now() > window.until) return { kind: 'dropped', reason: 'its window is over' }
      const content = contents.find(({ code }) => code === request.language) ?? contents[0]
      const { language, mail } = content.texts
      const due = dueWindowText(request.time_slot, window, department.timeZone, { ...language, ...mail })
      const text = visitorMail(request, content, due)
      const result = await send(message, [request.email], text, content.department, signal)
      // A mistyped address: no later attempt can help, and nobody at the department has to do anything.
      return result.kind === 'failed' && /^SMTP 5\d\d RCPT$/.test(result.reason)
        ? { kind: 'dropped', reason: result.reason }
        : result
    },
  }
}

/**
 * Makes the function that makes one attempt to send a mail to those of some addresses to which the mail server has not
 * said its last word.
 */
export function mailSender({ server, from, now, timeouts = MAIL_TIMEOUTS }: SenderOptions) {
  return async (
    { id, replies: earlier }: Pick<ClaimedMessage, 'id' | 'replies'>,
    to: readonly string[],
    text: MailText,
    sender: Pick<DepartmentFacts, 'name' | 'hospital'>,
    signal: AbortSignal,
  ): Promise<DeliveryResult> => {
    const open = to.filter((address) => earlier[keyOf(address)] === undefined)
    const replied = (refusals: readonly Refusal[] = [], others = ACCEPTED) => {
      const codes = open.map((address) => [keyOf(address), codeIn(refusals, address) ?? others])
      return resultOf(to, { ...earlier, ...Object.fromEntries(codes) })
    }
    // Those that were left have been taken out of the configuration.
    if (open.length === 0) return replied()
    try {
      const transport = await mailTransport(server, timeouts, signal)
      const { rejectedErrors } = await transport.sendMail({
        ...text,
        messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
        // Objects, since in a text a comma or a line break would make two addresses.
        from: { name: `${sender.name}, ${sender.hospital}`, address: from },
        to: open.map((address) => ({ name: '', address })),
        date: now(),
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal,
      })
      return replied(rejectedErrors)
    } catch (error) {
      const { rejectedErrors: refusals } = error as { rejectedErrors?: readonly Refusal[] }
      if (refusals !== undefined && !signal.aborted) return replied(refusals, UNREADABLE)
      const reason = mailFault(error, signal)
      if (reason === undefined) throw error
      return { kind: 'failed', reason, cause: causeOf(error) }
    }
  }
}

/** Why the mail server refused an address, as the library says it. */
interface Refusal {
  recipient?: string | undefined
  responseCode?: number | undefined
}

/** A reply that is none counts as this one: refused for now. */
const UNREADABLE = 450

/** Of an address, which is thus not stored with a message. */
function keyOf(address: string): string {
  return hash('sha256', address).slice(0, 16)
}

/** The library may write the domain of an address in ASCII, and in lower case. */
function codeIn(refusals: readonly Refusal[], address: string): number | undefined {
  const at = address.lastIndexOf('@') + 1
  const known = [address, address.slice(0, at) + domainToASCII(address.slice(at))].map((one) => one.toLowerCase())
  const refusal = refusals.find(({ recipient = '' }) => known.includes(recipient.toLowerCase()))
  return refusal && (refusal.responseCode ?? UNREADABLE)
}

/** What came of an attempt, by the mail server's latest reply to each address. */
function resultOf(to: readonly string[], replies: Replies): DeliveryResult {
  const codes = to.map((address) => replies[keyOf(address)] ?? ACCEPTED)
  const isDelivered = codes.includes(ACCEPTED)
  const isRefusedForNow = (code: number) => code < 500 && code !== ACCEPTED
  const refused = codes.find(isRefusedForNow) ?? codes.find((code) => code !== ACCEPTED)
  if (refused === undefined) return { kind: 'delivered' }
  const one = `for address ${codes.indexOf(refused) + 1} of ${to.length}`
  const reason = `SMTP ${refused} ${isDelivered ? one : 'RCPT'}`
  if (codes.some(isRefusedForNow)) {
    const last = Object.entries(replies).filter(([, code]) => !isRefusedForNow(code))
    const cause = refused === NOT_AVAILABLE ? 'channel' : 'message'
    return { kind: 'failed', reason, cause, replies: Object.fromEntries(last) }
  }
  // Where nobody has got it, somebody may repair a mailbox; otherwise another attempt would be for nothing.
  return isDelivered ? { kind: 'delivered', reason } : { kind: 'failed', reason, cause: 'message', replies: {} }
}

/** The mail server ends the connection. Source: RFC 5321, 4.2.3. */
const NOT_AVAILABLE = 421

/** The channel's are no connection, and what the mail server refuses before it knows the recipient. */
function causeOf(error: unknown): 'channel' | 'message' {
  const { command = '', responseCode } = error as { command?: string; responseCode?: number }
  return ['RCPT TO', 'DATA', 'API'].includes(command) && responseCode !== NOT_AVAILABLE ? 'message' : 'channel'
}

/** Why a mail was not accepted, as a code; undefined when the error is not of the connection or the mail server. */
function mailFault(error: unknown, signal: AbortSignal): string | undefined {
  if (signal.aborted) return 'no answer in time'
  if (!(error instanceof Error)) return undefined
  const { responseCode, code } = error as { responseCode?: number; code?: string }
  return responseCode === undefined ? code : `SMTP ${responseCode}`
}
