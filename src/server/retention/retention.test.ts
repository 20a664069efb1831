import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { receiverIn } from '../../../tests/support/receive.ts'
import { temporaryDirectory } from '../../../tests/support/temporary-directory.ts'
import { createLogger } from '../logger.ts'
import { auditPage, COMMAND_LINE, recordEvent } from '../storage/audit.ts'
import { CallbackRequests } from '../storage/callback-requests.ts'
import { requestOfFuture, StoreClock, storeTime } from '../storage/clock.ts'
import { openDatabase } from '../storage/database/open-database.ts'
import { Erasures } from '../storage/erasure.ts'
import { erasureListIn } from '../storage/erasure-list.ts'
import { Limits } from '../storage/limits.ts'
import { accept } from '../storage/sign-ins.ts'
import { invite as inviteStaff } from '../storage/staff-accounts.ts'
import { Retention } from './retention.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const CLIENT = '127.0.0.1'

// The real date, since the database's triggers look at its own clock.
const START = Date.now()

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'], now: START }))
afterEach(() => void vi.useRealTimers())

const now = () => new Date()
const jump = (ms: number) => vi.setSystemTime(Date.now() + ms)
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)

/** A store with requests of these ages, and a server's retention that has just started. */
async function retaining({ days = [], retentionDays = 3 }: { days?: readonly number[]; retentionDays?: number } = {}) {
  const location = await temporaryDirectory()
  const database = await openDatabase(location)
  const requests = new CallbackRequests(database)
  const erasures = new Erasures(database, erasureListIn(location))
  const logLines: string[] = []
  const logger = createLogger('info', { write: (line) => logLines.push(line) })
  const receive = receiverIn(database, { now })
  const references: string[] = []
  for (const age of days) {
    references.push(await receive({}, { receivedAt: daysAgo(age), keptFrom: daysAgo(age) }))
  }
  const start = async () => {
    const retention = new Retention({ database, erasures, retentionDays, now, logger })
    onTestFinished(() => retention.close())
    retention.start()
    await retention.idle()
    return retention
  }
  onTestFinished(() => database.destroy()) // called last
  const retention = await start()
  return {
    database,
    erasures,
    retention,
    restart: start,
    references,
    receive,
    log: () => logLines.map((line) => JSON.parse(line)),
    /** Lets so many hours pass. The work of each has ended before the next. */
    pass: async (hours: number, running = retention) => {
      for (let hour = 0; hour < hours; hour++) {
        vi.advanceTimersByTime(HOUR_MS)
        await running.idle()
      }
    },
    /** The ages of the requests at the start, in days. */
    kept: async () =>
      (await Array.fromAsync(requests.all())).map((each) => (START - Date.parse(each.received_at)) / DAY_MS),
    record: (at: Date, ...subjects: string[]) =>
      database.transaction().execute(async (transaction) => {
        for (const subject of subjects) await recordEvent(transaction, at, COMMAND_LINE, 'person-read', subject)
      }),
    subjects: async () =>
      (await auditPage(database, { kind: 'person-read' }, { limit: 100 })).rows.map(({ subject }) => subject).sort(),
  }
}

test('Old requests are purged an hour after the start, and then once a day; audit events that name them stay', async () => {
  const { pass, kept, log, record, subjects, references, erasures } = await retaining({ days: [4, 2.5, 1, 0] })
  await record(now(), ...references)
  await erasures.erase({ reference: references[3] ?? '' })
  expect(await kept()).toHaveLength(3)
  await pass(1)
  expect(await kept()).toEqual([2.5, 1])
  await pass(23)
  expect(await kept()).toHaveLength(2)
  await pass(1)
  expect(await kept()).toEqual([1])
  expect(log()).toMatchObject([{ erased: 1 }, { erased: 1 }])
  expect(await subjects()).toEqual(references.toSorted())
})

test('However the clock jumps, and the server restarts, each request is kept for the whole period', async () => {
  for (const jumps of [
    [-730, 730],
    [-1_000, 500, 500],
    [730, -1_460, 730],
  ]) {
    vi.setSystemTime(START)
    const { database, pass, kept, receive, erasures, retention, restart } = await retaining()
    await receive()
    let running = retention
    for (const days of jumps) {
      await pass(3, running)
      await running.close()
      jump(days * DAY_MS)
      running = await restart()
      await receive()
    }
    // As an operator does with a request that is dated in the future.
    const future = await requestOfFuture(database, now())
    if (future !== undefined) await erasures.erase({ reference: future })
    const all = await kept()
    await pass(3 * 24 - 3 * jumps.length - 1, running)
    expect(await kept()).toEqual(all)
    await pass(48, running)
    expect(await kept()).toEqual([])
    await running.close()
  }
})

test('A clock that is ahead while the server runs erases nothing early', async () => {
  const { pass, kept } = await retaining({ days: [1 / 24] })
  jump(730 * DAY_MS)
  await pass(2 * 24)
  expect(await kept()).toHaveLength(1)
  await pass(25)
  expect(await kept()).toEqual([])
})

test('Of several instances, one at a time moves the clock of the store', async () => {
  const { database } = await retaining()
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
  const { pass, log, references } = await retaining({ days: [-400] })
  const warning = { level: 40, reference: references[0] }
  expect(log()).toMatchObject([warning])
  await pass(1)
  expect(log()).toMatchObject([warning, warning, {}])
})

test('Sessions, links and failed sign-ins are deleted in the hour in which their time is over; the audit log says why a session ended', async () => {
  const { database, pass } = await retaining({ retentionDays: 365 })
  const limits = new Limits(database, now)
  const act = () => ({ database, actor: COMMAND_LINE, at: now() })
  const invite = async (name: string) => {
    const person = { email: `${name}@clinic.example`, name, role: 'coordinator' } as const
    const invited = await inviteStaff(act(), person)
    return invited.ok ? invited.value.token : ''
  }
  await accept(act(), await invite('nina'), { name: 'Nina', passwordHash: 'a hash' })
  await invite('ravi')
  await limits.begin({ by: 'password', email: 'nina@clinic.example', client: CLIENT })
  const tables = ['staff_sessions', 'staff_invitations', 'limits'] as const
  const counts = () =>
    Promise.all(tables.map(async (table) => (await database.selectFrom(table).selectAll().execute()).length))
  expect(await counts()).toEqual([1, 1, 3])
  await pass(1)
  expect(await counts()).toEqual([0, 1, 0])
  expect((await auditPage(database, { kind: 'session-ended' }, { limit: 10 })).rows).toMatchObject([
    { by: null, client: null, detail: { because: '60 minutes without a call' } },
  ])
  await pass(23)
  expect(await counts()).toEqual([0, 0, 0])
})

test('Audit events are deleted after RETENTION_DAYS, but not within a year and a day, also many of a long pause', async () => {
  for (const [retentionDays, old, young] of [
    [30, [366, 500], [365, 1]],
    [450, [500], [366, 400]],
  ] as const) {
    const { record, subjects, pass } = await retaining({ retentionDays })
    for (const age of [...old, ...young]) await record(daysAgo(age), String(age))
    await record(daysAgo(600), ...Array.from({ length: 1_201 }, (_, index) => `old ${index}`))
    await pass(1)
    expect(await subjects()).toEqual(young.map(String).sort())
  }
})
