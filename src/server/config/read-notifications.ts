import { isIP } from 'node:net'
import { email } from '../../callback-request/rules.ts'
import type { MailServer } from '../outbox/mail/mail-transport.ts'
import type { Detail } from '../outbox/mail/staff-mail.ts'
import type { NotificationSettings } from '../outbox/notification-settings.ts'
import { HOST, hostName, isThisMachine, secureUrl, type Variables, withoutBrackets } from './variables.ts'

/** Source: the Standard Webhooks specification. */
const MIN_SECRET_BYTES = 24

const ADDRESSES = 'e-mail addresses, separated by commas'

/** Reads the settings of notifications. Mail or a webhook that is set only in part is a problem: nobody would be notified. */
export function readNotifications(variables: Variables, publicUrl: URL | null): NotificationSettings {
  const read = variables.read.bind(variables)
  const helo = read('SMTP_HELO', HOST, publicUrl?.hostname, hostName)
  const smtp = read('SMTP_URL', 'smtp://… or smtps://user:password@host:port, without a path', null, mailServer)
  const server = smtp && { ...smtp, helo: helo && greetingOf(withoutBrackets(helo)) }
  const staff = read('NOTIFY_EMAIL', ADDRESSES, [], addresses)
  const alerted = read('ALERT_EMAIL', ADDRESSES, [], addresses)
  const from = read('MAIL_FROM', 'an e-mail address', staff[0] ?? alerted[0] ?? '', address)
  const detail = read('NOTIFY_DETAIL', 'full or reference', 'full', (text) => DETAILS.find((known) => known === text))
  const acknowledgesVisitors = variables.readBoolean('ACKNOWLEDGE_VISITORS')
  const secure = 'an https address (http only on this machine), without user and password'
  const url = read('WEBHOOK_URL', secure, null, secureUrl)
  const random = `"whsec_" and at least ${MIN_SECRET_BYTES} random bytes in base64`
  const secret = read('WEBHOOK_SECRET', random, null, secretBytes)

  const hasAlerts = variables.isSet('ALERT_EMAIL')
  if (variables.isSet('NOTIFY_EMAIL')) variables.require('SMTP_URL', 'NOTIFY_EMAIL')
  else if (hasAlerts) variables.require('SMTP_URL', 'ALERT_EMAIL')
  else if (acknowledgesVisitors) variables.require('SMTP_URL', 'ACKNOWLEDGE_VISITORS')
  if (variables.isSet('SMTP_URL') && (acknowledgesVisitors || !hasAlerts)) {
    variables.require('NOTIFY_EMAIL', 'SMTP_URL')
  }
  // A mailbox that refuses mail, or that nobody reads, cannot tell of that.
  const department = new Set(staff.map((one) => one.toLowerCase()))
  if (alerted.some((one) => department.has(one.toLowerCase()))) {
    variables.problems.push('ALERT_EMAIL must be another address than those of NOTIFY_EMAIL.')
  }
  if (variables.isSet('WEBHOOK_URL')) variables.require('WEBHOOK_SECRET', 'WEBHOOK_URL')
  if (variables.isSet('WEBHOOK_SECRET')) variables.require('WEBHOOK_URL', 'WEBHOOK_SECRET')

  return {
    mail: server === null || staff.length === 0 ? null : { server, from, staff, detail, acknowledgesVisitors },
    webhook: url === null || secret === null ? null : { url, secret },
    alerts: server === null || alerted.length === 0 ? null : { server, from, to: alerted },
  }
}

const DETAILS: Detail[] = ['full', 'reference']

function address(text: string): string | undefined {
  return email().keeps(text) ? text : undefined
}

function addresses(text: string): string[] | undefined {
  const entries = text.split(',').map((entry) => address(entry.trim()))
  return entries.every((entry) => entry !== undefined) ? [...new Set(entries)] : undefined
}

/** How a mail client with this host greets. Source: RFC 5321, 4.1.3. */
function greetingOf(host: string): string {
  const version = isIP(host)
  if (version === 0) return host
  return version === 6 ? `[IPv6:${host}]` : `[${host}]`
}

/** Options in the address are refused: they could switch off the encryption of visitors' details. */
function mailServer(text: string): Omit<MailServer, 'helo'> | undefined {
  const url = URL.parse(text)
  if (url === null || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') return undefined
  if (!['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '') return undefined
  const [user, password] = [decoded(url.username), decoded(url.password)]
  if (user === undefined || password === undefined) return undefined
  return {
    host: withoutBrackets(url.hostname),
    port: url.port === '' ? undefined : Number(url.port),
    beginsWithTls: url.protocol === 'smtps:',
    isThisMachine: isThisMachine(withoutBrackets(url.hostname)),
    login: user === '' ? undefined : { user, password },
  }
}

/** As the libraries of the standard read it: base64 with an optional prefix. */
function secretBytes(text: string): Uint8Array | undefined {
  const base64 = text.replace(/^whsec_/, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined
  const bytes = Buffer.from(base64, 'base64')
  return bytes.length >= MIN_SECRET_BYTES ? bytes : undefined
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
