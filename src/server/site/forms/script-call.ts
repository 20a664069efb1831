import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallbackDetails } from '../../../callback-request/callback-details.ts'
import type { Outcome } from '../../../callback-request/outcome.ts'
import { campaignOfReferer } from '../../http/campaign.ts'
import type { FormRouteOptions } from './form-route-options.ts'
import { idempotencyKeyOf, KEY_REUSED, keyErrors } from './idempotency-key.ts'
import { suspicionOf } from './suspicion.ts'

/**
 * Answers a call that the page's script made: 201 and the reference once the request is on disk, or 422.
 *
 * @throws StoreUnavailable
 */
export async function answerScript(
  request: FastifyRequest,
  reply: FastifyReply,
  judged: Outcome<CallbackDetails>,
  options: FormRouteOptions,
): Promise<FastifyReply> {
  const { requests, now, noticeVersion } = options
  const idempotencyKey = idempotencyKeyOf(request)
  const errors = { ...(judged.ok ? {} : judged.errors), ...keyErrors(idempotencyKey) }
  if (!judged.ok || Object.keys(errors).length > 0) return reply.problem(422, errors)

  const reception = await requests.receive(judged.value, {
    receivedAt: now(),
    campaign: campaignOfReferer(request.headers.referer),
    suspected: suspicionOf(request, judged.value, options),
    noticeVersion,
    idempotencyKey,
  })
  return reception.ok ? reply.code(201).send({ reference: reception.reference }) : reply.problem(422, KEY_REUSED)
}
