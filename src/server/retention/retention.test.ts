import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { DETAILS, SUBMISSION } from '../../../tests/support/samples.ts'
import { temporaryDirectory } from '../../../tests/support/temporary-directory.ts'
import { createLogger } from '../logger.ts'
import { openSqlite } from '../storage/database/open-sqlite.ts'
import { erasureListIn } from '../storage/erasure/erasure-list.ts'
import { Erasures } from '../storage/erasure/erasures.ts'
import { CallbackRequests } from '../storage/requests/callback-requests.ts'
import { requestOfFuture, StoreClock, storeTime } from '../storage/requests/store-clock.ts'
import { Retention } from './retention.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const START = SUBMISSION.receivedAt.getTime()

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'], now: START }))
afterEach(() => void vi.useRealTimers())

const jump = (ms: number) => vi.setSystemTime(Date.now() + ms)

/** A store with requests of these ages, and a server's retention of 3 days. */
async function retaining(ages: readonly number[]) {
  const location = await temporaryDirectory()
  const database = await openSqlite(location, { lockTimeoutMs: 50 })
  const requests = new CallbackRequests(database)
  for (const ageMs of ages) {
    const receivedAt = new Date(START - ageMs)
    await requests.receive(DETAILS, { ...SUBMISSION, receivedAt, keptFrom: receivedAt })
  }
  const erasures = new Erasures(database, erasureListIn(location))
  const logLines: string[] = []
  const logger = createLogger('info', { write: (line) => logLines.push(line) })
  const start = () => {
    const retention = new Retention({ database, erasures, retentionDays: 3, now: () => new Date(), logger })
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
  const { pass, kept, logLines } = await retaining([4 * DAY_MS, 2.5 * DAY_MS, DAY_MS])
  expect(await kept()).toHaveLength(3)
  await pass(1)
  expect(await kept()).toEqual([2.5 * DAY_MS, DAY_MS])
  await pass(23)
  expect(await kept()).toHaveLength(2)
  await pass(1)
  expect(await kept()).toEqual([DAY_MS])
  expect(logLines.map((line) => JSON.parse(line))).toMatchObject([{ erased: 1 }, { erased: 1 }])
})

test('However the clock jumps, and the server restarts, each request is kept for the whole period', async () => {
  for (const jumps of [
    [-730, 730],
    [-1_000, 500, 500],
    [730, -1_460, 730],
  ]) {
    vi.setSystemTime(START)
    const { database, pass, kept, receive, erasures, retention, restart } = await retaining([])
    await receive()
    let running = retention
    for (const days of jumps) {
      await pass(3, running)
      await running.close()
      jump(days * DAY_MS)
      running = restart()
      await running.idle()
      await receive()
    }
    // As an operator does with a request that is dated in the future.
    const future = await requestOfFuture(database, new Date())
    if (future !== undefined) await erasures.erase({ reference: future })
    const all = await kept()
    await pass(3 * 24 - 3 * jumps.length - 1, running)
    expect(await kept()).toEqual(all)
    await pass(48, running)
    expect(await kept()).toEqual([])
    await running.close()
  }
})

test('A clock that is ahead from the start on erases nothing early', async () => {
  const { pass, kept } = await retaining([HOUR_MS])
  jump(730 * DAY_MS)
  await pass(2 * 24)
  expect(await kept()).toHaveLength(1)
  await pass(25)
  expect(await kept()).toEqual([])
})

test('The time in which no server runs does not count', async () => {
  const { pass, kept, receive, retention, restart } = await retaining([])
  await receive()
  await pass(24)
  await retention.close()
  vi.advanceTimersByTime(40 * DAY_MS)
  const running = restart()
  await running.idle()
  await pass(24, running)
  expect(await kept()).toHaveLength(1)
  await pass(48, running)
  expect(await kept()).toEqual([])
})

test('Of several instances, one at a time moves the clock of the store', async () => {
  const { database } = await retaining([])
  const clocks = [new StoreClock(database), new StoreClock(database)]
  for (const clock of clocks) await clock.advance()
  for (let half = 1; half <= 6; half++) {
    vi.advanceTimersByTime(HOUR_MS / 2)
    await clocks[half % 2]?.advance()
  }
  const ahead = Date.parse(await storeTime(database)) - START
  expect(ahead).toBeGreaterThan(HOUR_MS)
  expect(ahead).toBeLessThanOrEqual(3 * HOUR_MS)
})

test('At the start, and each day, the log names a request that is dated in the future', async () => {
  const { pass, retention, logLines } = await retaining([-400 * DAY_MS])
  await retention.idle()
  const warning = { level: 40, reference: expect.any(String) }
  expect(logLines.map((line) => JSON.parse(line))).toMatchObject([warning])
  await pass(1)
  expect(logLines.map((line) => JSON.parse(line))).toMatchObject([warning, warning, {}])
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
  const { location, pass, kept, logLines } = await retaining([4 * DAY_MS])
  const other = new SqliteFile(join(location, 'requests.sqlite'))
  other.exec('begin immediate')
  await pass(1)
  other.close()
  expect(await kept()).toHaveLength(1)
  expect(logLines.join()).toContain('the retention sweep failed')
  await pass(1)
  expect(await kept()).toEqual([])
})
