import type { FastifyPluginAsync } from 'fastify'
import type { DecodedBody } from '../../http/body/decode-body.ts'
import { clientOf } from '../../http/client-address.ts'
import { refuseBecause, sessionOf } from '../access.ts'
import type { DeskOptions } from '../desk-options.ts'
import { textIn } from '../json-body.ts'
import { withOwnPassword } from './own-password.ts'
import { answer } from './sign-in-routes.ts'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'

/** Setting up and removing the second factor of one's own account. */
export const secondFactorRoutes: FastifyPluginAsync<DeskOptions> = async (
  app,
  { accounts, signIns, failures, cookie, department, now },
) => {
  const enrolling = { config: { access: 'enrolling', takesJson: true } } as const
  const coordinator = { config: { access: 'coordinator', takesJson: true } } as const
  app.get('/api/second-factor', { config: { access: 'enrolling' } }, async (request, reply) => {
    const { tokenHash, staff } = sessionOf(request)
    if (staff.isHospitals) return refuseBecause(reply, 409, 'hospital')
    if (staff.hasSecondFactor) return refuseBecause(reply, 409, 'enrolled')
    const secret = await signIns.proposeSecondFactor(tokenHash, newTotpSecret())
    if (secret === undefined) return reply.refuse(401)
    // Short, so that the QR code stays easy to scan.
    return { secret, uri: totpUri(secret, { email: staff.email, issuer: department.hospital }) }
  })

  app.post<{ Body: DecodedBody }>('/api/second-factor', enrolling, async (request, reply) => {
    const code = textIn(request.body, 'code')
    if (code === undefined) return reply.refuse(422, { code: 'Please enter the code' })
    const session = sessionOf(request)
    if (session.staff.isHospitals) return refuseBecause(reply, 409, 'hospital')
    if (session.staff.hasSecondFactor) return refuseBecause(reply, 409, 'enrolled')
    const secret = await signIns.proposedSecondFactor(session.tokenHash)
    const step = secret === undefined ? undefined : stepOfCode(secret, code, now())
    const started = step === undefined ? undefined : await signIns.setSecondFactor(session, step, clientOf(request))
    return started ? answer(reply, cookie, started) : reply.refuse(401)
  })

  app.delete<{ Body: DecodedBody }>('/api/second-factor', coordinator, async (request, reply) => {
    const password = textIn(request.body, 'password')
    if (password === undefined) return reply.refuse(422, { password: 'Please enter your password' })
    if (!(await withOwnPassword(request, reply, { accounts, signIns, failures }, password))) return reply
    await signIns.removeSecondFactor(sessionOf(request), clientOf(request))
    return reply.code(204).send()
  })
}
