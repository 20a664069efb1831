import { mkdir, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { DETAILS, SUBMISSION } from '../../../tests/support/samples.ts'
import { temporaryDirectory } from '../../../tests/support/temporary-directory.ts'
import { createLogger } from '../logger.ts'
import { lastRun } from '../storage/alerts/maintenance-runs.ts'
import { openSqlite } from '../storage/database/open-sqlite.ts'
import { erasureListIn } from '../storage/erasure/erasure-list.ts'
import { Erasures } from '../storage/erasure/erasures.ts'
import { CallbackRequests } from '../storage/requests/callback-requests.ts'
import { Retention } from './retention.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MINUTE_MS = 60_000
const START = SUBMISSION.receivedAt.getTime()

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'], now: START }))
afterEach(() => void vi.useRealTimers())

const instant = (ms: number) => new Date(ms).toISOString()
const jump = (ms: number) => vi.setSystemTime(Date.now() + ms)

/** A store with requests of these ages, and a server's retention of 30 days. */
async function retaining(ages: readonly number[]) {
  const location = await temporaryDirectory()
  const database = await openSqlite(location, { lockTimeoutMs: 50 })
  const requests = new CallbackRequests(database)
  for (const ageMs of ages) await requests.receive(DETAILS, { ...SUBMISSION, receivedAt: new Date(START - ageMs) })
  const erasures = new Erasures(database, erasureListIn(location))
  const logLines: string[] = []
  const logger = createLogger('info', { write: (line) => logLines.push(line) })
  const start = () => {
    const retention = new Retention({ database, erasures, retentionDays: 30, now: () => new Date(), logger })
    onTestFinished(() => retention.close())
    retention.start()
    return retention
  }
  onTestFinished(() => database.destroy()) // called last
  const retention = start()
  return {
    restart: start,
    /** Receives a request now, by the wall clock. */
    receive: () => requests.receive(DETAILS, { ...SUBMISSION, receivedAt: new Date() }),
    location,
    database,
    erasures,
    retention,
    logLines,
    /** Lets so many hours pass. The work of each has ended before the next. */
    pass: async (hours: number, running = retention) => {
      for (let hour = 0; hour < hours; hour++) {
        vi.advanceTimersByTime(HOUR_MS)
        await running.idle()
      }
    },
    kept: async () => (await Array.fromAsync(requests.all())).map((each) => START - Date.parse(each.received_at)),
  }
}

test('Old requests are purged an hour after the start, and then once a day', async () => {
  const { pass, kept, logLines } = await retaining([31 * DAY_MS, 29.5 * DAY_MS, 28 * DAY_MS])
  expect(await kept()).toHaveLength(3)
  await pass(1)
  expect(await kept()).toEqual([29.5 * DAY_MS, 28 * DAY_MS])
  await pass(23)
  expect(await kept()).toHaveLength(2)
  await pass(1)
  expect(await kept()).toEqual([28 * DAY_MS])
  expect(logLines.map((line) => JSON.parse(line))).toMatchObject([{ erased: 1 }, { erased: 1 }])
})

test('A sweep that fails is recorded from its first failure until one succeeds', async () => {
  const { location, database, pass } = await retaining([31 * DAY_MS])
  // As unwritable as a list that belongs to another user, also for root.
  const list = erasureListIn(location).path
  await mkdir(list)
  await pass(2)
  expect(await lastRun(database, 'retention')).toEqual({ succeeded_at: null, failed_at: instant(START + HOUR_MS) })
  await rmdir(list)
  await pass(1)
  expect(await lastRun(database, 'retention')).toEqual({ succeeded_at: instant(START + 3 * HOUR_MS), failed_at: null })
})

test.each([HOUR_MS, DAY_MS, -HOUR_MS, -DAY_MS])(
  'A clock that jumps %d ms and back purges nothing early',
  async (ms) => {
    const { pass, kept } = await retaining([30 * DAY_MS - 1.5 * HOUR_MS])
    vi.setSystemTime(Date.now() + ms)
    await pass(1)
    expect(await kept()).toHaveLength(1)
    vi.setSystemTime(Date.now() - ms)
    await pass(24)
    expect(await kept()).toEqual([])
  },
)

test.each([HOUR_MS, DAY_MS])(
  'A clock that is put forward %d ms just before a purge erases nothing early',
  async (ms) => {
    const { pass, kept } = await retaining([30 * DAY_MS - 25.5 * HOUR_MS])
    await pass(24)
    vi.setSystemTime(Date.now() + ms)
    await pass(1)
    expect(await kept()).toHaveLength(1)
    await pass(24)
    expect(await kept()).toEqual([])
  },
)

test.each([
  { when: 'the clock was two years behind', jumps: [-730, 730], requests: 1 },
  { when: 'the clock was wrong and then corrected in part', jumps: [-1_000, 500, 500], requests: 2 },
])('A request from when $when is kept for the whole period', async ({ jumps, requests }) => {
  const { pass, kept, receive } = await retaining([])
  for (const [index, days] of jumps.entries()) {
    await pass(3)
    jump(days * DAY_MS)
    await pass(3)
    if (index < requests) await receive()
  }
  await pass(30 * 24 - 6 * jumps.length)
  expect(await kept()).toHaveLength(requests)
  await pass(36)
  expect(await kept()).toEqual([])
})

test.each([0, MINUTE_MS])(
  'A request is also kept when the server is stopped %d ms after the clock was corrected',
  async (ms) => {
    const { pass, kept, receive, retention, restart } = await retaining([])
    jump(-730 * DAY_MS)
    await pass(1)
    await receive()
    jump(730 * DAY_MS)
    vi.advanceTimersByTime(ms)
    await retention.close()
    await pass(40, restart())
    expect(await kept()).toHaveLength(1)
  },
)

test('A correction that could not be stored is logged, and tried again a minute later', async () => {
  const { location, database, pass, receive, retention, logLines } = await retaining([])
  jump(-730 * DAY_MS)
  await pass(1)
  await receive()
  const other = new SqliteFile(join(location, 'requests.sqlite'))
  other.exec('begin immediate')
  jump(730 * DAY_MS)
  vi.advanceTimersByTime(MINUTE_MS)
  await retention.idle()
  other.close()
  expect(logLines.join()).toContain('nothing is purged until')
  vi.advanceTimersByTime(MINUTE_MS)
  await retention.idle()
  const rows = await database.selectFrom('callback_requests').select('kept_from').execute()
  expect(rows).toEqual([{ kept_from: new Date(START + HOUR_MS).toISOString() }])
})

test('While a correction cannot be stored nothing is purged, but requests on the list are erased', async () => {
  const { location, database, erasures, retention, pass, kept, receive, logLines } = await retaining([
    31 * DAY_MS,
    HOUR_MS,
  ])
  await retention.idle()
  const rows = await database.selectFrom('callback_requests').selectAll().orderBy('received_at').execute()
  // As after a crash between the list and the store.
  await erasures.erase({ reference: rows[1]?.reference ?? '' })
  await database.deleteFrom('erasures').execute()
  await database.insertInto('callback_requests').values(rows.slice(1)).execute()

  jump(-730 * DAY_MS)
  vi.advanceTimersByTime(MINUTE_MS)
  await receive()
  const other = new SqliteFile(join(location, 'requests.sqlite'))
  other.exec("create trigger refusal before update on callback_requests begin select raise(abort, 'refused'); end")
  jump(730 * DAY_MS)
  await pass(1)
  expect(await kept()).toEqual([730 * DAY_MS - MINUTE_MS, 31 * DAY_MS])
  expect(logLines.join()).not.toContain('old requests erased')

  other.exec('drop trigger refusal')
  other.close()
  await pass(1)
  expect(await kept()).toEqual([730 * DAY_MS - MINUTE_MS])
})

test('The log names a request that is dated in the future', async () => {
  const { pass, logLines } = await retaining([-400 * DAY_MS])
  await pass(1)
  expect(logLines.map((line) => JSON.parse(line))).toMatchObject([{ level: 40, reference: expect.any(String) }, {}])
})

test('An erasure that was interrupted is finished at the start, whatever the clock says', async () => {
  const { database, erasures, retention, kept } = await retaining([0])
  const rows = await database.selectFrom('callback_requests').selectAll().execute()
  await erasures.erase({ email: DETAILS.email })
  await database.insertInto('callback_requests').values(rows).execute()
  await database.deleteFrom('erasures').execute()
  expect(await kept()).toEqual([0])
  retention.start()
  await retention.idle()
  expect(await kept()).toEqual([])
})

test('A purge that finds the store locked is logged, and tried again an hour later', async () => {
  const { location, pass, kept, logLines } = await retaining([31 * DAY_MS])
  const other = new SqliteFile(join(location, 'requests.sqlite'))
  other.exec('begin immediate')
  await pass(1)
  other.close()
  expect(await kept()).toHaveLength(1)
  expect(logLines.join()).toContain('the retention sweep failed')
  await pass(1)
  expect(await kept()).toEqual([])
})

test('After closing nothing is purged', async () => {
  const { retention, pass, kept } = await retaining([31 * DAY_MS])
  await retention.close()
  await pass(30)
  expect(await kept()).toHaveLength(1)
})
