import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { outputOf } from '../../tests/support/commands.ts'
import { testOnPostgres } from '../../tests/support/database/each-database.ts'
import { openedDatabase } from '../../tests/support/database/opened-database.ts'
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts'
import { OPEN_STATUSES, SETTLED_STATUSES } from '../callback-request/statuses.ts'
import type { Database } from '../server/storage/database/open-database.ts'
import { Worklist } from '../server/storage/worklist.ts'
import { inventCallbacks } from './demo/invented-callbacks.ts'
import type { DemoSettings } from './demo/settings.ts'
import { writeDemo } from './demo/write-demo.ts'
import { DEMO_USAGE, demoOf } from './demo.ts'
import { runCommand } from './program.ts'

const INVITE = 'npm run desk -- invite you@clinic.example --role manager'

const demo = (args: string[], environment: Record<string, string>) =>
  outputOf(environment, (surroundings) => runCommand(demoOf(args), DEMO_USAGE, surroundings))

test('The demo fills a store that does not exist yet, says how to see it, and refuses a store with a request', async () => {
  const DATA_DIR = await temporaryDirectory()
  expect(await demo([], { DATA_DIR })).toEqual({
    stdout: `300 invented requests are stored. To call: 6 due, 4 overdue, 6 today, 12 coming.
Start the site with its desk, then make an account, both with the settings of this command:
DESK_PORT=3001 DATA_DIR=${DATA_DIR} npm start
DESK_PORT=3001 DATA_DIR=${DATA_DIR} ${INVITE}\n`,
    stderr: '',
    exitCode: 0,
  })
  const database = await openedDatabase(DATA_DIR)
  const counted = async () => (await database.selectFrom('callback_requests').select('reference').execute()).length
  const stderr = 'The store has requests: demo data goes only into a store without any.\n'
  expect(await demo(['--requests', '80'], { DATA_DIR, DESK_PORT: '3005' })).toEqual({ stdout: '', stderr, exitCode: 1 })
  expect(await counted()).toBe(300)
})

// The demo is received and called by the product's own code, and so tries most of its statements there.
testOnPostgres('A demo fills a PostgreSQL database in the same way', async (location) => {
  const environment = { DATABASE_URL: location, DATA_DIR: '/unused', DESK_PORT: '3005' }
  const { stdout, stderr, exitCode } = await demo(['--requests', '80'], environment)
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  expect(stdout).toMatch(/^80 invented requests are stored\. To call: \d+ due, \d+ overdue, \d+ today, \d+ coming\.\n/)
  expect(stdout).toMatch(new RegExp(`\nnpm start\n${INVITE}\n$`))
})

test('A number beyond its range is answered with the usage, and makes no store', async () => {
  for (const args of ['requests 74', 'requests 100001', 'requests many', 'days 366', 'seed -1', 'color red']) {
    expect(demoOf(`--${args}`.split(' ')), args).toBeUndefined()
  }
  expect(demoOf(['--requests', '75', '--days', '365', '--seed', '0'])).toBeDefined()
  const DATA_DIR = join(await temporaryDirectory(), 'none')
  expect(await demo(['--days', '0'], { DATA_DIR })).toEqual({ stdout: '', stderr: `${DEMO_USAGE}\n`, exitCode: 2 })
  expect(existsSync(DATA_DIR)).toBe(false)
})

const SETTINGS: DemoSettings = {
  requests: 100,
  days: 10,
  seed: 3,
  now: new Date('2026-11-20T09:30:00.000Z'),
  timeZone: 'Asia/Kolkata',
  noticeVersion: '2026-11-01',
}
const HOUR_MS = 3_600_000

async function demoStore(settings: Partial<DemoSettings> = {}): Promise<Database> {
  const database = await openedDatabase()
  expect(await writeDemo(database, { ...SETTINGS, ...settings })).toBe(true)
  return database
}

