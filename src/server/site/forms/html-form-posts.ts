import { createHash } from 'node:crypto'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { parseAppointment } from '../../../callback-request/appointment.ts'
import { parseContact } from '../../../callback-request/contact.ts'
import { digitsOf } from '../../../callback-request/phone-number.ts'
import type { ValidationResult } from '../../../callback-request/rules.ts'
import { HONEYPOT_FIELD } from '../../../callback-request/spam-signals.ts'
import type { CallbackDetails } from '../../../callback-request/stored-request.ts'
import { homePath } from '../../../content/site-languages.ts'
import { FORM_TYPE, readBodies } from '../../http/body/request-body.ts'
import { Refusal } from '../../http/problem.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { requireOriginHeader } from '../../http/require-same-origin.ts'
import { campaignOfHtmlFormPost, languageOfHtmlFormPost } from './calling-page.ts'
import { type RenderFormPage, sendFormPage } from './form-page.ts'
import { type FormOptions, receiveSubmission } from './receive-submission.ts'

/** Covers a double click and a reload of the answer. Whoever asks again on purpose usually does so later. */
const HTML_FORM_WINDOW_MS = 600_000

interface HtmlFormPost {
  Body: Record<string, string>
}

/**
 * The forms that the browser posts without script. The answer leads to the thank-you page once the request is on disk; every
 * refusal is a page of the site. Reads from top to bottom in the order in which a post is checked.
 */
export const htmlFormPosts: FastifyPluginAsync<FormOptions & { renderFormPage: RenderFormPage }> = async (
  app,
  options,
) => {
  requireOriginHeader(app)
  limitRate(app, options.rateLimit, options.rateLimitCounts)
  readBodies(app)

  const constraints = { submission: 'html' }
  const { offer } = options.department
  app.post<HtmlFormPost>(
    '/api/appointment',
    { constraints, config: { mediaType: FORM_TYPE, sendRefusal: sendFormPage('appointment', options) } },
    (request, reply) => answer(request, reply, parseAppointment(readValues(request, options), offer), options),
  )
  app.post<HtmlFormPost>(
    '/api/contact-us',
    { constraints, config: { mediaType: FORM_TYPE, sendRefusal: sendFormPage('contact', options) } },
    (request, reply) => answer(request, reply, parseContact(readValues(request, options), offer), options),
  )
}

/** What was typed. Nothing tells how the number was: it counts as one that was filled in. */
function readValues({ body }: FastifyRequest<HtmlFormPost>, { department }: FormOptions): Record<string, string> {
  const { phone = '' } = body
  return { ...body, phone: digitsOf(phone, department) ?? phone }
}

async function answer(
  request: FastifyRequest<HtmlFormPost>,
  reply: FastifyReply,
  validated: ValidationResult<CallbackDetails>,
  options: FormOptions,
): Promise<FastifyReply> {
  if (!validated.ok) throw new Refusal(422, { errors: validated.errors })

  const honeypot = request.body[HONEYPOT_FIELD] ?? ''
  const campaign = campaignOfHtmlFormPost(request.headers.referer, request.body)
  const idempotencyKey = htmlFormKey(validated.value, options.now())
  const language = languageOfHtmlFormPost(request, options.languages)
  await receiveSubmission(request, validated.value, { honeypot, campaign, language, idempotencyKey }, options)
  return reply.redirect(`${homePath(language, options.languages[0])}thank-you`, 303)
}

/**
 * The idempotency key of an HTML form post, which brings none: the same details are stored once within the same ten
 * minutes of the clock. No caller can send such a key, because a header cannot contain the arrow.
 */
export function htmlFormKey(details: CallbackDetails, now: Date): string {
  const digest = createHash('sha256').update(JSON.stringify(details)).digest('base64url')
  return `plain post → ${Math.floor(now.getTime() / HTML_FORM_WINDOW_MS)} ${digest}`
}
