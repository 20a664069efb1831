import type { DepartmentFacts } from '../../../callback-request/department-facts.ts'
import type { StoredRequest } from '../../storage/requests/stored-request-row.ts'
import type { Delivery, DeliveryResult } from '../delivery.ts'
import type { MailText } from './mail-text.ts'
import { type MailServer, type MailTransport, mailTransport } from './mail-transport.ts'
import { type Detail, staffMail } from './staff-mail.ts'
import { visitorMail, visitorMailEndsAt } from './visitor-mail.ts'

export interface MailOptions {
  server: MailServer
  /** The sender's address, bare. */
  from: string
  /** The department's addresses, bare: at least one. */
  staff: readonly string[]
  detail: Detail
  department: DepartmentFacts
  now: () => Date
}

/** How long one mail may take from the first step to the last. */
const TIMEOUT_MS = 30_000

/** Sends the department one mail for each request. */
export function staffMailDelivery({ server, from, staff, detail, department, now }: MailOptions): Delivery {
  const transport = mailTransport(server)
  return {
    channel: 'staff-mail',
    timeoutMs: TIMEOUT_MS,
    isOpen: async () => true,
    deliver: ({ id, request }, signal) =>
      send(transport, { id, from, to: staff, department, date: now() }, staffMail(request, detail, department), signal),
  }
}

/** Tells visitors when they are called. A mail that can no longer be true, or that nobody takes, is dropped. */
export function visitorMailDelivery({ server, from, department, now }: MailOptions): Delivery {
  const transport = mailTransport(server)
  const isOver = (request: StoredRequest) => now() > (visitorMailEndsAt(request, department) ?? now())
  return {
    channel: 'visitor-mail',
    timeoutMs: TIMEOUT_MS,
    isOpen: async () => true,
    async deliver({ id, request }, signal) {
      if (isOver(request)) return { kind: 'dropped', reason: 'its window is over' }
      const envelope = { id, from, to: [request.email], department, date: now() }
      const outcome = await send(transport, envelope, visitorMail(request, department), signal)
      // A mistyped address: no later try can help, and nobody at the department has to look after it.
      return outcome.kind === 'failed' && /^SMTP 5\d\d RCPT$/.test(outcome.reason)
        ? { kind: 'dropped', reason: outcome.reason }
        : outcome
    },
  }
}

interface Envelope {
  id: string
  from: string
  to: readonly string[]
  department: DepartmentFacts
  date: Date
}

async function send(
  transport: Promise<MailTransport>,
  { id, from, to, department, date }: Envelope,
  text: MailText,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  try {
    const { rejected } = await (await transport).sendMail({
      ...text,
      messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
      // Objects: in an address that is text, a comma or a line break would make two.
      from: { name: `${department.name}, ${department.hospital}`, address: from },
      to: to.map((address) => ({ name: '', address })),
      date,
      headers: { 'Auto-Submitted': 'auto-generated' },
      signal,
    })
    // The others have it; another try would send it to them twice.
    if (rejected.length > 0) return { kind: 'delivered', reason: `refused for ${rejected.length} of ${to.length}` }
    return { kind: 'delivered' }
  } catch (error) {
    const reason = mailFault(error, signal)
    if (reason === undefined) throw error
    return { kind: 'failed', reason }
  }
}

/** What kept a mail from being taken, as a code; undefined when it was no fault of the way. */
function mailFault(error: unknown, signal: AbortSignal): string | undefined {
  if (signal.aborted) return 'no answer in time'
  if (!(error instanceof Error)) return undefined
  const { responseCode, command, code } = error as { responseCode?: number; command?: string; code?: string }
  if (responseCode !== undefined) return `SMTP ${responseCode}${command === 'RCPT TO' ? ' RCPT' : ''}`
  return code
}
