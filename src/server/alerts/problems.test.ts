import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, rm, rmdir, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type AlertingStore, openAlertingStore } from '../../../tests/support/alerting-store.ts'
import { runHere } from '../../../tests/support/commands.ts'
import { english } from '../../../tests/support/content.ts'
import { hasPostgres } from '../../../tests/support/database/postgres-binaries.ts'
import { PostgresServer } from '../../../tests/support/database/postgres-server.ts'
import { canMount, smallDisk } from '../../../tests/support/database/small-disk.ts'
import { hasOpenssl, makeCertificate } from '../../../tests/support/deploy/certificate.ts'
import { receiverIn } from '../../../tests/support/receive.ts'
import { UNHEARD_WEBHOOK } from '../../../tests/support/samples.ts'
import { temporaryDirectory } from '../../../tests/support/temporary-directory.ts'
import { testRequiring } from '../../../tests/support/test-requirements.ts'
import { REQUESTS } from '../../cli/requests.ts'
import { createLogger } from '../logger.ts'
import { Retention } from '../retention/retention.ts'
import { sampleProblem } from '../site/built-site.ts'
import type { Database } from '../storage/database/open-database.ts'
import { Erasures } from '../storage/erasure.ts'
import { erasureListIn } from '../storage/erasure-list.ts'
import { certificateProblem } from './problems.ts'

const CHECK = ['check', '--server', 'none']
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const pass = (ms: number) => void vi.advanceTimersByTime(ms)
const now = () => new Date()

beforeEach(
  () => void vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'], now: Date.now() }),
)
afterEach(() => void vi.useRealTimers())

/** Starts a server, or another one instead of it: by default on SQLite, in the same place. */
type Start = (environment?: Record<string, string>, location?: string) => Promise<AlertingStore>

interface Kind {
  needs?: Record<string, boolean>
  /** Starts a server and causes the problem. @returns what ends it */
  cause: (start: Start) => Promise<() => unknown>
  /** The problem begins so long after its cause. */
  afterMs?: number
  says: RegExp
}

/** Ends every message, as the dispatcher does: its tests show when. */
const settleAll = (database: Database, status: 'abandoned' | 'delivered', failure: string | null) =>
  database.updateTable('outbox_messages').set({ status, failure, settled_at: now().toISOString() }).execute()

/** A command that succeeded once, and was not given again for so many days. */
const missed = (task: 'backup' | 'drill', days: number): Kind => ({
  says: new RegExp(`The latest ${task} was made at .+ UTC, more than ${days} days ago\\.`),
  afterMs: days * DAY_MS,
  async cause(start) {
    const { environment } = await start()
    const directory = await temporaryDirectory()
    const parameters = { backup: ['--keep', '1'], drill: ['--erasures', join(directory, 'erasures.list')] }
    const run = (one: 'backup' | 'drill') => runHere(REQUESTS, [one, directory, ...parameters[one]], environment)
    await run('backup')
    if (task === 'drill') await run(task)
    return () => run(task)
  },
})

