import { expect, onTestFinished, vi } from 'vitest'
import { loadConfig } from '../../src/server/config/config.ts'
import { createLogger } from '../../src/server/logger.ts'
import type { Timing } from '../../src/server/outbox/dispatcher.ts'
import { MAIL_TIMEOUTS, type MailTimeouts } from '../../src/server/outbox/mail/mail-transport.ts'
import { channelsOf } from '../../src/server/outbox/notification-settings.ts'
import { Notifications } from '../../src/server/outbox/notifications.ts'
import { openDatabase } from '../../src/server/storage/database/open-database.ts'
import { Clock } from './clock.ts'
import { MAIL_CONTENTS } from './content.ts'
import { storeClockOf } from './database/store-clock.ts'
import { receiverIn } from './receive.ts'
import { temporaryDirectory } from './temporary-directory.ts'
import { startWebhookReceiver, WEBHOOK_SECRET, type WebhookAnswer } from './webhook-receiver.ts'

/** Frequent sweeps, so that a change of the faked clock is noticed at once. */
const TIMING: Timing = { leaseMs: 60_000, renewalMs: 20_000, sweepMs: 20, pauseMs: 0, graceMs: 200, recordRetryMs: 20 }

interface Opening {
  location?: string
  timing?: Partial<Timing>
  mailTimeouts?: Partial<MailTimeouts>
}

/**
 * A store whose requests are notified, as in one instance of the server, with a wall clock that the test sets.
 *
 * @param environment what SMTP_URL and the others say
 */
export async function openNotifyingStore(
  environment: Record<string, string>,
  { location: given, timing = {}, mailTimeouts = {} }: Opening = {},
) {
  const location = given ?? (await temporaryDirectory())
  const config = loadConfig(environment)
  if (!config.ok) throw new Error(config.problems.join('\n'))
  const settings = config.value.notifications
  const database = await openDatabase(location)
  const clock = new Clock()
  const followClock = storeClockOf(database, location, clock)
  await followClock()
  const logLines: string[] = []
  const notifications = new Notifications({
    settings,
    database,
    contents: MAIL_CONTENTS,
    deskOrigin: () => 'https://desk.clinic.example',
    now: () => clock.now,
    logger: createLogger('trace', { write: (line) => logLines.push(line) }),
    timing: { ...TIMING, ...timing },
    mailTimeouts: { ...MAIL_TIMEOUTS, ...mailTimeouts },
  })
  onTestFinished(async () => {
    await notifications.close()
    await database.destroy()
  })

  const messages = () =>
    database.selectFrom('outbox_messages').selectAll().orderBy('queued_at').orderBy('channel').orderBy('id').execute()

  return {
    location,
    database,
    notifications,
    clock,
    logLines,
    /** Puts the wall clock forward, or back. */
    pass(seconds: number) {
      clock.pass({ seconds })
      void followClock()
    },
    receive: receiverIn(database, { channels: channelsOf(settings), onStored: () => notifications.wake() }),
    messages,
    /** Waits until the messages are these. */
    until: (...expected: object[]) =>
      vi.waitFor(async () => expect(await messages()).toMatchObject(expected), { timeout: 15_000, interval: 10 }),
  }
}

/** Such a store that notifies a webhook, with the receiver, which answers so. */
export async function openWebhookStore(answers: WebhookAnswer[] = [], opening: Opening = {}) {
  const { url, ...receiver } = await startWebhookReceiver(answers)
  return { ...receiver, ...(await openNotifyingStore({ WEBHOOK_URL: url.href, WEBHOOK_SECRET }, opening)) }
}