test('A demo has everything that it must have', async () => {
  const database = await demoStore()
  const callbacks = await database.selectFrom('callbacks').selectAll().execute()
  const requests = await database.selectFrom('callback_requests').selectAll().execute()
  const attempts = await database.selectFrom('attempts').selectAll().execute()
  const notes = await database.selectFrom('notes').selectAll().execute()
  expect(requests).toHaveLength(SETTINGS.requests)
  const withoutDesk = SETTLED_STATUSES.filter((status) => status !== 'before_desk')
  expect(new Set(callbacks.map(({ status }) => status))).toEqual(new Set([...OPEN_STATUSES, ...withoutDesk]))

  const open = callbacks.filter(({ settled_at }) => settled_at === null)
  expect(open.filter(({ asked }) => asked === 3)).toHaveLength(1)
  expect(open.filter(({ asked }) => asked === 2).length).toBeGreaterThan(0)
  expect(open.filter(({ first_called_at }) => first_called_at !== null).length).toBeGreaterThan(3)
  const waiting = requests.filter(({ callback }) => open.some(({ id }) => id === callback))
  expect(waiting.filter(({ message }) => message).length).toBeGreaterThan(0)
  expect(waiting.filter(({ language }) => language === 'hi').length).toBeGreaterThan(0)
  expect(open.some(({ id }) => notes.some(({ callback }) => callback === id))).toBe(true)
  const suspected = requests.filter(({ suspicion, callback }) => suspicion !== null && callback === null)
  expect(suspected.length).toBeGreaterThanOrEqual(6)

  expect(requests.filter(({ suspicion }) => suspicion === 'flood')).toHaveLength(5)
  const names = (number: string) => open.filter((callback) => callback.number === number).map(({ name }) => name)
  const numberOf = (name: string) => open.find((callback) => callback.name === name)?.number ?? ''
  expect(names(numberOf('Sunita Joshi')).sort()).toEqual(['Rahul Joshi', 'Sunita Joshi'])
  expect(names(numberOf('Meera Kulkarni')).sort()).toEqual(['Meera Kulkarni', 'मीरा कुलकर्णी'])
  const when = open.map(({ first_called_at, first_from }) => first_called_at && first_called_at < first_from)
  expect(new Set(when)).toEqual(new Set([null, false, true]))
  const closed = requests.filter(
    ({ due_from }) => due_from && due_from > '2026-11-16T18:30' && due_from < '2026-11-17T18:30',
  )
  expect(closed).toEqual([])

  const messages = await database.selectFrom('outbox_messages').selectAll().execute()
  expect(messages).toMatchObject([{ status: 'abandoned', channel: 'staff-mail' }])
  const staff = await database.selectFrom('staff').selectAll().where('disabled_at', 'is', null).execute()
  expect(staff).toEqual([])
  for (const { name, phone, email } of requests) {
    expect(`${name} ${phone} ${email}`).toMatch(/^[\p{L}\p{M} ’-]+ 00000\d{5} [a-z.-]+\d+@visitor\.example$/u)
  }
  const instants = [...requests.map(({ received_at }) => received_at), ...attempts.map(({ at }) => at)].sort()
  const start = new Date(SETTINGS.now.getTime() - SETTINGS.days * 24 * HOUR_MS).toISOString()
  expect(instants[0] ?? '').toSatisfy((first: string) => first >= start)
  expect(instants.at(-1) ?? '').toSatisfy((last: string) => last <= SETTINGS.now.toISOString())
})

const FULL = { overdue: 4, due: 6, today: 6, coming: 12 }

test('Each part of the worklist is full in every hour, but in the last millisecond of a day nothing can be due later', async () => {
  for (const [timeZone, at, counts] of [
    ['Asia/Kolkata', '2026-11-20T23:59:59.000+05:30', FULL],
    ['Asia/Kolkata', '2026-11-20T23:59:59.999+05:30', { ...FULL, today: 0, coming: 18 }],
    // Before the clock is put back.
    ['Europe/Berlin', '2026-10-25T02:30:00.000+02:00', FULL],
  ] as const) {
    const now = new Date(at)
    const database = await demoStore({ requests: 75, days: 1, now, timeZone })
    expect(await new Worklist(database, timeZone).counts(now), at).toEqual(counts)
  }
  // Then calls about Anytime come beside the day without calls.
  const now = new Date('2026-11-28T13:42:00.000Z')
  const database = await demoStore({ requests: 300, days: 21, seed: 1, now })
  expect(await new Worklist(database, 'Asia/Kolkata').counts(now)).toEqual(FULL)
})

test('The same seed makes the same data', () => {
  const made = (seed: number) => inventCallbacks({ ...SETTINGS, seed })
  expect(made(1)).toEqual(made(1))
  expect(made(2)).not.toEqual(made(1))
})
