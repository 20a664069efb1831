import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { DETAILS, SUBMISSION } from '../../../tests/support/samples.ts'
import { temporaryDirectory } from '../../../tests/support/temporary-directory.ts'
import { createLogger } from '../logger.ts'
import { auditPage, COMMAND_LINE, recordEvent } from '../storage/audit/audit-events.ts'
import { openSqlite } from '../storage/database/open-sqlite.ts'
import { erasureListIn } from '../storage/erasure/erasure-list.ts'
import { Erasures } from '../storage/erasure/erasures.ts'
import { CallbackRequests } from '../storage/requests/callback-requests.ts'
import { SignInFailures } from '../storage/staff/sign-in-failures.ts'
import { SignIns } from '../storage/staff/sign-ins.ts'
import { StaffAccounts } from '../storage/staff/staff-accounts.ts'
import { Retention } from './retention.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const CLIENT = '127.0.0.1'

// The real date, since the database's triggers look at its own clock.
beforeEach(
  () => void vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'], now: Date.now() }),
)
afterEach(() => void vi.useRealTimers())

const now = () => new Date()
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)

/** A store, and a server's retention that has just started. */
async function retaining(retentionDays: number) {
  const location = await temporaryDirectory()
  const database = await openSqlite(location)
  const erasures = new Erasures(database, erasureListIn(location))
  const logLines: string[] = []
  const logger = createLogger('info', { write: (line) => logLines.push(line) })
  const retention = new Retention({ database, erasures, retentionDays, now, logger })
  onTestFinished(() => database.destroy()) // called last
  onTestFinished(() => retention.close())
  retention.start()
  await retention.idle()
  return {
    database,
    erasures,
    logLines,
    requests: new CallbackRequests(database),
    accounts: new StaffAccounts(database, now),
    signIns: new SignIns(database, now),
    failures: new SignInFailures(database, now),
    record: (at: Date, ...subjects: string[]) =>
      database.transaction().execute(async (transaction) => {
        for (const subject of subjects) await recordEvent(transaction, at, COMMAND_LINE, 'person-read', subject)
      }),
    subjects: async () =>
      (await auditPage(database, { kind: 'person-read' }, 100)).rows.map(({ subject }) => subject).sort(),
    count: async (table: 'staff_sessions' | 'staff_invitations' | 'sign_in_failures') =>
      (await database.selectFrom(table).selectAll().execute()).length,
    /** Lets so many hours pass. The work of each has ended before the next. */
    pass: async (hours: number) => {
      for (let hour = 0; hour < hours; hour++) {
        vi.advanceTimersByTime(HOUR_MS)
        await retention.idle()
      }
    },
  }
}

test('Sessions, links and failed sign-ins are deleted in the hour in which their time is over; the audit log says why a session ended', async () => {
  const { accounts, signIns, failures, count, pass, database } = await retaining(365)
  const invite = async (name: string) => {
    const invited = await accounts.invite({ email: `${name}@clinic.example`, name, role: 'coordinator' }, COMMAND_LINE)
    return invited.ok ? invited.value.token : ''
  }
  await signIns.accept(await invite('nina'), { name: 'Nina', passwordHash: 'a hash' }, CLIENT)
  await invite('ravi')
  await failures.begin({ email: 'nina@clinic.example', client: CLIENT })
  const counts = async () => [
    await count('staff_sessions'),
    await count('staff_invitations'),
    await count('sign_in_failures'),
  ]
  expect(await counts()).toEqual([1, 1, 2])
  await pass(1)
  expect(await counts()).toEqual([0, 1, 0])
  expect((await auditPage(database, { kind: 'session-ended' }, 10)).rows).toMatchObject([
    { by: null, client: null, detail: { because: '60 minutes without a call' } },
  ])
  await pass(2)
  await failures.begin({ client: CLIENT })
  await pass(1)
  expect(await counts()).toEqual([0, 1, 0])
  await pass(20)
  expect(await counts()).toEqual([0, 0, 0])
})

test('Audit events are deleted after RETENTION_DAYS, but not within a year and a day, also many of a long pause', async () => {
  for (const [retentionDays, old, young] of [
    [30, [366, 400, 500], [365, 364, 1]],
    [450, [500], [366, 400, 365, 364, 1]],
  ] as const) {
    const { record, subjects, pass } = await retaining(retentionDays)
    for (const age of [...old, ...young]) await record(daysAgo(age), String(age))
    await record(daysAgo(600), ...Array.from({ length: 1_201 }, (_, index) => `old ${index}`))
    await pass(1)
    expect(await subjects()).toEqual(young.map(String).sort())
  }
})

test('A fault while deleting what the desk no longer needs is logged, and old requests are purged all the same', async () => {
  const { database, requests, logLines, pass } = await retaining(30)
  await requests.receive(DETAILS, { ...SUBMISSION, receivedAt: daysAgo(31), keptFrom: daysAgo(31) })
  await database.schema.dropTable('staff_invitations').execute()
  await pass(1)
  expect(await Array.fromAsync(requests.all())).toEqual([])
  expect(logLines.join()).toContain('old sign-ins and audit events could not be deleted')
})

test('Erasing and purging requests leaves the audit events that name them', async () => {
  const { requests, erasures, record, subjects, pass } = await retaining(30)
  const references = []
  for (const receivedAt of [daysAgo(31), daysAgo(1)]) {
    const received = await requests.receive(DETAILS, { ...SUBMISSION, receivedAt, keptFrom: receivedAt })
    references.push(received.ok ? received.reference : '')
  }
  for (const reference of references) await record(now(), reference)
  await erasures.erase({ reference: references[1] ?? '' })
  await pass(1)
  expect(await Array.fromAsync(requests.all())).toEqual([])
  expect(await subjects()).toEqual(references.toSorted())
})
