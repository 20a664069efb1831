import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openAlertingStore } from '../../../tests/support/alerting-store.ts'
import { hasPostgres } from '../../../tests/support/database/postgres-binaries.ts'
import { PostgresServer } from '../../../tests/support/database/postgres-server.ts'
import { hasOpenssl, makeCertificate } from '../../../tests/support/deploy/certificate.ts'
import { storePastCallbacks } from '../../../tests/support/desk/past-callbacks.ts'
import { startMailReceiver } from '../../../tests/support/mail-receiver.ts'
import { openNotifyingStore } from '../../../tests/support/notifying-store.ts'
import { DETAILS, SUBMISSION } from '../../../tests/support/samples.ts'
import { temporaryDirectory } from '../../../tests/support/temporary-directory.ts'
import { testRequiring } from '../../../tests/support/test-requirements.ts'
import { createLogger } from '../logger.ts'
import { Retention } from '../retention/retention.ts'
import { recordRun } from '../storage/alerts/maintenance-runs.ts'
import { WriteProbe } from '../storage/database/write-probe.ts'
import { erasureListIn } from '../storage/erasure/erasure-list.ts'
import { Erasures } from '../storage/erasure/erasures.ts'
import { CallbackRequests } from '../storage/requests/callback-requests.ts'
import { certificateProblem, type Watched } from './problems.ts'

const NOW = SUBMISSION.receivedAt
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const NOBODY = 'smtp://127.0.0.1:1'
const STAFF = { NOTIFY_EMAIL: 'desk@clinic.example, second@clinic.example', MAIL_FROM: 'website@clinic.example' }
const before = (ms: number) => new Date(NOW.getTime() - ms)

async function watching(location?: string, watched: Partial<Watched> = {}) {
  const directory = location ?? (await temporaryDirectory())
  const store = await openAlertingStore(NOBODY, directory, watched)
  const say = (problem: string) => store.checks[problem]?.()
  return { ...store, say }
}

