import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallbackDetails } from '../../callback-request/callback-details.ts'
import type { FieldErrors, Outcome } from '../../callback-request/outcome.ts'
import { StoreUnavailable } from '../storage/store-unavailable.ts'
import { campaignOfFields, campaignOfReferer } from './campaign.ts'
import type { FormPage } from './form-page.ts'
import type { FormRouteOptions } from './form-route-options.ts'
import { keyOfPlainPost } from './plain-post-key.ts'
import { retryLater } from './problem.ts'
import { suspicionOf } from './suspicion.ts'

/**
 * Answers a form that the browser posted itself: on to /thank-you once the request is on disk, else the page again
 * with that form, what was typed and what is wrong. What was typed is nowhere but in that page.
 */
export async function answerPlainPost(
  request: FastifyRequest,
  reply: FastifyReply,
  form: FormPage['form'],
  judged: Outcome<CallbackDetails>,
  options: FormRouteOptions,
): Promise<FastifyReply> {
  const { requests, now, noticeVersion, renderFormPage } = options
  const values = request.body as Record<string, string>
  const campaign = campaignOfReferer(request.headers.referer) ?? campaignOfFields(values)
  const showAgain = (status: number, errors: FieldErrors) =>
    reply.code(status).type('text/html; charset=utf-8').send(renderFormPage({ form, values, errors, campaign }))

  if (!judged.ok) return showAgain(422, judged.errors)
  try {
    await requests.receive(judged.value, {
      receivedAt: now(),
      campaign,
      suspected: suspicionOf(request, judged.value, options),
      noticeVersion,
      idempotencyKey: keyOfPlainPost(judged.value, now()),
    })
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    request.log.error({ err: error }, 'the store is unavailable')
    retryLater(reply)
    return showAgain(503, {})
  }
  return reply.redirect('/thank-you', 303)
}
