import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { AlertMails } from './alerts/alert-mails.ts'
import { problemChecks } from './alerts/problems.ts'
import { deskOriginOf, type Listener, loadConfig } from './config/config.ts'
import { createStandardErrorLogger } from './logger.ts'
import type { Metrics } from './metrics/metrics-listener.ts'
import { channelsOf, NOBODY_IS_NOTIFIED, resentChannels } from './outbox/notification-settings.ts'
import { Notifications } from './outbox/notifications.ts'
import { clockProblem, setProcessClock } from './process-clock.ts'
import { Repeated } from './repeated.ts'
import { Retention } from './retention/retention.ts'
import { loadBuiltSite, retentionProblem, sampleProblem } from './site/built-site.ts'
import { buildPublicListener } from './site/public-listener.ts'
import { stopOnSignals } from './stop-on-signals.ts'
import { CallbackRequests } from './storage/callback-requests.ts'
import { Changes } from './storage/database/changes.ts'
import { isPostgres } from './storage/database/open-database.ts'
import { WriteProbe } from './storage/database/write-probe.ts'
import { Limits } from './storage/limits.ts'
import { erasuresOf, openStore, reasonOf } from './storage/open-store.ts'
import { queueMails } from './storage/overdue.ts'
import { hasStaff } from './storage/staff-members.ts'
import { numberReader } from './telephone-numbers.ts'

const DIST = join(import.meta.dirname, '../../dist')

/** How often overdue callbacks are looked for. Source: desk, section 4. */
const OVERDUE_CHECK_MS = 30_000

// Only an installed release has the licences of its packages beside it.
const DESK_COMMAND = existsSync(join(DIST, '../licences.txt')) ? 'clinic desk' : 'npm run desk --'
const NOBODY_CAN_SIGN_IN = `Nobody can sign in to the callback desk yet: ${DESK_COMMAND} invite EMAIL --role manager`

const config = loadConfig()
if (!config.ok) refuseToStart(...config.problems)
const {
  listener,
  desk,
  metricsListener,
  logLevel,
  notifications: settings,
  retentionDays,
  stopDelaySeconds,
  contentDirectory,
  ...publicConfig
} = config.value

const site = await loadBuiltSite(DIST).catch((error: Error) =>
  refuseToStart(`The site cannot be loaded; "npm run build" builds it again: ${firstLine(error)}`),
)
setProcessClock(site.department.timeZone)
const wrongClock = clockProblem(site.department.timeZone, site.clock)
if (wrongClock) refuseToStart(wrongClock)
const database = await openStore(config.value).catch((error: Error) => refuseToStart(error.message))

const now = () => new Date()
const { logger, stream: log } = createStandardErrorLogger(logLevel)
const channels = channelsOf(settings)
const notifications = new Notifications({
  settings,
  database,
  contents: site.contents,
  deskOrigin: desk.listener && deskOrigin,
  now,
  logger,
})
const changes = new Changes(database)
const erasures = erasuresOf(database, config.value, changes)
const retention = new Retention({ database, erasures, retentionDays, now, logger })
const overdueMails = new Repeated(queueOverdueMails, OVERDUE_CHECK_MS, (error) =>
  logger.error({ err: error }, 'mails about overdue callbacks cannot be queued'),
)

const writeProbe = new WriteProbe(database)
const sample = sampleProblem(site.contents, publicConfig.publicUrl)
const checks = problemChecks({ ...config.value, database, writeProbe, sample, now })
const alerts = settings.alerts && new AlertMails({ database, checks, settings: settings.alerts, now, logger })
const stopping = new AbortController()
const deskServer = desk.listener && (await buildDesk())
const metrics = metricsListener && (await loadMetrics())
const readNumber = numberReader(site.department.countryPrefix)
const keyOf = (phone: string) => readNumber(phone).key
const requests = new CallbackRequests(database, { keyOf, channels, onStored, onMailLimit })
const app = await buildPublicListener({
  ...publicConfig,
  ...site,
  requests: metrics?.requests.timeCommits(requests) ?? requests,
  observeForms: metrics ? (forms) => metrics.requests.observe(forms) : undefined,
  writeProbe,
  stopping: stopping.signal,
  rateLimitCounts: isPostgres(database) ? new Limits(database, now) : undefined,
  now,
  logger,
})
// After the last request of this instance.
app.addHook('onClose', () => changes.tellOthers())
const running = [app, deskServer, metrics?.app, alerts].filter((one) => one != null)
stopOnSignals([...running, overdueMails, notifications, retention], database, {
  announce: () => stopping.abort(),
  delaySeconds: stopDelaySeconds,
})
const deskAddress = deskServer && desk.listener && (await listen(deskServer, desk.listener, 'DESK_'))
const metricsAddress = metrics && (await listen(metrics.app, metricsListener, 'METRICS_'))
const address = await listen(app, listener)