test('A store in which nothing has happened yet has no problem, and the manual knows each', async () => {
  const { database } = await watching()
  const { checks } = await watching(undefined, { writeProbe: new WriteProbe(database) })
  const [, alarms = ''] = readFileSync('docs/routine.md', 'utf8').split(/^## (?=Alarms)/m)
  for (const [problem, check] of Object.entries(checks)) {
    expect(await check(), problem).toBeNull()
    expect(alarms).toMatch(new RegExp(`^\\|.*\`${problem}\`.*\\|`, 'm'))
  }
})

test('A message is a problem when it has waited for more than an hour, and when it was abandoned', async () => {
  const { database, clock, say } = await watching()
  const requests = new CallbackRequests(database, { channels: ['webhook'] })
  const received = await requests.receive(DETAILS, SUBMISSION)
  const reference = received.ok ? received.reference : ''
  clock.now = new Date(NOW.getTime() + 60 * MINUTE_MS)
  expect([await say('messages-waiting'), await say('messages-abandoned')]).toEqual([null, null])
  clock.now = new Date(NOW.getTime() + 61 * MINUTE_MS)
  expect(await say('messages-waiting')).toBe(
    `Waiting messages: 1, the oldest for ${reference} since 2026-11-20 09:30 UTC (never tried).`,
  )
  await database.updateTable('outbox_messages').set({ status: 'abandoned', failure: 'HTTP 500' }).execute()
  expect(await say('messages-waiting')).toBeNull()
  expect(await say('messages-abandoned')).toBe(`Abandoned messages: 1, the oldest for ${reference} (HTTP 500).`)
})

test('A mail that one of two addresses refused is a problem for a day, although it is delivered', async () => {
  const { url } = await startMailReceiver({ recipient: [550] })
  const store = await openNotifyingStore({ ...STAFF, SMTP_URL: url })
  const reference = await store.receive()
  await expect.poll(async () => (await store.messages())[0]?.status).toBe('delivered')
  await store.receive()
  await expect.poll(async () => (await store.messages())[1]?.status).toBe('delivered')
  const { clock, say } = await watching(store.location)
  expect(await say('mail-refused')).toBe(
    `Mails that an address of NOTIFY_EMAIL refused within a day: 1, the latest for ${reference} (SMTP 550 for address 1 of 2).`,
  )
  clock.now = new Date(NOW.getTime() + DAY_MS)
  expect(await say('mail-refused')).toBeNull()
})

test('Callbacks are a problem when they are overdue for more than two hours, where there is a desk', async () => {
  const location = await temporaryDirectory()
  const { database, clock, say } = await watching(location)
  const callback = { slot: '10:00am-12:00pm', calledAfter: null, status: 'new', service: null, campaign: null } as const
  const day = new Date('2026-11-20T00:00:00.000Z')
  await storePastCallbacks(database, [
    { ...callback, receivedAt: day },
    { ...callback, slot: '12:00pm-02:00pm', receivedAt: day },
  ])
  // The first window ended at 6:30, the second at 8:30.
  clock.now = new Date('2026-11-20T08:29:59.000Z')
  expect(await say('callbacks-overdue')).toBeNull()
  clock.now = new Date('2026-11-20T10:31:00.000Z')
  expect(await say('callbacks-overdue')).toBe(
    'Callbacks overdue for more than 2 hours: 2, the oldest since 2026-11-20 06:30 UTC.',
  )
  const withoutDesk = await watching(location, { desk: { listener: null } })
  withoutDesk.clock.now = clock.now
  expect(await withoutDesk.say('callbacks-overdue')).toBeNull()
})

test('A backup, a drill and the retention are missed after their days', async () => {
  const rows = [
    ['backup', 2],
    ['drill', 40],
  ] as const
  for (const [task, days] of rows) {
    const { database, say } = await watching()
    await recordRun(database, task, 'succeeded', before(days * DAY_MS))
    expect(await say(task), `${task} ${days}`).toBeNull()
    await recordRun(database, task, 'succeeded', before(days * DAY_MS + 1))
    expect(await say(task), `${task} ${days}`).toMatch(
      new RegExp(`^The latest ${task} was made at .+ UTC, more than ${days} days ago\\.$`),
    )
  }
})

test('A retention sweep that fails is a problem until one succeeds', async () => {
  const location = await temporaryDirectory()
  const { database, say } = await watching(location)
  // As unreadable as a list that belongs to another user, also for root.
  const list = erasureListIn(location)
  await mkdir(list.path)
  const logger = createLogger('silent', { write() {} })
  const options = { database, retentionDays: 30, now: () => NOW, logger }
  const retention = new Retention({ ...options, erasures: new Erasures(database, list) })
  retention.start()
  await retention.close()
  expect(await say('retention')).toBe(
    'Old data is not erased: the retention sweep has failed since 2026-11-20 09:30 UTC. The log says why.',
  )
})

testRequiring(
  { openssl: hasOpenssl },
  'A certificate is a problem in its last 14 days, and when it has ended',
  {},
  async () => {
    const directory = await temporaryDirectory()
    makeCertificate(directory)
    const [cert, key] = ['certificate.pem', 'key.pem'].map((name) => readFileSync(join(directory, name)))
    const server = createServer({ cert, key }).listen(0, 'localhost')
    onTestFinished(() => void server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const url = new URL(`https://localhost:${(server.address() as AddressInfo).port}`)
    // It is valid for two days.
    const inDays = (days: number) => certificateProblem(url, new Date(Date.now() + days * DAY_MS))
    expect(await inDays(-13)).toBeNull()
    expect(await inDays(-11)).toMatch(/^The certificate of https:\/\/localhost:\d+ ends at .+ UTC\.$/)
    expect(await inDays(3)).toContain(' ended at ')
    server.close()
    expect(await inDays(3)).toBeNull()
  },
)

describe('On PostgreSQL', () => {
  testRequiring(
    { PostgreSQL: hasPostgres() },
    'an archive that fails is a problem until it works again',
    {},
    async () => {
      const postgres = new PostgresServer(['archive_mode=on'])
      await postgres.create()
      const archiveBy = (command: string) =>
        postgres.administer(`alter system set archive_command = '${command}'`, 'select pg_reload_conf()')
      await archiveBy('false')
      const { database, say } = await watching(await postgres.createDatabase())
      onTestFinished(() => postgres.remove())
      const archive = () => sql`select pg_switch_wal()`.execute(database).then(() => say('archive'))
      await expect.poll(archive, { timeout: 10_000 }).toMatch(/^PostgreSQL's archive fails, latest for [0-9A-F]{24}:/)
      await archiveBy('true')
      await expect.poll(archive, { timeout: 10_000 }).toBeNull()
    },
  )
})
