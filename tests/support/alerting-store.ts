import { onTestFinished } from 'vitest'
import { AlertMails } from '../../src/server/alerts/alert-mails.ts'
import { problemChecks } from '../../src/server/alerts/problems.ts'
import { loadConfig } from '../../src/server/config/config.ts'
import { createLogger } from '../../src/server/logger.ts'
import { sampleProblem } from '../../src/server/site/built-site.ts'
import { openDatabase } from '../../src/server/storage/database/open-database.ts'
import { WriteProbe } from '../../src/server/storage/database/write-probe.ts'
import { contents } from './content.ts'

const ENVIRONMENT = { SMTP_URL: 'smtp://127.0.0.1:1', ALERT_EMAIL: 'technician@clinic.example', DESK_PORT: '0' }

/** A store whose problems are mailed as by one instance of the server with this environment. */
export async function openAlertingStore(location: string, more: Record<string, string> = {}) {
  const place = URL.canParse(location) ? { DATABASE_URL: location } : { DATA_DIR: location }
  const environment = { ...ENVIRONMENT, ...place, ...more }
  const config = loadConfig(environment)
  const settings = config.ok && config.value.notifications.alerts
  if (!config.ok || !settings) throw new Error('No alerts')
  const database = await openDatabase(location)
  const writeProbe = new WriteProbe(database)
  const now = () => new Date()
  const sample = sampleProblem(contents, config.value.publicUrl)
  const checks = problemChecks({ ...config.value, database, writeProbe, sample, now })
  const logLines: string[] = []
  const logger = createLogger('trace', { write: (line) => logLines.push(line) })
  const alerts = new AlertMails({ database, checks, settings, now, logger })
  onTestFinished(async () => {
    await alerts.close()
    await database.destroy()
  })
  return { location, environment, database, checks, alerts, logLines }
}

export type AlertingStore = Awaited<ReturnType<typeof openAlertingStore>>
