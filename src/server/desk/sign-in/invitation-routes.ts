import type { FastifyPluginAsync } from 'fastify'
import { parseAcceptance } from '../../../callback-request/staff-account.ts'
import type { DecodedBody } from '../../http/body/decode-body.ts'
import { clientOf } from '../../http/client-address.ts'
import type { DeskOptions } from '../desk-options.ts'
import { textIn } from '../json-body.ts'
import { hashPassword } from './password-hash.ts'
import { passwordError } from './password-rules.ts'
import { answer } from './sign-in-routes.ts'

/** A link's secret part has 43 characters. */
const NO_TOKEN = { token: 'Please open the link again' }

/** Choosing a password by the link of an invitation or a reset. Unknown, used and expired links are answered alike. */
export const invitationRoutes: FastifyPluginAsync<DeskOptions> = async (app, { signIns, cookie, department }) => {
  const anyone = { config: { access: 'anyone', takesJson: true } } as const
  app.post<{ Body: DecodedBody }>('/api/invitations/look', anyone, async (request, reply) => {
    const token = textIn(request.body, 'token')
    if (token === undefined) return reply.refuse(422, NO_TOKEN)
    const invitation = await signIns.invitation(token)
    if (!invitation) return reply.refuse(410)
    const { kind, staff } = invitation
    return { email: staff.email, role: staff.role, name: staff.name, kind }
  })

  app.post<{ Body: DecodedBody }>('/api/invitations/accept', anyone, async (request, reply) => {
    const token = textIn(request.body, 'token')
    const typed = parseAcceptance(request.body)
    if (token === undefined || !typed.ok) {
      return reply.refuse(422, { ...(token === undefined && NO_TOKEN), ...(!typed.ok && typed.errors) })
    }
    const invitation = await signIns.invitation(token)
    if (!invitation) return reply.refuse(410)
    const { name, password } = typed.value
    const names = [invitation.staff.email, name, department.name, department.hospital]
    const error = await passwordError(password, names)
    if (error !== undefined) return reply.refuse(422, { password: error })

    const passwordHash = await hashPassword(password)
    const started = await signIns.accept(token, { name, passwordHash }, clientOf(request), cookie.tokenHashOf(request))
    return started ? answer(reply, cookie, started) : reply.refuse(410)
  })
}