/** Every kind of problem, how it comes about and how it ends. */
const KINDS: Record<string, Kind> = {
  store: {
    says: /The store accepts no requests: visitors see that theirs was not stored\./,
    async cause(start) {
      const { database } = await start()
      await sql`pragma query_only = on`.execute(database)
      return () => sql`pragma query_only = off`.execute(database)
    },
  },
  disk: {
    needs: { 'tmpfs as root': canMount() },
    says: /The disk of DATA_DIR \(.+\) is nearly full: 0 MiB of 4 MiB are free\./,
    async cause(start) {
      const { location } = await start({}, await smallDisk('size=4m'))
      const ballast = join(location, 'ballast')
      await expect(writeFile(ballast, Buffer.alloc(8 * 1_024 * 1_024))).rejects.toThrow('ENOSPC')
      return () => rm(ballast)
    },
  },
  'messages-abandoned': {
    says: /Abandoned messages: 1, the oldest for \S+ \(HTTP 500\)\./,
    async cause(start) {
      const { database, environment } = await start()
      const reference = await receiverIn(database, { now, channels: ['webhook'] })()
      await settleAll(database, 'abandoned', 'HTTP 500')
      return () => runHere(REQUESTS, ['resend', reference], { ...environment, ...UNHEARD_WEBHOOK })
    },
  },
  'messages-waiting': {
    says: /Waiting messages: 1, the oldest for \S+ since \S+ \S+ UTC \(never tried\)\./,
    afterMs: HOUR_MS,
    async cause(start) {
      const { database } = await start()
      await receiverIn(database, { now, channels: ['webhook'] })()
      return () => settleAll(database, 'delivered', null)
    },
  },
  'mail-refused': {
    says: /Mails that an address of NOTIFY_EMAIL refused within a day: 1, the latest for \S+ \(SMTP 550 for address 1 of 2\)\./,
    async cause(start) {
      const { database } = await start()
      await receiverIn(database, { now, channels: ['staff-mail'] })()
      await settleAll(database, 'delivered', 'SMTP 550 for address 1 of 2')
      return () => pass(DAY_MS)
    },
  },
  'callbacks-overdue': {
    says: /Callbacks overdue for more than 2 hours: 1, the oldest since \S+ \S+ UTC\./,
    // Anytime is due for 24 hours.
    afterMs: 26 * HOUR_MS,
    async cause(start) {
      const { database, location } = await start()
      await receiverIn(database, { now })({ timeSlot: 'Anytime' })
      return async () => {
        const withoutDesk = await openAlertingStore(location, { DESK_PORT: '' })
        expect(await withoutDesk.checks['callbacks-overdue']?.()).toBeNull()
        await database.updateTable('callbacks').set({ settled_at: now().toISOString() }).execute()
      }
    },
  },
  backup: missed('backup', 2),
  drill: missed('drill', 40),
  retention: {
    says: /Old data is not erased: the retention sweep has failed since .+ UTC\. The log says why\./,
    async cause(start) {
      const { location, database } = await start()
      // As unreadable as a list that belongs to another user, also for root.
      const list = erasureListIn(location)
      await mkdir(list.path)
      const logger = createLogger('silent', { write() {} })
      const erasures = new Erasures(database, list)
      const retention = new Retention({ database, erasures, retentionDays: 30, now, logger })
      onTestFinished(() => retention.close())
      retention.start()
      await retention.idle()
      return async () => {
        await rmdir(list.path)
        pass(HOUR_MS)
        await retention.idle()
      }
    },
  },
  archive: {
    needs: { PostgreSQL: hasPostgres() },
    says: /PostgreSQL's archive fails, latest for [0-9A-F]{24}: its log says why\./,
    async cause(start) {
      const postgres = new PostgresServer(['archive_mode=on'])
      onTestFinished(() => postgres.remove())
      await postgres.create()
      const { database } = await start({}, await postgres.createDatabase())
      const archiveBy = async (command: 'false' | 'true', counted: string) => {
        await postgres.administer(`alter system set archive_command = '${command}'`, 'select pg_reload_conf()')
        const archived = async () => {
          await sql`select pg_switch_wal()`.execute(database)
          const count = sql<{ count: string }>`select ${sql.ref(counted)} as count from pg_stat_archiver`
          return Number((await count.execute(database)).rows[0]?.count)
        }
        await expect.poll(archived, { timeout: 10_000 }).toBeGreaterThan(0)
      }
      await archiveBy('false', 'failed_count')
      return () => archiveBy('true', 'archived_count')
    },
  },
  sample: {
    says: /https:\/\/clinic\.example shows the sample, which is no hospital/,
    async cause(start) {
      await start({ PUBLIC_URL: 'https://clinic.example' })
      const own = { ...english, department: { ...english.department, sample: false } }
      expect(sampleProblem([own], new URL('https://clinic.example'))).toBeNull()
      return () => start()
    },
  },
  certificate: {
    needs: { openssl: hasOpenssl },
    says: /The certificate of https:\/\/localhost:\d+ ends at .+ UTC\./,
    async cause(start) {
      const directory = await temporaryDirectory()
      const certificateOf = (days: number) => {
        makeCertificate(directory, days)
        const [cert, key] = ['certificate.pem', 'key.pem'].map((name) => readFileSync(join(directory, name)))
        return { cert, key }
      }
      const server = createServer(certificateOf(13)).listen(0, 'localhost')
      onTestFinished(() => void server.close())
      await once(server, 'listening')
      const url = new URL(`https://localhost:${(server.address() as AddressInfo).port}`)
      const inDays = (days: number) => certificateProblem(url, new Date(Date.now() + days * DAY_MS))
      expect([await inDays(-1.01), await inDays(14)]).toEqual([null, expect.stringContaining(' ended at ')])
      await start({ PUBLIC_URL: url.href })
      return () => {
        server.setSecureContext(certificateOf(90))
        pass(HOUR_MS)
      }
    },
  },
}

test('A store in which nothing has happened yet has no problem, every kind is tried here, and the manual knows each', async () => {
  const { checks, environment } = await openAlertingStore(await temporaryDirectory())
  const ofSqlite = Object.keys(KINDS).filter((problem) => problem !== 'archive')
  expect(Object.keys(checks).sort()).toEqual(ofSqlite.sort())
  const [, alarms = ''] = readFileSync('docs/routine.md', 'utf8').split(/^## (?=Alarms)/m)
  for (const problem of Object.keys(KINDS)) {
    expect((await checks[problem]?.()) ?? null, problem).toBeNull()
    expect(alarms).toMatch(new RegExp(`^\\|.*\`${problem}\`.*\\|`, 'm'))
  }
  expect(await runHere(REQUESTS, CHECK, environment)).toMatchObject({ stdout: 'No problem was found.\n', exitCode: 0 })
  expect(await certificateProblem(new URL('https://localhost:1'), now())).toBeNull()
})

for (const [problem, { needs = {}, cause, afterMs = 0, says }] of Object.entries(KINDS)) {
  testRequiring(needs, `${problem}: begins and ends with its cause`, async () => {
    const directory = await temporaryDirectory()
    const servers: AlertingStore[] = []
    const end = await cause(async (environment = {}, location = directory) => {
      const server = await openAlertingStore(location, environment)
      servers.push(server)
      return server
    })
    const found = () => servers.at(-1)?.checks[problem]?.()
    if (afterMs > 0) {
      pass(afterMs - MINUTE_MS)
      expect(await found()).toBeNull()
    }
    pass(2 * MINUTE_MS)
    expect(await found()).toMatch(says)
    await end()
    pass(MINUTE_MS)
    expect(await found()).toBeNull()
  })
}
