import type { FastifyPluginAsync } from 'fastify'
import { type FieldErrors, NOT_OFFERED, ordinaryCharacters } from '../../../callback-request/rules.ts'
import type { Withdrawal } from '../../../callback-request/stored-request.ts'
import type { DecodedBody } from '../../http/body/decode-body.ts'
import { JSON_TYPE, readBodies } from '../../http/body/request-body.ts'
import { KEY_LENGTH } from '../../http/idempotency-key.ts'
import { Refusal } from '../../http/problem.ts'
import { limitRate } from '../../http/rate-limit.ts'
import { requireMarker } from '../../http/require-same-origin.ts'
import type { FormOptions } from './receive-submission.ts'

const STATUSES = { withdrawn: 204, done: 204, unknown: 404, settled: 409 } as const

/** What a header can carry. So nobody can name the key of an HTML form post, which says what was typed. */
const HEADER_TEXT = /^[\t\x20-\x7e\x80-\xff]+$/

/**
 * The call by which a visitor takes back a request of the same visit. Reads from top to bottom in the order in which it is
 * checked, as the calls of the forms are.
 */
export const withdrawals: FastifyPluginAsync<FormOptions> = async (app, { requests, now, ...options }) => {
  requireMarker(app)
  limitRate(app, options.rateLimit, options.rateLimitCounts)
  readBodies(app)

  app.post<{ Body: DecodedBody }>('/api/withdraw', { config: { mediaType: JSON_TYPE } }, async (request, reply) => {
    const status = STATUSES[await requests.withdraw(withdrawalIn(request.body), now())]
    if (status !== 204) throw new Refusal(status)
    return reply.code(status).send()
  })
}

/** @throws Refusal with the message of each member that cannot be read */
function withdrawalIn({ form, key, by = null }: DecodedBody): Withdrawal {
  const errors: FieldErrors<'form' | 'key' | 'by'> = {}
  if (form !== 'appointment' && form !== 'contact') errors.form = NOT_OFFERED
  for (const [name, value] of [
    ['key', key],
    ['by', by],
  ] as const) {
    const message = name === 'by' && value === null ? undefined : whyNotKey(value)
    if (message) errors[name] = message
  }
  if (Object.keys(errors).length > 0) throw new Refusal(422, { errors })
  return { form, key, by: by ?? undefined } as Withdrawal
}

function whyNotKey(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return 'Value is required'
  if (!KEY_LENGTH.keeps(value)) return KEY_LENGTH.message
  return HEADER_TEXT.test(value) ? undefined : ordinaryCharacters().message
}
