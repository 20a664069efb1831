import type { FastifyRequest } from 'fastify'
import { comparableText, hasSpamSignals } from '../../../callback-request/spam-signals.ts'
import { clientOf } from '../../http/client-address.ts'
import type { DuplicateMessages } from './duplicate-messages.ts'

/** Whether a request that is about to be stored looks like a robot's. Counts its message as sent. */
export function readSpamSignals(
  sent: { request: FastifyRequest; honeypot: string; message: string | null; receivedAt: Date },
  duplicateMessages: DuplicateMessages,
): boolean {
  const { request, honeypot, message, receivedAt } = sent
  const text = comparableText(message ?? '')
  return hasSpamSignals({
    honeypot,
    message,
    addresses: text === undefined ? 1 : duplicateMessages.addressesOf(text, clientOf(request), receivedAt),
  })
}
