import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { DecodedBody } from '../../http/body/decode-body.ts'
import { Refusal } from '../../http/problem.ts'
import { proposeSecondFactor, removeSecondFactor, setSecondFactor } from '../../storage/sign-ins.ts'
import { callableBy, jsonFrom, ownAct, sessionOf } from '../access.ts'
import type { DeskOptions } from '../desk-options.ts'
import { textIn } from '../json-body.ts'
import { withOwnPassword } from './own-password.ts'
import { answer } from './sign-in-routes.ts'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'

/** Setting up and removing the second factor of one's own account. */
export const secondFactorRoutes: FastifyPluginAsync<DeskOptions> = async (app, options) => {
  const { database, cookie, department, now } = options
  app.get('/api/second-factor', callableBy('enrolling'), async (request) => {
    const { tokenHash, staff } = withoutSecondFactor(request)
    const secret = await proposeSecondFactor(database, tokenHash, newTotpSecret())
    if (secret === undefined) throw new Refusal(401)
    // Short, so that the QR code stays easy to scan.
    return { secret, uri: totpUri(secret, { email: staff.email, issuer: department.hospital }) }
  })

  app.post<{ Body: DecodedBody }>('/api/second-factor', jsonFrom('enrolling'), async (request, reply) => {
    const code = textIn(request.body, 'code', 'Please enter the code')
    const session = withoutSecondFactor(request)
    const { proposedSecret: secret } = session
    const step = secret === null ? undefined : stepOfCode(secret, code, now())
    const started =
      step === undefined ? undefined : await setSecondFactor(ownAct(options, request, session.staff.id), session, step)
    if (!started) throw new Refusal(401)
    return answer(reply, cookie, started)
  })

  app.delete<{ Body: DecodedBody }>('/api/second-factor', jsonFrom('coordinator'), async (request, reply) => {
    const password = textIn(request.body, 'password', 'Please enter your password')
    await withOwnPassword(request, options, password)
    const session = sessionOf(request)
    await removeSecondFactor(ownAct(options, request, session.staff.id), session)
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
