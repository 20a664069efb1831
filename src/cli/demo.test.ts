import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { outputOf } from '../../tests/support/commands.ts'
import { hasPostgres } from '../../tests/support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../../tests/support/database/postgres-database.ts'
import { DETAILS, SUBMISSION } from '../../tests/support/samples.ts'
import { run } from '../../tests/support/server-process.ts'
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts'
import { testRequiring } from '../../tests/support/test-requirements.ts'
import { openDatabase } from '../server/storage/database/open-database.ts'
import { CallbackRequests } from '../server/storage/requests/callback-requests.ts'
import { DEMO_USAGE, demoOf } from './demo.ts'
import { runCommand } from './program.ts'

const INVITE = 'npm run desk -- invite you@clinic.example --role manager'
const REFUSED = 'The store has requests: demo data goes only into a store without any.\n'

const demo = (args: string[], environment: Record<string, string>) =>
  outputOf(environment, (surroundings) => runCommand(demoOf(args), DEMO_USAGE, surroundings))

describe('npm run demo', () => {
  test('fills a store that does not exist yet, and says how to see it', async () => {
    const { stdout, stderr, exitCode } = await demo([], { DATA_DIR: await temporaryDirectory() })
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
    const lines = stdout.trimEnd().split('\n')
    expect(lines[0]).toBe('300 invented requests are stored. To call: 4 overdue, 6 due, 6 today, 12 coming.')
    expect(lines.at(-1)).toMatch(new RegExp(`^DESK_PORT=3001 .*${INVITE}$`))
  })

  test('ends with commands that open the same store', async () => {
    const DATA_DIR = await temporaryDirectory()
    const { stdout } = await demo(['--requests', '50'], { DATA_DIR, DESK_PORT: '3005' })
    expect(stdout.trimEnd().split('\n').slice(-2)).toEqual([
      `DATA_DIR=${DATA_DIR} npm start`,
      `DATA_DIR=${DATA_DIR} ${INVITE}`,
    ])
  })

  test('refuses a store with a request in one line', async () => {
    const DATA_DIR = await temporaryDirectory()
    const database = await openDatabase(DATA_DIR)
    onTestFinished(() => database.destroy())
    await new CallbackRequests(database).receive(DETAILS, SUBMISSION)
    const refused = { stdout: '', stderr: REFUSED, exitCode: 1 }
    expect(await demo(['--requests', '60'], { DATA_DIR })).toEqual(refused)
    expect(await database.selectFrom('staff').selectAll().execute()).toEqual([])
  })
})

// The demo is received and called by the product's own code, and so tries most of its statements there.
testRequiring({ PostgreSQL: hasPostgres() }, 'A demo fills a PostgreSQL database in the same way', {}, async () => {
  const { stdout, stderr, exitCode } = await demo(['--requests', '60'], { DATABASE_URL: await newPostgresDatabase() })
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  expect(stdout).toMatch(/^60 invented requests are stored\. To call: \d+ overdue, \d+ due, \d+ today, \d+ coming\.\n/)
})

test('A number beyond its range is no demo, and the ends of each range are', () => {
  for (const args of ['requests 49', 'requests 100001', 'requests many', 'days 366', 'seed -1', 'color red']) {
    expect(demoOf(`--${args}`.split(' ')), args).toBeUndefined()
  }
  expect(demoOf(['--requests', '50', '--days', '365', '--seed', '0'])).toBeDefined()
  expect(demoOf(['--requests', '100000', '--days', '1', '--seed', '4294967295'])).toBeDefined()
})

test('A wrong parameter is answered with the usage, and makes no store', async () => {
  const DATA_DIR = join(await temporaryDirectory(), 'none')
  const ended = await run('src/cli/demo.ts', ['--days', '0'], { DATA_DIR })
  expect(ended).toEqual({ stdout: '', stderr: `${DEMO_USAGE}\n`, exitCode: 2 })
  expect(existsSync(DATA_DIR)).toBe(false)
})
