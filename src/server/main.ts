import { join } from 'node:path'
import { loadConfig } from './config/config.ts'
import { createStandardErrorLogger } from './logger.ts'
import { channelsOf, NOBODY_IS_NOTIFIED } from './outbox/notification-settings.ts'
import { Notifications } from './outbox/notifications.ts'
import { Retention } from './retention/retention.ts'
import { loadBuiltSite } from './site/built-site.ts'
import { buildPublicListener } from './site/public-listener.ts'
import { stopOnSignals } from './stop-on-signals.ts'
import { isPostgres } from './storage/database/open-database.ts'
import { erasuresOf, openStore } from './storage/database/open-store.ts'
import { WriteProbe } from './storage/database/write-probe.ts'
import { RateLimitCounts } from './storage/rate-limit/rate-limit-counts.ts'
import { CallbackRequests } from './storage/requests/callback-requests.ts'

const config = loadConfig()
if (!config.ok) refuseToStart(...config.problems)
const { listener, logLevel, notifications: settings, retentionDays, ...publicConfig } = config.value

const site = await loadBuiltSite(join(import.meta.dirname, '../../dist')).catch((error: Error) =>
  refuseToStart(`The site cannot be loaded; "npm run build" builds it again: ${firstLine(error)}`),
)
const database = await openStore(config.value).catch((error: Error) => refuseToStart(error.message))

const now = () => new Date()
const logger = createStandardErrorLogger(logLevel)
const channels = channelsOf(settings)
const notifications = new Notifications({ settings, database, department: site.department, now, logger })
const erasures = erasuresOf(database, config.value)
const retention = new Retention({ database, erasures, retentionDays, now, logger })

const app = await buildPublicListener({
  ...publicConfig,
  ...site,
  requests: new CallbackRequests(database, { channels, onStored: () => notifications.wake() }),
  writeProbe: new WriteProbe(database),
  rateLimitCounts: isPostgres(database) ? new RateLimitCounts(database) : undefined,
  now,
  logger,
})
stopOnSignals([app, notifications, retention], database)

const address = await app
  .listen(listener)
  .catch((error: NodeJS.ErrnoException) =>
    refuseToStart(
      error.code === 'EADDRINUSE'
        ? `Port ${listener.port} on ${listener.host} is taken: stop what listens there, or set PORT to another.`
        : `HOST and PORT (${listener.host}, ${listener.port}) cannot be listened on: ${firstLine(error)}`,
    ),
  )

notifications.wake()
retention.start()

if (channels.length === 0) console.log(NOBODY_IS_NOTIFIED)
console.log(address)

function refuseToStart(...lines: string[]): never {
  for (const line of lines) console.error(line)
  process.exit(1)
}

function firstLine({ message }: Error): string {
  return message.split('\n', 1)[0] ?? ''
}
