import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type AlertingStore, openAlertingStore } from '../../../tests/support/alerting-store.ts'
import { runHere } from '../../../tests/support/commands.ts'
import { describeOnEachDatabase } from '../../../tests/support/database/each-database.ts'
import { type Misbehaviour, startMailReceiver } from '../../../tests/support/mail-receiver.ts'
import { startServer } from '../../../tests/support/server-process.ts'
import { temporaryDirectory } from '../../../tests/support/temporary-directory.ts'
import { REQUESTS } from '../../cli/requests.ts'
import { recordRun } from '../storage/alerts.ts'

const DAY = 24 * 60
const PROBLEM = 'Problem: retention'
const OVER = 'Over: retention'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() }))
afterEach(() => void vi.useRealTimers())

const failRetention = ({ database }: AlertingStore) => recordRun(database, 'retention', 'failed', new Date())
const repairRetention = ({ database }: AlertingStore) => recordRun(database, 'retention', 'succeeded', new Date())

/** Lets so many minutes pass, then looks for problems as each server does every minute. */
async function pass(minutes: number, ...servers: AlertingStore[]): Promise<void> {
  vi.advanceTimersByTime(minutes * 60_000)
  await Promise.all(servers.map(({ alerts }) => alerts.check()))
}

/** A server whose problems are mailed, and what has been. */
async function start(refusals: Misbehaviour = {}, location?: string) {
  const { url: SMTP_URL, mails } = await startMailReceiver(refusals)
  const server = await openAlertingStore(location ?? (await temporaryDirectory()), { SMTP_URL })
  return { server, SMTP_URL, mails, subjects: () => mails.map((mail) => mail.header('Subject')) }
}

describeOnEachDatabase('Alerts', (newStore) => {
  test('are mailed once for each problem and day, and once when it is over, by one of several instances', async () => {
    const location = await newStore()
    const { server, SMTP_URL, mails, subjects } = await start({}, location)
    const servers = [server, await openAlertingStore(location, { SMTP_URL })]
    await failRetention(server)
    await pass(0, ...servers)
    expect(subjects()).toEqual([])
    for (let minute = 0; minute < 5; minute++) await pass(1, ...servers)
    expect(subjects()).toEqual([PROBLEM])
    expect(mails[0]?.to).toEqual(['technician@clinic.example'])
    await pass(DAY - 10, ...servers)
    expect(subjects()).toHaveLength(1)
    await pass(10, ...servers)
    expect(subjects()).toEqual([PROBLEM, PROBLEM])
    await repairRetention(server)
    await pass(1, ...servers)
    await pass(DAY, ...servers)
    expect(subjects().slice(2)).toEqual([OVER])
  })
})

test('A problem that comes and goes is told once, and again only an hour after it was over', async () => {
  const { server, subjects } = await start()
  const last = async (minutes: number) => {
    await failRetention(server)
    for (let minute = 0; minute < minutes; minute++) await pass(1, server)
    await repairRetention(server)
    await pass(1, server)
  }
  for (let time = 0; time < 3; time++) await last(1)
  expect(subjects()).toEqual([])
  await last(2)
  expect(subjects()).toEqual([PROBLEM, OVER])
  await failRetention(server)
  await pass(1, server)
  await pass(57, server)
  expect(subjects()).toHaveLength(2)
  await pass(3, server)
  expect(subjects().slice(2)).toEqual([PROBLEM])
})

test('A mail that the server does not take is tried again, and a clock that was wrong for a time silences nobody', async () => {
  const { server, mails } = await start({ message: [451] })
  const right = Date.now()
  vi.setSystemTime(right + 5 * 365 * DAY * 60_000)
  await failRetention(server)
  await pass(0, server)
  await pass(1, server)
  expect(mails).toEqual([])
  expect(server.logLines.join('')).toContain('"reason":"SMTP 451"')
  await pass(10, server)
  expect(mails).toHaveLength(1)
  vi.setSystemTime(right)
  await pass(0, server)
  expect(mails).toHaveLength(2)
})

test('An address that is refused for now gets the mail later, and the others only once', async () => {
  const { url: SMTP_URL, mails } = await startMailReceiver({ recipients: { 'second@clinic.example': [451] } })
  const ALERT_EMAIL = 'first@clinic.example, second@clinic.example'
  const server = await openAlertingStore(await temporaryDirectory(), { SMTP_URL, ALERT_EMAIL })
  await failRetention(server)
  await pass(0, server)
  await pass(1, server)
  await pass(10, server)
  expect(mails.map(({ to }) => to)).toEqual([['first@clinic.example'], ['second@clinic.example']])
})

test('What is mailed, the check says too; a store that takes nothing is told of, also that it works again', async () => {
  const { server, mails, subjects } = await start()
  await failRetention(server)
  await sql`pragma query_only = on`.execute(server.database)
  for (let minute = 0; minute < 3; minute++) await pass(1, server)
  expect(subjects()).toEqual(['Problem: store', PROBLEM])
  const { stdout } = await runHere(REQUESTS, ['check', '--server', 'none'], server.environment)
  expect(mails[1]?.source.replaceAll('=\r\n', '')).toContain(stdout.trim())
  await sql`pragma query_only = off`.execute(server.database)
  await pass(1, server)
  expect(subjects().slice(2)).toEqual(['Over: store'])
})

test('A server with ALERT_EMAIL mails what it finds, and stops with nothing left to do', async () => {
  const { server, subjects } = await start()
  // Told a day ago, so that the server tells it again at its first check.
  vi.setSystemTime(Date.now() - DAY * 60_000 - 10_000)
  await failRetention(server)
  for (let check = 0; check < 2; check++) await server.alerts.check()
  const { stop } = await startServer(server.environment)
  await expect.poll(subjects, { timeout: 10_000 }).toEqual([PROBLEM, PROBLEM])
  await stop()
})