notifications.wake()
retention.start()
alerts?.start()
if (deskServer && settings.mail) overdueMails.start()

console.log(`Callback clinic ${site.version}`)
if (channels.length === 0) console.log(NOBODY_IS_NOTIFIED)
if (sample !== null) console.log(`WARNING: ${sample}`)
const otherRetention = retentionProblem(site.contents, retentionDays)
if (otherRetention !== null) console.log(`WARNING: ${otherRetention}`)
const listed = new URL(site.contents[0].department.siteAddress).origin
const reached = publicConfig.publicUrl?.origin ?? listed
if (reached !== listed)
  console.log(
    `Search engines are told ${listed} (siteAddress in ${join(contentDirectory, 'department.json')}), but PUBLIC_URL is ${reached}.`,
  )
if (deskServer) {
  console.log(`Callback desk: ${deskAddress}`)
  if (!desk.oidc && !(await hasStaff(database))) console.log(NOBODY_CAN_SIGN_IN)
}
if (metricsAddress) console.log(`Metrics: ${metricsAddress}/metrics`)
console.log(address)

function onStored(): void {
  notifications.wake()
  changes.publish()
}

function onMailLimit(): void {
  logger.warn('visitors have got 300 mails within 24 hours: further requests are stored, and their visitors get none')
}

async function queueOverdueMails(): Promise<void> {
  if ((await queueMails(database, now())) > 0) notifications.wake()
}

/** Loads the desk's code only now, so that a server without a desk has none of it. */
async function buildDesk(): Promise<FastifyInstance> {
  const { buildDeskListener } = await import('./desk/desk-listener.ts')
  return buildDeskListener({
    ...publicConfig,
    ...site,
    deskDirectory: join(DIST, 'desk'),
    deskUrl: desk.url,
    deskOrigin,
    oidc: desk.oidc,
    channels: resentChannels(settings, desk.listener),
    wakeNotifications: () => notifications.wake(),
    database,
    changes,
    erasures,
    writeProbe,
    stopping: stopping.signal,
    now,
    logger,
  })
}

/** Loads the code of the metrics only now, as the desk's. */
async function loadMetrics(): Promise<Metrics> {
  const { buildMetrics } = await import('./metrics/metrics-listener.ts')
  const dataDirectory = isPostgres(database) ? null : publicConfig.dataDirectory
  const ofProcess = { version: site.version, droppedLogLines: () => log.dropped }
  return buildMetrics({ ...ofProcess, database, writeProbe, dataDirectory, checks, now, logger })
}

/** The address of the desk in links: `DESK_URL`, otherwise the address on which it listens. */
function deskOrigin(): string {
  const address = deskServer?.server.address()
  return deskOriginOf(desk, typeof address === 'object' ? address?.port : undefined) ?? ''
}

async function listen(app: FastifyInstance, { host, port }: Listener, prefix = ''): Promise<string> {
  try {
    await app.ready()
  } catch (error) {
    refuseToStart(`The store cannot be used: ${reasonOf(error)}`)
  }
  try {
    return await app.listen({ host, port })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return refuseToStart(
      code === 'EADDRINUSE'
        ? `Port ${port} on ${host} is taken: stop what listens there, or set ${prefix}PORT to another.`
        : `${prefix}HOST and ${prefix}PORT (${host}, ${port}) cannot be listened on: ${firstLine({ message })}`,
    )
  }
}

function refuseToStart(...lines: string[]): never {
  for (const line of lines) console.error(line)
  process.exit(1)
}

function firstLine({ message }: { message: string }): string {
  return message.split('\n', 1)[0] ?? ''
}
