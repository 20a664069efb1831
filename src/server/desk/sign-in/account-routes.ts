import type { FastifyPluginAsync } from 'fastify'
import { parsePasswordChange } from '../../../callback-request/staff-account.ts'
import type { DecodedBody } from '../../http/body/decode-body.ts'
import { clientOf } from '../../http/client-address.ts'
import { refuseBecause, sessionOf } from '../access.ts'
import type { DeskOptions } from '../desk-options.ts'
import { withOwnPassword } from './own-password.ts'
import { hashPassword } from './password-hash.ts'
import { passwordError } from './password-rules.ts'

/** One's own account: who is signed in, and a new password. */
export const accountRoutes: FastifyPluginAsync<DeskOptions> = async (
  app,
  { accounts, signIns, failures, cookie, department, languages, now },
) => {
  const staff = { config: { access: 'staff', takesJson: true } } as const
  app.get('/api/me', { config: { access: 'enrolling' } }, async (request) => {
    const { id, name, email, role, hasSecondFactor, isHospitals } = sessionOf(request).staff
    return {
      id,
      name,
      email,
      role,
      second_factor: hasSecondFactor,
      hospital: isHospitals,
      time_zone: department.timeZone,
      department: department.name,
      languages,
      offer: department.offer,
      now: now().toISOString(),
    }
  })

  app.post<{ Body: DecodedBody }>('/api/me/password', staff, async (request, reply) => {
    const typed = parsePasswordChange(request.body)
    if (!typed.ok) return reply.refuse(422, typed.errors)
    const session = sessionOf(request)
    const { name, email, isHospitals } = session.staff
    if (isHospitals) return refuseBecause(reply, 409, 'hospital')
    const error = await passwordError(typed.value.new, [email, name, department.name, department.hospital])
    if (error !== undefined) return reply.refuse(422, { new: error })

    const person = await withOwnPassword(request, reply, { accounts, signIns, failures }, typed.value.current)
    if (!person) return reply
    const passwordHash = await hashPassword(typed.value.new, session.tokenHash)
    const started = await signIns.changePassword(session, person, passwordHash, clientOf(request))
    if (!started) return reply.refuse(401)
    cookie.set(reply, started.token)
    return reply.code(204).send()
  })
}
