import type { FastifyInstance, FastifyRequest } from 'fastify'
import { clientOf } from '../http/client-address.ts'
import { Refusal } from '../http/problem.ts'
import { findSession, type StaffSession } from '../storage/sessions.ts'
import type { Caller } from '../storage/stored-callback.ts'
import type { Act } from '../storage/write.ts'
import type { DeskOptions } from './desk-options.ts'

/**
 * Who may call a route.
 *
 * - `anyone`: also without a session
 * - `code`: whoever has given the right password and still lacks the code
 * - `enrolling`: signed-in staff, and managers who must set up a second factor first
 * - `staff`: signed-in staff
 * - `coordinator`, `manager`: signed-in staff of this role
 */
export type Access = 'anyone' | 'code' | 'enrolling' | 'staff' | 'coordinator' | 'manager'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** Whether the page makes this call by itself, so that it does not keep the session alive. */
    isBackground?: true
  }

  interface FastifyRequest {
    /** The caller's session. Only on routes whose access is not `anyone`. */
    staffSession: StaffSession | null
  }
}

/** The options of a route: who may call it. */
export const callableBy = (access: Access) => ({ config: { access } })

/** As `callableBy`, of a route that takes a JSON object as its body. */
export const jsonFrom = (access: Access) => ({ config: { access, takesJson: true } }) as const

/**
 * Refuses callers that may not call a route: 401 without the session that it needs, 403 for another role. Every route of
 * this scope must say who may call it.
 */
export function controlAccess(
  app: FastifyInstance,
  { database, now, cookie }: Pick<DeskOptions, 'database' | 'now' | 'cookie'>,
) {
  app.decorateRequest('staffSession', null)

  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.access) throw new Error(`${method} ${url} does not say who may call it.`)
  })

  app.addHook('onRequest', async (request) => {
    const isPersons = request.headers['x-background'] !== 'true' && !request.routeOptions.config.isBackground
    await check(request, isPersons)
  })

  // A body may have been held back until the session was over.
  app.addHook('preValidation', async (request) => {
    if (request.body !== undefined) await check(request, false)
  })

  async function check(request: FastifyRequest, isPersons: boolean): Promise<void> {
    const { access = 'anyone' } = request.routeOptions.config
    if (access === 'anyone') return
    const token = cookie.valueIn(request)
    const session = token === undefined ? undefined : await findSession(database, now(), token, { isPersons })
    if (!session || (session.stage === 'code') !== (access === 'code')) throw new Refusal(401)
    request.staffSession = session
    const { role, totp_secret, oidc_issuer } = session.staff
    // The hospital's provider asks for one itself.
    const lacksSecondFactor = role === 'manager' && totp_secret === null && oidc_issuer === null
    const mustEnrol = session.stage === 'enrol' || (session.stage === 'desk' && lacksSecondFactor)
    if (mustEnrol && access !== 'enrolling') throw new Refusal(403, { code: 'enrol-first' })
    if ((access === 'coordinator' || access === 'manager') && access !== role) throw new Refusal(403)
  }
}

/** The caller's session. @throws on a route that anyone may call */
export function sessionOf({ staffSession }: FastifyRequest): StaffSession {
  if (!staffSession) throw new Error('This route has no session.')
  return staffSession
}

/** The caller, as the audit log records it: nothing is recorded, and so nothing done, after the end of the session. */
export function actorOf(request: FastifyRequest): Caller {
  const { staff, tokenHash } = sessionOf(request)
  return { by: staff.id, client: clientOf(request), session: tokenHash }
}

/** What a client does with a sign-in or with its own account. @param by the account; null while nobody is signed in */
export function ownAct(
  { database, now }: Pick<DeskOptions, 'database' | 'now'>,
  request: FastifyRequest,
  by: string | null,
): Act {
  return { database, at: now(), actor: { by, client: clientOf(request) } }
}
