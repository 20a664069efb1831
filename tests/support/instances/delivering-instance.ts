import { loadConfig } from '../../../src/server/config/config.ts'
import { createStandardErrorLogger } from '../../../src/server/logger.ts'
import { Notifications } from '../../../src/server/outbox/notifications.ts'
import { openDatabase } from '../../../src/server/storage/database/open-database.ts'
import { MAIL_CONTENTS } from '../content.ts'
import { DEPARTMENT } from '../samples.ts'

/**
 * What one more instance of the server does that only delivers, under leases of as many ms as its argument says. Prints
 * when it begins.
 */
const config = loadConfig()
if (!config.ok) throw new Error(config.problems.join('\n'))
const { dataDirectory, notifications: settings } = config.value

const database = await openDatabase(dataDirectory)
console.log(Date.now())
new Notifications({
  settings,
  database,
  department: DEPARTMENT,
  contents: MAIL_CONTENTS,
  deskOrigin: null,
  now: () => new Date(),
  logger: createStandardErrorLogger('info').logger,
  timing: { leaseMs: Number(process.argv[2]), sweepMs: 50, graceMs: 1_000, recordRetryMs: 1_000 },
}).wake()
