import type { FastifyPluginAsync } from 'fastify'
import {
  invitationLink,
  isStaffRole,
  parseStaffChange,
  parseStaffInvitation,
} from '../../../callback-request/staff-account.ts'
import type { DecodedBody } from '../../http/body/decode-body.ts'
import { Refusal } from '../../http/problem.ts'
import type { Invitation, StaffResult } from '../../storage/staff/staff-accounts.ts'
import { actorOf, callableBy, jsonFrom, sessionOf } from '../access.ts'
import type { DeskOptions } from '../desk-options.ts'
import { valid } from '../json-body.ts'
import { confirmPerson } from '../sign-in/own-password.ts'

type OneAccount = { Params: { id: string } }
type WithBody = OneAccount & { Body: DecodedBody }

/** The accounts of all staff, for managers. */
export const staffRoutes: FastifyPluginAsync<DeskOptions> = async (app, options) => {
  const { accounts, deskOrigin } = options

  app.get('/api/staff', callableBy('manager'), async () => ({ rows: await accounts.all(), next: null }))

  app.post<{ Body: DecodedBody }>('/api/staff/invitations', jsonFrom('manager'), async (request, reply) => {
    const typed = valid(parseStaffInvitation(request.body))
    if (typed.role === 'manager') await confirmPerson(request, options)
    return reply.code(201).send(linkOf(done(await accounts.invite(typed, actorOf(request)))))
  })

  app.post<OneAccount>('/api/staff/:id/disable', callableBy('manager'), async (request, reply) => {
    done(await accounts.disable(request.params.id, actorOf(request)))
    return reply.code(204).send()
  })

  app.post<OneAccount>('/api/staff/:id/enable', callableBy('manager'), async (request, reply) => {
    done(await accounts.enable(request.params.id, actorOf(request)))
    return reply.code(204).send()
  })

  app.post<WithBody>('/api/staff/:id/reset', jsonFrom('manager'), async (request) => {
    // Before the password: a wrong one would count as a failed sign-in, and the right one would not help.
    if (request.params.id === sessionOf(request).staff.id) throw new Refusal(409, { code: 'yourself' })
    await confirmPerson(request, options)
    return linkOf(done(await accounts.reset(request.params.id, actorOf(request))))
  })

  app.patch<WithBody>('/api/staff/:id', jsonFrom('manager'), async (request) => {
    const { name, role } = valid(parseStaffChange(request.body))
    if (role === 'manager') await confirmPerson(request, options)
    const change = { name, role: isStaffRole(role) ? role : undefined }
    return done(await accounts.update(request.params.id, change, actorOf(request)))
  })

  function linkOf({ token, expiresAt }: Invitation) {
    return { url: invitationLink(deskOrigin(), token), expires_at: expiresAt.toISOString() }
  }
}

/** What a change of an account gives. @throws Refusal of one that cannot be made */
function done<Value>(result: StaffResult<Value>): Value {
  if (result.ok) return result.value
  const { refusal } = result
  if (refusal === 'signed-out') throw new Refusal(401)
  throw refusal === 'unknown' ? new Refusal(404) : new Refusal(409, { code: refusal })
}
