import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallbackDetails } from '../../../callback-request/callback-details.ts'
import type { ValidationResult } from '../../../callback-request/validation-result.ts'
import { campaignOfHtmlFormPost } from '../../http/campaign.ts'
import type { FormRouteOptions } from './form-route-options.ts'
import { htmlFormKey } from './html-form-key.ts'
import { readSpamSignals } from './read-spam-signals.ts'

/**
 * Answers a form that the browser posted itself: on to /thank-you once the request is on disk, or 422 and the form
 * again.
 *
 * @throws StoreUnavailable
 */
export async function answerHtmlFormPost(
  request: FastifyRequest,
  reply: FastifyReply,
  validated: ValidationResult<CallbackDetails>,
  options: FormRouteOptions,
): Promise<FastifyReply> {
  if (!validated.ok) return reply.problem(422, validated.errors)

  const { requests, now, noticeVersion } = options
  const values = request.body as Record<string, string>
  await requests.receive(validated.value, {
    receivedAt: now(),
    campaign: campaignOfHtmlFormPost(request.headers.referer, values),
    suspected: readSpamSignals(request, validated.value, options),
    noticeVersion,
    idempotencyKey: htmlFormKey(validated.value, now()),
  })
  return reply.redirect('/thank-you', 303)
}
