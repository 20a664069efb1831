import type { FastifyRequest } from 'fastify'
import type { CallbackDetails } from '../../../callback-request/callback-details.ts'
import { comparableText, HONEYPOT_FIELD, hasSpamSignals } from '../../../callback-request/spam-signals.ts'
import { clientOf } from '../../http/client-address.ts'
import type { DuplicateMessages } from './duplicate-messages.ts'

/** Whether a request that is about to be stored looks like a robot's. Counts its message as sent. */
export function readSpamSignals(
  request: FastifyRequest,
  { message }: CallbackDetails,
  { duplicateMessages, now }: { duplicateMessages: DuplicateMessages; now: () => Date },
): boolean {
  const text = comparableText(message ?? '')
  return hasSpamSignals({
    honeypot: request.isHtmlFormPost ? ((request.body as Record<string, string>)[HONEYPOT_FIELD] ?? '') : '',
    message,
    addresses: text === undefined ? 1 : duplicateMessages.addressesOf(text, clientOf(request), now()),
  })
}
