import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { outputOf } from '../../tests/support/commands.ts'
import { hasPostgres } from '../../tests/support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../../tests/support/database/postgres-database.ts'
import { run } from '../../tests/support/server-process.ts'
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts'
import { testRequiring } from '../../tests/support/test-requirements.ts'
import { openDatabase } from '../server/storage/database/open-database.ts'
import { DEMO_USAGE, demoOf } from './demo.ts'
import { runCommand } from './program.ts'

const INVITE = 'npm run desk -- invite you@clinic.example --role manager'

const demo = (args: string[], environment: Record<string, string>) =>
  outputOf(environment, (surroundings) => runCommand(demoOf(args), DEMO_USAGE, surroundings))

test('The demo fills a store that does not exist yet, says how to see it, and refuses a store with a request', async () => {
  const DATA_DIR = await temporaryDirectory()
  expect(await demo([], { DATA_DIR })).toEqual({
    stdout: `300 invented requests are stored. To call: 4 overdue, 6 due, 6 today, 12 coming.
Start the site with its desk, then make an account, both with the settings of this command:
DESK_PORT=3001 DATA_DIR=${DATA_DIR} npm start
DESK_PORT=3001 DATA_DIR=${DATA_DIR} ${INVITE}\n`,
    stderr: '',
    exitCode: 0,
  })
  const database = await openDatabase(DATA_DIR)
  onTestFinished(() => database.destroy())
  const counted = async () => (await database.selectFrom('callback_requests').select('reference').execute()).length
  const stderr = 'The store has requests: demo data goes only into a store without any.\n'
  expect(await demo(['--requests', '60'], { DATA_DIR, DESK_PORT: '3005' })).toEqual({ stdout: '', stderr, exitCode: 1 })
  expect(await counted()).toBe(300)
})

// The demo is received and called by the product's own code, and so tries most of its statements there.
testRequiring({ PostgreSQL: hasPostgres() }, 'A demo fills a PostgreSQL database in the same way', {}, async () => {
  const environment = { DATABASE_URL: await newPostgresDatabase(), DATA_DIR: '/unused', DESK_PORT: '3005' }
  const { stdout, stderr, exitCode } = await demo(['--requests', '60'], environment)
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  expect(stdout).toMatch(/^60 invented requests are stored\. To call: \d+ overdue, \d+ due, \d+ today, \d+ coming\.\n/)
  expect(stdout).toMatch(new RegExp(`\nnpm start\n${INVITE}\n$`))
})

test('A number beyond its range is answered with the usage, and makes no store; the ends of each range are taken', async () => {
  for (const args of ['requests 49', 'requests 100001', 'requests many', 'days 366', 'seed -1', 'color red']) {
    expect(demoOf(`--${args}`.split(' ')), args).toBeUndefined()
  }
  expect(demoOf(['--requests', '50', '--days', '365', '--seed', '0'])).toBeDefined()
  expect(demoOf(['--requests', '100000', '--days', '1', '--seed', '4294967295'])).toBeDefined()
  const DATA_DIR = join(await temporaryDirectory(), 'none')
  const ended = await run('src/cli/demo.ts', ['--days', '0'], { DATA_DIR })
  expect(ended).toEqual({ stdout: '', stderr: `${DEMO_USAGE}\n`, exitCode: 2 })
  expect(existsSync(DATA_DIR)).toBe(false)
})
