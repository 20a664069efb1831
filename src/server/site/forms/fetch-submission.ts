import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallbackDetails } from '../../../callback-request/callback-details.ts'
import type { ValidationResult } from '../../../callback-request/validation-result.ts'
import { campaignOfReferer } from '../../http/campaign.ts'
import type { FormRouteOptions } from './form-route-options.ts'
import { idempotencyKeyOf, KEY_REUSED, keyErrors } from './idempotency-key.ts'
import { readSpamSignals } from './read-spam-signals.ts'

/**
 * Answers a call that the page's script made: 201 and the reference once the request is on disk, or 422.
 *
 * @throws StoreUnavailable
 */
export async function answerFetchSubmission(
  request: FastifyRequest,
  reply: FastifyReply,
  validated: ValidationResult<CallbackDetails>,
  options: FormRouteOptions,
): Promise<FastifyReply> {
  const { requests, now, noticeVersion } = options
  const idempotencyKey = idempotencyKeyOf(request)
  const errors = { ...(validated.ok ? {} : validated.errors), ...keyErrors(idempotencyKey) }
  if (!validated.ok || Object.keys(errors).length > 0) return reply.problem(422, errors)

  const reception = await requests.receive(validated.value, {
    receivedAt: now(),
    campaign: campaignOfReferer(request.headers.referer),
    suspected: readSpamSignals(request, validated.value, options),
    noticeVersion,
    idempotencyKey,
  })
  return reception.ok ? reply.code(201).send({ reference: reception.reference }) : reply.problem(422, KEY_REUSED)
}
