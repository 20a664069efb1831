import type { FastifyPluginAsync } from 'fastify'
import { parsePasswordChange } from '../../../callback-request/staff-account.ts'
import type { DecodedBody } from '../../http/body/decode-body.ts'
import { Refusal } from '../../http/problem.ts'
import { changePassword } from '../../storage/sign-ins.ts'
import { callableBy, jsonFrom, ownAct, sessionOf } from '../access.ts'
import type { DeskOptions } from '../desk-options.ts'
import { valid } from '../json-body.ts'
import { withOwnPassword } from './own-password.ts'
import { hashPassword } from './password-hash.ts'
import { passwordError } from './password-rules.ts'

/** One's own account: who is signed in, and a new password. */
export const accountRoutes: FastifyPluginAsync<DeskOptions> = async (app, options) => {
  const { cookie, department, languages, now } = options
  app.get('/api/me', callableBy('enrolling'), async (request) => {
    const { id, name, email, role, totp_secret, oidc_issuer } = sessionOf(request).staff
    return {
      id,
      name,
      email,
      role,
      second_factor: totp_secret !== null,
      hospital: oidc_issuer !== null,
      time_zone: department.timeZone,
      department: department.name,
      languages,
      offer: department.offer,
      country_prefix: department.countryPrefix,
      now: now().toISOString(),
    }
  })

  app.post<{ Body: DecodedBody }>('/api/me/password', jsonFrom('staff'), async (request, reply) => {
    const typed = valid(parsePasswordChange(request.body))
    const session = sessionOf(request)
    const { id, name, email, oidc_issuer } = session.staff
    if (oidc_issuer) throw new Refusal(409, { code: 'hospital' })
    const error = await passwordError(typed.new, [email, name, department.name, department.hospital])
    if (error !== undefined) throw new Refusal(422, { errors: { new: error } })

    await withOwnPassword(request, options, typed.current)
    const passwordHash = await hashPassword(typed.new)
    const started = await changePassword(ownAct(options, request, id), session, passwordHash)
    if (!started) throw new Refusal(401)
    cookie.set(reply, started.token)
    return reply.code(204).send()
  })
}
