import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { DecodedBody } from '../../http/body/decode-body.ts'
import { clientOf } from '../../http/client-address.ts'
import { Refusal } from '../../http/problem.ts'
import { callableBy, jsonFrom, sessionOf } from '../access.ts'
import type { DeskOptions } from '../desk-options.ts'
import { textIn } from '../json-body.ts'
import { withOwnPassword } from './own-password.ts'
import { answer } from './sign-in-routes.ts'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'

/** Setting up and removing the second factor of one's own account. */
export const secondFactorRoutes: FastifyPluginAsync<DeskOptions> = async (
  app,
  { database, signIns, limits, cookie, department, now },
) => {
  app.get('/api/second-factor', callableBy('enrolling'), async (request) => {
    const { tokenHash, staff } = withoutSecondFactor(request)
    const secret = await signIns.proposeSecondFactor(tokenHash, newTotpSecret())
    if (secret === undefined) throw new Refusal(401)
    // Short, so that the QR code stays easy to scan.
    return { secret, uri: totpUri(secret, { email: staff.email, issuer: department.hospital }) }
  })

  app.post<{ Body: DecodedBody }>('/api/second-factor', jsonFrom('enrolling'), async (request, reply) => {
    const code = textIn(request.body, 'code', 'Please enter the code')
    const session = withoutSecondFactor(request)
    const { proposedSecret: secret } = session
    const step = secret === null ? undefined : stepOfCode(secret, code, now())
    const started = step === undefined ? undefined : await signIns.setSecondFactor(session, step, clientOf(request))
    if (!started) throw new Refusal(401)
    return answer(reply, cookie, started)
  })

  app.delete<{ Body: DecodedBody }>('/api/second-factor', jsonFrom('coordinator'), async (request, reply) => {
    const password = textIn(request.body, 'password', 'Please enter your password')
    await withOwnPassword(request, { database, limits, now }, password)
    await signIns.removeSecondFactor(sessionOf(request), clientOf(request))
    return reply.code(204).send()
  })
}

/** The session of an account that can set up a second factor. @throws Refusal */
function withoutSecondFactor(request: FastifyRequest) {
  const session = sessionOf(request)
  if (session.staff.oidc_issuer) throw new Refusal(409, { code: 'hospital' })
  if (session.staff.totp_secret) throw new Refusal(409, { code: 'enrolled' })
  return session
}
