import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { parseAppointmentCall } from '../../../callback-request/appointment.ts'
import { parseContactCall } from '../../../callback-request/contact.ts'
import type { ValidationResult } from '../../../callback-request/rules.ts'
import type { CallbackDetails } from '../../../callback-request/stored-request.ts'
import type { DecodedBody } from '../../http/body/decode-body.ts'
import { FORM_TYPE, JSON_TYPE, readBodies } from '../../http/body/request-body.ts'
import { idempotencyKeyOf, KEY_REUSED, keyReused } from '../../http/idempotency-key.ts'
import { Refusal } from '../../http/problem.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { requireMarker } from '../../http/require-same-origin.ts'
import { campaignOfReferer, languageOfReferer } from './calling-page.ts'
import { type FormOptions, receiveSubmission } from './receive-submission.ts'

/**
 * The calls that the page's script makes. The answer is 201 and the reference once the request is on disk, or a problem
 * document. Reads from top to bottom in the order in which a call is checked.
 */
export const fetchSubmissions: FastifyPluginAsync<FormOptions> = async (app, options) => {
  requireMarker(app)
  limitRate(app, options.rateLimit, options.rateLimitCounts)
  readBodies(app)

  const constraints = { submission: 'fetch' }
  app.post<{ Body: DecodedBody }>(
    '/api/appointment',
    { constraints, config: { mediaType: JSON_TYPE } },
    (request, reply) => answer(request, reply, parseAppointmentCall(request.body, options.department.offer), options),
  )
  app.post<{ Body: DecodedBody }>(
    '/api/contact-us',
    { constraints, config: { mediaType: FORM_TYPE } },
    (request, reply) => answer(request, reply, parseContactCall(request.body, options.department.offer), options),
  )
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  validated: ValidationResult<CallbackDetails>,
  options: FormOptions,
): Promise<FastifyReply> {
  const idempotencyKey = idempotencyKeyOf(request, validated.ok ? {} : validated.errors)
  if (!validated.ok) throw new Refusal(422, { errors: validated.errors })

  const campaign = campaignOfReferer(request.headers.referer)
  const language = languageOfReferer(request.headers.referer, options.languages)
  const sent = { honeypot: '', campaign, language, idempotencyKey }
  const result = await receiveSubmission(request, validated.value, sent, options)
  if (!result.ok) throw keyReused(KEY_REUSED)
  return reply.code(201).send({ reference: result.reference })
}
