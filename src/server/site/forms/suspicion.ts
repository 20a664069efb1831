import type { FastifyRequest } from 'fastify'
import type { CallbackDetails } from '../../../callback-request/callback-details.ts'
import { comparableText, DECOY_FIELD, isSuspected } from '../../../callback-request/suspicion.ts'
import { clientOf } from '../../http/client-address.ts'
import type { RepeatedTexts } from './repeated-texts.ts'

/** Whether a request that is about to be stored looks like a robot's. Counts its message as sent. */
export function suspicionOf(
  request: FastifyRequest,
  { message }: CallbackDetails,
  { repeatedTexts, now }: { repeatedTexts: RepeatedTexts; now: () => Date },
): boolean {
  const text = comparableText(message ?? '')
  return isSuspected({
    decoy: request.isPlainPost ? ((request.body as Record<string, string>)[DECOY_FIELD] ?? '') : '',
    message,
    addresses: text === undefined ? 1 : repeatedTexts.addressesOf(text, clientOf(request), now()),
  })
}
