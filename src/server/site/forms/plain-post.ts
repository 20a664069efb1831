import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallbackDetails } from '../../../callback-request/callback-details.ts'
import type { Outcome } from '../../../callback-request/outcome.ts'
import { campaignOfHtmlFormPost } from '../../http/campaign.ts'
import type { FormRouteOptions } from './form-route-options.ts'
import { keyOfPlainPost } from './plain-post-key.ts'
import { suspicionOf } from './suspicion.ts'

/**
 * Answers a form that the browser posted itself: on to /thank-you once the request is on disk, or 422 and the form
 * again.
 *
 * @throws StoreUnavailable
 */
export async function answerPlainPost(
  request: FastifyRequest,
  reply: FastifyReply,
  judged: Outcome<CallbackDetails>,
  options: FormRouteOptions,
): Promise<FastifyReply> {
  if (!judged.ok) return reply.problem(422, judged.errors)

  const { requests, now, noticeVersion } = options
  const values = request.body as Record<string, string>
  await requests.receive(judged.value, {
    receivedAt: now(),
    campaign: campaignOfHtmlFormPost(request.headers.referer, values),
    suspected: suspicionOf(request, judged.value, options),
    noticeVersion,
    idempotencyKey: keyOfPlainPost(judged.value, now()),
  })
  return reply.redirect('/thank-you', 303)
}
