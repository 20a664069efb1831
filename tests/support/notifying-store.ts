import { onTestFinished } from 'vitest'
import type { CallbackDetails } from '../../src/callback-request/callback-details.ts'
import { readNotifications } from '../../src/server/config/read-notifications.ts'
import { Variables } from '../../src/server/config/variables.ts'
import { createLogger } from '../../src/server/logger.ts'
import type { Timing } from '../../src/server/outbox/dispatcher.ts'
import { channelsOf, type NotificationSettings } from '../../src/server/outbox/notification-settings.ts'
import { Notifications } from '../../src/server/outbox/notifications.ts'
import { openDatabase } from '../../src/server/storage/database/open-database.ts'
import { CallbackRequests, type SubmissionContext } from '../../src/server/storage/requests/callback-requests.ts'
import { DEPARTMENT, DETAILS, RECEIPT } from './samples.ts'
import { temporaryDirectory } from './temporary-directory.ts'

/** Sweeps so often that a faked clock which is put forward is noticed at once. */
const TIMING: Timing = { leaseMs: 60_000, sweepMs: 20, graceMs: 200, recordRetryMs: 20 }

/**
 * A store whose requests are told of, as in one instance of the server, by a wall clock that the test sets.
 *
 * @param environment what SMTP_URL and the others say
 */
export async function openNotifyingStore(
  environment: Record<string, string>,
  { location: given, timing = {} }: { location?: string; timing?: Partial<Timing> } = {},
) {
  const location = given ?? (await temporaryDirectory())
  const settings = settingsOf(environment)
  const database = await openDatabase(location)
  const clock = { now: RECEIPT.receivedAt }
  const logLines: string[] = []
  const notifications = new Notifications({
    settings,
    database,
    department: DEPARTMENT,
    now: () => clock.now,
    logger: createLogger('trace', { write: (line) => logLines.push(line) }),
    timing: { ...TIMING, ...timing },
  })
  const requests = new CallbackRequests(database, {
    channels: channelsOf(settings),
    onStored: () => notifications.wake(),
  })
  onTestFinished(async () => {
    await notifications.close()
    await database.destroy()
  })

  return {
    location,
    database,
    notifications,
    clock,
    logLines,
    /** Puts the wall clock forward, or back. */
    pass: (seconds: number) => {
      clock.now = new Date(clock.now.getTime() + seconds * 1_000)
    },
    receive: async (details: Partial<CallbackDetails> = {}, receipt: Partial<SubmissionContext> = {}) => {
      const reception = await requests.receive({ ...DETAILS, ...details } as CallbackDetails, {
        ...RECEIPT,
        ...receipt,
      })
      return reception.ok ? reception.reference : ''
    },
    messages: () => database.selectFrom('outbox_messages').selectAll().orderBy('queued_at').orderBy('id').execute(),
  }
}

function settingsOf(environment: Record<string, string>): NotificationSettings {
  const variables = new Variables(environment)
  const settings = readNotifications(variables)
  if (variables.problems.length > 0) throw new Error(variables.problems.join('\n'))
  return settings
}
