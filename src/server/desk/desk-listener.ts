import fastifyCookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { referenceIn } from '../../callback-request/reference.ts'
import { healthRoutes } from '../http/health-routes.ts'
import { createListener } from '../http/listener.ts'
import { requireSameOriginToChange } from '../http/require-same-origin.ts'
import { ISOLATION_HEADERS, securityHeaders } from '../http/security-headers.ts'
import { startDesk } from '../storage/overdue.ts'
import { controlAccess } from './access.ts'
import { auditRoutes } from './audit/audit-routes.ts'
import { callRoutes } from './callbacks/call-routes.ts'
import { spamRoutes } from './callbacks/spam-routes.ts'
import { worklistRoutes } from './callbacks/worklist-routes.ts'
import { deliveryRoutes } from './deliveries/delivery-routes.ts'
import { type DeskListenerOptions, deskParts } from './desk-options.ts'
import { serveDeskPages } from './desk-pages.ts'
import { streamEvents } from './event-streams.ts'
import { exportRoutes } from './find/export-routes.ts'
import { searchRoutes } from './find/search-routes.ts'
import type { OidcSettings } from './hospital-sign-in/identity.ts'
import { readJsonBodies } from './json-body.ts'
import { personRoutes } from './person/person-routes.ts'
import { reportRoutes } from './report/report-routes.ts'
import { accountRoutes } from './sign-in/account-routes.ts'
import { invitationRoutes } from './sign-in/invitation-routes.ts'
import { secondFactorRoutes } from './sign-in/second-factor-routes.ts'
import { signInRoutes } from './sign-in/sign-in-routes.ts'
import { staffRoutes } from './staff/staff-routes.ts'

const ROUTES = [
  ...[signInRoutes, invitationRoutes, secondFactorRoutes, accountRoutes, staffRoutes, auditRoutes],
  ...[worklistRoutes, callRoutes, personRoutes, spamRoutes, deliveryRoutes, searchRoutes, exportRoutes, reportRoutes],
]

/** The staff listener. Reads from top to bottom in the order in which a call is checked. */
export async function buildDeskListener(options: DeskListenerOptions): Promise<FastifyInstance> {
  const { database, changes, now, deskUrl } = options
  const headers = {
    ...securityHeaders({ styleHashes: [], scriptHashes: [], publicUrl: deskUrl }),
    ...ISOLATION_HEADERS,
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex',
    // Files whose names contain a hash say otherwise.
    'cache-control': 'no-store',
  }
  const app = createListener({ ...options, headers })
  readJsonBodies(app)
  await app.register(fastifyCookie)
  await serveDeskPages(app, options.deskDirectory, deskUrl)
  await app.register(healthRoutes, options)

  // Before anybody can see the worklist.
  app.addHook('onReady', () => startDesk(database, now()))
  app.addHook('onClose', () => changes.tellOthers())
  const hospital = options.oidc && deskUrl && (await hospitalSignIn(options.oidc, deskUrl, now))
  const deskOptions = { ...options, ...deskParts(options), provider: hospital?.provider ?? null }
  await app.register(async (api) => {
    requireSameOriginToChange(api, deskUrl)
    controlAccess(api, deskOptions)
    // Staff type a reference in any case, and with or without its hyphen.
    api.addHook('preHandler', async (request) => {
      const given = Object.entries(request.params as Record<string, string>)
      request.params = Object.fromEntries(given.map(([name, value]) => [name, referenceIn(value) ?? value]))
    })

    for (const routes of ROUTES) await api.register(routes, deskOptions)
    if (hospital) await api.register(hospital.routes, { ...deskOptions, ...hospital })
    streamEvents(api, deskOptions)
  })
  return app
}

/** Loads the code only now, so that a desk without the hospital's sign-in has none of it. */
async function hospitalSignIn(oidc: OidcSettings, deskUrl: URL, now: () => Date) {
  const { HospitalProvider } = await import('./hospital-sign-in/provider.ts')
  const { hospitalSignInRoutes: routes } = await import('./hospital-sign-in/hospital-sign-in-routes.ts')
  return { routes, provider: new HospitalProvider(oidc, deskUrl, now), deskUrl }
}
