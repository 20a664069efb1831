import type { Channel, Delivery, DeliveryCounts } from '../../callback-request/calling/messages.ts'
import { dayAndTime } from '../../callback-request/calling/time-words.ts'

/** After this time a waiting message needs somebody's attention: 15 minutes. Source: desk, section 9. */
const LONG_WAIT_MS = 15 * 60_000

/** The server stops counting here. */
const MAX_COUNT = 1_000

/** What a message is, in plain words. */
export const CHANNEL_NAMES: Readonly<Record<Channel, string>> = {
  'staff-mail': 'Mail to the department',
  'visitor-mail': 'Mail to the visitor',
  'overdue-mail': 'Mail about an overdue callback',
  webhook: 'Notice to another system (webhook)',
}

/** Why the latest attempt failed, in plain words, followed by the code that a technician needs. */
export function reasonInWords(reason: string): string {
  const words = REASONS.find(([pattern]) => pattern.test(reason))?.[1]
  return words === undefined ? reason : `${words} (${reason})`
}

const REASONS: readonly [RegExp, string][] = [
  [/^SMTP 535$|^EAUTH$/, 'The mail server did not accept our password'],
  [/^SMTP 5\d\d RCPT$/, 'The mail server refused the address'],
  [/^SMTP 4/, 'The mail server asks to try later'],
  [/^SMTP/, 'The mail server refused it'],
  [/^HTTP/, 'The other system did not accept it'],
  [/^E?(TLS|CERT)|CERTIFICATE|SELF_SIGNED|^ERR_(TLS|SSL)/, 'The connection is not safe'],
  [/^no answer in time$|^ETIMEDOUT$/, 'There was no answer in time'],
  [/^E[A-Z_]+$|^UND_ERR/, 'The server could not be reached'],
]

/** Why somebody should look at the deliveries: a text, empty while there is no reason. */
export function warningInWords(counts: DeliveryCounts, now: Date, timeZone: string): string {
  const { abandoned, oldest_waiting_at: oldest } = counts
  const sentences: string[] = []
  if (abandoned === 1) sentences.push('A message was not delivered and is abandoned.')
  if (abandoned > 1) sentences.push(`${numberInWords(abandoned)} messages were not delivered and are abandoned.`)
  if (oldest !== null && now.getTime() - Date.parse(oldest) >= LONG_WAIT_MS) {
    sentences.push(`A message has been waiting since ${dayAndTime(oldest, now, timeZone)}.`)
  }
  return sentences.join(' ')
}

/** Whether nobody sends a message: it is abandoned, or its try is long over, as when its channel is no longer set up. */
export function isUnsent({ state, next_try_at, queued_at }: Delivery, now: Date): boolean {
  return state === 'abandoned' || now.getTime() - Date.parse(next_try_at ?? queued_at) >= LONG_WAIT_MS
}

/** How many messages have not been delivered. */
export function countsInWords({ waiting, abandoned }: DeliveryCounts): string {
  return `${numberInWords(waiting)} waiting, ${numberInWords(abandoned)} abandoned.`
}

function numberInWords(count: number): string {
  return count >= MAX_COUNT ? `More than ${MAX_COUNT - 1}` : String(count)
}
