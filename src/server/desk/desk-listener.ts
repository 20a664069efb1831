import fastifyCookie from '@fastify/cookie'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { DepartmentFacts } from '../../callback-request/department-facts.ts'
import { healthRoutes } from '../http/health-routes.ts'
import { createListener } from '../http/listener.ts'
import { requireSameOriginToChange } from '../http/require-same-origin.ts'
import { ISOLATION_HEADERS, securityHeaders } from '../http/security-headers.ts'
import { AuditEvents } from '../storage/audit/audit-events.ts'
import { Callbacks } from '../storage/callbacks/callbacks.ts'
import { startDesk } from '../storage/callbacks/desk-start.ts'
import { Worklist } from '../storage/callbacks/worklist.ts'
import type { Database } from '../storage/database/open-database.ts'
import type { WriteProbe } from '../storage/database/write-probe.ts'
import type { Erasures } from '../storage/erasure/erasures.ts'
import { MAX_REWRITTEN_BYTES, vacuumErased } from '../storage/erasure/vacuum-erased.ts'
import type { Channel } from '../storage/outbox/outbox-message.ts'
import { UndeliveredMessages } from '../storage/outbox/undelivered-messages.ts'
import { SignInFailures } from '../storage/staff/sign-in-failures.ts'
import { SignIns } from '../storage/staff/sign-ins.ts'
import { StaffAccounts } from '../storage/staff/staff-accounts.ts'
import { StaffSessions } from '../storage/staff/staff-sessions.ts'
import { controlAccess } from './access.ts'
import { auditRoutes } from './audit/audit-routes.ts'
import { callRoutes } from './callbacks/call-routes.ts'
import { spamRoutes } from './callbacks/spam-routes.ts'
import { worklistRoutes } from './callbacks/worklist-routes.ts'
import { deliveryRoutes } from './deliveries/delivery-routes.ts'
import type { DeskOptions } from './desk-options.ts'
import { serveDeskPages } from './desk-pages.ts'
import { ChangeFeed, streamEvents } from './event-streams.ts'
import { exportRoutes } from './find/export-routes.ts'
import { searchRoutes } from './find/search-routes.ts'
import type { OidcSettings } from './hospital-sign-in/identity.ts'
import { readJsonBodies } from './json-body.ts'
import { OverdueMails } from './overdue-mails.ts'
import { personRoutes } from './person/person-routes.ts'
import { reportRoutes } from './report/report-routes.ts'
import { SessionCookie } from './session-cookie.ts'
import { accountRoutes } from './sign-in/account-routes.ts'
import { invitationRoutes } from './sign-in/invitation-routes.ts'
import { HashingSaturated } from './sign-in/password-hash.ts'
import { secondFactorRoutes } from './sign-in/second-factor-routes.ts'
import { signInRoutes } from './sign-in/sign-in-routes.ts'
import { staffRoutes } from './staff/staff-routes.ts'
import { watchOtherProcesses } from './watch-other-processes.ts'

/** A hash takes about 50 ms, and at most 22 are ahead. */
const SATURATED_RETRY_SECONDS = 2

export interface DeskListenerOptions {
  database: Database
  /** Where PostgreSQL is; null for SQLite. */
  databaseUrl: URL | null
  writeProbe: WriteProbe
  /** Aborted when the server is about to stop. */
  stopping: AbortSignal
  department: DepartmentFacts
  /** The codes of the site's languages. */
  languages: readonly string[]
  /** The built app: an absolute path. */
  deskDirectory: string
  /** The desk's address as staff see it; null for the address on which it listens. */
  deskUrl: URL | null
  /** The hospital's own sign-in, which needs `deskUrl`; null without one. */
  oidc: OidcSettings | null
  /** The origin of links to the desk. */
  deskOrigin: () => string
  trustedProxies: string[]
  /** All erasures by this process, such as the daily purge: open pages hear of them. */
  erasures: Erasures
  /** Called when mails about overdue callbacks were queued; null where there is no mail server. */
  onOverdueMails: (() => void) | null
  /** The channels by which messages are sent. */
  channels: readonly Channel[]
  /** Delivers what has been queued. */
  wakeNotifications: () => void
  now: () => Date
  logger: FastifyBaseLogger
}

