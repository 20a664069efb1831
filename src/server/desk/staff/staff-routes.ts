import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import {
  invitationLink,
  isStaffRole,
  parseStaffChange,
  parseStaffInvitation,
} from '../../../callback-request/staff-account.ts'
import type { DecodedBody } from '../../http/body/decode-body.ts'
import type { Invitation, StaffRefusal, StaffResult } from '../../storage/staff/staff-accounts.ts'
import { actorOf, refuseBecause, sessionOf } from '../access.ts'
import type { DeskOptions } from '../desk-options.ts'
import { isConfirmed } from '../sign-in/own-password.ts'

type OneAccount = { Params: { id: string } }

/** The accounts of all staff, for managers. */
export const staffRoutes: FastifyPluginAsync<DeskOptions> = async (app, options) => {
  const { accounts, deskOrigin } = options
  const config = { access: 'manager' } as const
  const withBody = { config: { ...config, takesJson: true } } as const

  app.get('/api/staff', { config }, async () => ({ rows: await accounts.all(), next: null }))

  app.post<{ Body: DecodedBody }>('/api/staff/invitations', withBody, async (request, reply) => {
    const typed = parseStaffInvitation(request.body)
    if (!typed.ok) return reply.refuse(422, typed.errors)
    if (typed.value.role === 'manager' && !(await isConfirmed(request, reply, options))) return reply
    const result = await accounts.invite(typed.value, actorOf(request))
    return result.ok ? reply.code(201).send(linkOf(result.value)) : refuse(reply, result.refusal)
  })

  app.post<OneAccount>('/api/staff/:id/disable', { config }, async (request, reply) =>
    noContent(reply, await accounts.disable(request.params.id, actorOf(request))),
  )

  app.post<OneAccount>('/api/staff/:id/enable', { config }, async (request, reply) =>
    noContent(reply, await accounts.enable(request.params.id, actorOf(request))),
  )

  const reset = { config: { ...config, takesJson: true } } as const
  app.post<OneAccount & { Body: DecodedBody }>('/api/staff/:id/reset', reset, async (request, reply) => {
    if (request.params.id === sessionOf(request).staff.id) return refuse(reply, 'yourself')
    if (!(await isConfirmed(request, reply, options))) return reply
    const result = await accounts.reset(request.params.id, actorOf(request))
    return result.ok ? linkOf(result.value) : refuse(reply, result.refusal)
  })

  app.patch<OneAccount & { Body: DecodedBody }>('/api/staff/:id', withBody, async (request, reply) => {
    const typed = parseStaffChange(request.body)
    if (!typed.ok) return reply.refuse(422, typed.errors)
    const { name, role } = typed.value
    if (role === 'manager' && !(await isConfirmed(request, reply, options))) return reply
    const change = { name, role: isStaffRole(role) ? role : undefined }
    const result = await accounts.update(request.params.id, change, actorOf(request))
    return result.ok ? result.value : refuse(reply, result.refusal)
  })

  function linkOf({ token, expiresAt }: Invitation) {
    return { url: invitationLink(deskOrigin(), token), expires_at: expiresAt.toISOString() }
  }
}

function noContent(reply: FastifyReply, result: StaffResult<void>): FastifyReply {
  return result.ok ? reply.code(204).send() : refuse(reply, result.refusal)
}

function refuse(reply: FastifyReply, refusal: StaffRefusal): FastifyReply {
  if (refusal === 'signed-out') return reply.refuse(401)
  return refusal === 'unknown' ? reply.refuse(404) : refuseBecause(reply, 409, refusal)
}
