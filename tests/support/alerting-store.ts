import { onTestFinished } from 'vitest'
import { AlertMails } from '../../src/server/alerts/alert-mails.ts'
import { problemChecks, type Watched } from '../../src/server/alerts/problems.ts'
import { loadConfig } from '../../src/server/config/config.ts'
import { createLogger } from '../../src/server/logger.ts'
import { openDatabase } from '../../src/server/storage/database/open-database.ts'
import { SUBMISSION } from './samples.ts'

/**
 * A store whose problems are mailed as by one instance of the server, with a wall clock that the test sets.
 *
 * @param clock the other instances' too, if they share it
 */
export async function openAlertingStore(
  SMTP_URL: string,
  location: string,
  { clock = { now: SUBMISSION.receivedAt }, ...watched }: Partial<Watched> & { clock?: { now: Date } } = {},
) {
  const config = loadConfig({ SMTP_URL, ALERT_EMAIL: 'technician@clinic.example', DESK_PORT: '0' })
  const settings = config.ok && config.value.notifications.alerts
  if (!config.ok || !settings) throw new Error('No alerts')
  const database = await openDatabase(location)
  const now = () => clock.now
  const checks = problemChecks({ ...config.value, dataDirectory: location, database, sample: null, now, ...watched })
  const logLines: string[] = []
  const logger = createLogger('trace', { write: (line) => logLines.push(line) })
  const alerts = new AlertMails({ database, checks, settings, now, logger })
  onTestFinished(async () => {
    await alerts.close()
    await database.destroy()
  })
  return {
    location,
    database,
    checks,
    alerts,
    clock,
    logLines,
    /** Lets so many minutes pass, then looks for problems as the server does each minute. */
    pass: async (minutes: number) => {
      clock.now = new Date(clock.now.getTime() + minutes * 60_000)
      await alerts.check()
    },
  }
}