/** The listener, and what queues mails about overdue callbacks. */
export interface Desk {
  app: FastifyInstance
  /** What its open pages are told of. */
  changes: ChangeFeed
  overdueMails: OverdueMails | null
}

/** The staff listener. Reads from top to bottom in the order in which a call is checked. */
export async function buildDeskListener(options: DeskListenerOptions): Promise<Desk> {
  const { database, erasures, now, deskUrl, logger, onOverdueMails: onQueued } = options
  const { timeZone } = options.department
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
  await serveDeskPages(app, options.deskDirectory)
  await app.register(healthRoutes, options)

  const changes = new ChangeFeed()
  erasures.onErased(() => changes.publish([]))
  const overdueMails = onQueued && new OverdueMails({ database, onQueued, logger, now })
  const others = await watchOtherProcesses({ ...options, changes })
  // Nobody sees the list before.
  app.addHook('onReady', () => startDesk(database, now()))
  app.addHook('onListen', async () => {
    void overdueMails?.check()
    others.start()
  })
  app.addHook('preClose', async () => {
    others.close()
    await overdueMails?.close()
  })
  const hospital = options.oidc && deskUrl && (await hospitalSignIn(options.oidc, deskUrl, now))
  const onChanged = (ids: readonly string[]) => changes.publish(ids)
  const deskOptions: DeskOptions = {
    ...options,
    accounts: new StaffAccounts(database, now),
    sessions: new StaffSessions(database, now),
    signIns: new SignIns(database, now),
    failures: new SignInFailures(database, now),
    audit: new AuditEvents(database),
    worklist: new Worklist(database, timeZone),
    overwriteErased: () => overwriteErased(database, logger),
    callbacks: new Callbacks(database, timeZone, now, onChanged),
    undelivered: new UndeliveredMessages(database),
    changes,
    cookie: new SessionCookie(deskUrl),
    provider: hospital?.provider ?? null,
  }
  await app.register(async (api) => {
    answerSaturation(api)
    requireSameOriginToChange(api, deskUrl)
    controlAccess(api, deskOptions)

    await api.register(signInRoutes, deskOptions)
    if (hospital) await api.register(hospital.routes, { ...deskOptions, ...hospital })
    await api.register(invitationRoutes, deskOptions)
    await api.register(secondFactorRoutes, deskOptions)
    await api.register(accountRoutes, deskOptions)
    await api.register(staffRoutes, deskOptions)
    await api.register(auditRoutes, deskOptions)
    await api.register(worklistRoutes, deskOptions)
    await api.register(callRoutes, deskOptions)
    await api.register(personRoutes, deskOptions)
    await api.register(spamRoutes, deskOptions)
    await api.register(deliveryRoutes, deskOptions)
    await api.register(searchRoutes, deskOptions)
    await api.register(exportRoutes, deskOptions)
    await api.register(reportRoutes, deskOptions)
    streamEvents(api, deskOptions)
  })
  return { app, changes, overdueMails }
}

/** Loads the code only now, so that a desk without the hospital's sign-in has none of it. */
async function hospitalSignIn(oidc: OidcSettings, deskUrl: URL, now: () => Date) {
  const { HospitalProvider } = await import('./hospital-sign-in/provider.ts')
  const { hospitalSignInRoutes: routes } = await import('./hospital-sign-in/hospital-sign-in-routes.ts')
  return { routes, provider: new HospitalProvider(oidc, deskUrl, now), deskUrl }
}

/** Removes erased data from the files. What was erased stays erased when this fails. @returns false when it did not */
async function overwriteErased(database: Database, logger: FastifyBaseLogger): Promise<boolean> {
  try {
    return await vacuumErased(database, { maxBytes: MAX_REWRITTEN_BYTES })
  } catch (error) {
    logger.error({ err: error }, 'erased data could not be overwritten')
    return false
  }
}

/** Answers 503 while too many passwords are being hashed. */
function answerSaturation(api: FastifyInstance): void {
  api.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof HashingSaturated)) throw error
    return reply.header('retry-after', SATURATED_RETRY_SECONDS).refuse(503)
  })
}
