import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import {
  invitationLink,
  isStaffRole,
  type PasswordLink,
  parseStaffChange,
  parseStaffInvitation,
} from '../../../callback-request/staff-account.ts'
import type { DecodedBody } from '../../http/body/decode-body.ts'
import { Refusal } from '../../http/problem.ts'
import * as accounts from '../../storage/staff-accounts.ts'
import { accountBy, staffMembers } from '../../storage/staff-members.ts'
import { actorOf, callableBy, jsonFrom, sessionOf } from '../access.ts'
import type { DeskOptions } from '../desk-options.ts'
import { valid } from '../json-body.ts'
import { confirmPerson } from '../sign-in/own-password.ts'

type WithBody = { Params: { id: string }; Body: DecodedBody }

/** The accounts of all staff, for managers. Whatever outlasts a session needs the manager's own password. */
export const staffRoutes: FastifyPluginAsync<DeskOptions> = async (app, options) => {
  const { changes, database, deskOrigin, now } = options
  const act = (request: FastifyRequest) => ({ database, at: now(), actor: actorOf(request) })

  app.get('/api/staff', callableBy('manager'), async () => ({ rows: await staffMembers(database), next: null }))

  app.post<{ Body: DecodedBody }>('/api/staff/invitations', jsonFrom('manager'), async (request, reply) => {
    const typed = valid(parseStaffInvitation(request.body))
    await confirmPerson(request, options)
    return reply.code(201).send(linkOf(done(await accounts.invite(act(request), typed))))
  })

  app.post<WithBody>('/api/staff/:id/disable', jsonFrom('manager'), async (request, reply) => {
    await confirmForOther(request)
    done(await accounts.disable(act(request), request.params.id))
    changes.publish()
    return reply.code(204).send()
  })

  app.post<WithBody>('/api/staff/:id/enable', jsonFrom('manager'), async (request, reply) => {
    await confirmPerson(request, options)
    done(await accounts.enable(act(request), request.params.id))
    return reply.code(204).send()
  })

  app.post<WithBody>('/api/staff/:id/reset', jsonFrom('manager'), async (request) => {
    await confirmForOther(request)
    return linkOf(done(await accounts.reset(act(request), request.params.id)))
  })

  app.patch<WithBody>('/api/staff/:id', jsonFrom('manager'), async (request) => {
    const { name, role } = valid(parseStaffChange(request.body))
    const known = role === undefined ? undefined : await accountBy(database, 'id', request.params.id)
    if (role !== known?.role) await confirmForOther(request)
    const change = { name, role: isStaffRole(role) ? role : undefined }
    return done(await accounts.update(act(request), request.params.id, change))
  })

  /** What nobody does to the own account is refused before the password: a wrong one would count, a right one not help. */
  async function confirmForOther(request: FastifyRequest<WithBody>): Promise<void> {
    if (request.params.id === sessionOf(request).staff.id) throw new Refusal(409, { code: 'yourself' })
    await confirmPerson(request, options)
  }

  function linkOf({ token, expiresAt }: accounts.Invitation): PasswordLink {
    return { url: invitationLink(deskOrigin(), token), expires_at: expiresAt.toISOString() }
  }
}

/** What a change of an account gives. @throws Refusal of one that cannot be made */
function done<Value>(result: accounts.StaffResult<Value>): Value {
  if (result.ok) return result.value
  const { refusal } = result
  throw refusal === 'unknown' ? new Refusal(404) : new Refusal(409, { code: refusal })
}
