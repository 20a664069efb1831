import type { FastifyPluginAsync } from 'fastify'
import { parseAcceptance } from '../../../callback-request/staff-account.ts'
import type { DecodedBody } from '../../http/body/decode-body.ts'
import { Refusal } from '../../http/problem.ts'
import { accept, invited } from '../../storage/sign-ins.ts'
import { jsonFrom, ownAct } from '../access.ts'
import type { DeskOptions } from '../desk-options.ts'
import { textIn, valid } from '../json-body.ts'
import { hashPassword } from './password-hash.ts'
import { passwordError } from './password-rules.ts'
import { answer } from './sign-in-routes.ts'

/** Choosing a password by the link of an invitation or a reset. Unknown, used and expired links are answered alike. */
export const invitationRoutes: FastifyPluginAsync<DeskOptions> = async (app, options) => {
  const { database, cookie, department, now } = options
  app.post<{ Body: DecodedBody }>('/api/invitations/look', jsonFrom('anyone'), async ({ body }) => {
    const { email, role, name, kind } = await invitedBy(tokenIn(body))
    return { email, role, name, kind }
  })

  app.post<{ Body: DecodedBody }>('/api/invitations/accept', jsonFrom('anyone'), async (request, reply) => {
    const token = tokenIn(request.body)
    const { name, password } = valid(parseAcceptance(request.body))
    const { email } = await invitedBy(token)
    const error = await passwordError(password, [email, name, department.name, department.hospital])
    if (error !== undefined) throw new Refusal(422, { errors: { password: error } })

    const passwordHash = await hashPassword(password)
    const started = await accept(
      ownAct(options, request, null),
      token,
      { name, passwordHash },
      cookie.tokenHashOf(request),
    )
    if (!started) throw new Refusal(410)
    return answer(reply, cookie, started)
  })

  async function invitedBy(token: string) {
    const person = await invited(database, now(), token)
    if (!person) throw new Refusal(410)
    return person
  }
}

/** A link's secret part, which has 43 characters. */
const tokenIn = (body: DecodedBody) => textIn(body, 'token', 'Please open the link again')
