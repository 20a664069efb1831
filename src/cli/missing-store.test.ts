import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { runHere } from '../../tests/support/commands.ts'
import { hasPostgres } from '../../tests/support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../../tests/support/database/postgres-database.ts'
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts'
import { testRequiring } from '../../tests/support/test-requirements.ts'
import { loadConfig } from '../server/config/config.ts'
import { openDatabase } from '../server/storage/database/open-database.ts'
import { REQUESTS } from './command-line.ts'
import { commandOf } from './program.ts'

const ON_EITHER_STORE = [
  ['list'],
  ['export', '--format', 'json'],
  ['outbox'],
  ['check'],
  ['resend', '7K3M-9RXD'],
  ['erase', '--email', 'asha@visitor.example'],
  ['purge'],
]

/** Why a command fails, which runs in this process: one of its own would take longer to start than to run. */
async function refusal(command: string[], environment: Record<string, string>): Promise<string | undefined> {
  const config = loadConfig(environment)
  if (!config.ok) throw new Error(config.problems.join())
  return commandOf(REQUESTS, command)?.(config.value, process.stdout).then(
    () => 'It did not fail.',
    (error) => error.message,
  )
}

test('Every command but restore refuses a DATA_DIR without a store in one line, and creates nothing', async () => {
  const empty = await temporaryDirectory()
  const below = join(empty, 'not', 'there')
  const emptyFile = await temporaryDirectory()
  await writeFile(join(emptyFile, 'requests.sqlite'), '')
  const commands = [
    ...ON_EITHER_STORE,
    ['backup', join(empty, 'backup')],
    ['copy', '--to', 'postgres://clinic@127.0.0.1:1/clinic'],
  ]
  for (const DATA_DIR of [empty, below, emptyFile]) {
    const line = `DATA_DIR (${DATA_DIR}) has no store: give this command the server's environment and directory.`
    for (const command of commands) expect(await refusal(command, { DATA_DIR }), command.join(' ')).toBe(line)
    const ended = await runHere(REQUESTS, ['list'], { DATA_DIR })
    expect(ended).toEqual({ stdout: '', stderr: `${line}\n`, exitCode: 1 })
  }
  expect(await readdir(empty)).toEqual([])
  expect(existsSync(below)).toBe(false)
  expect(await readdir(emptyFile)).toEqual(['requests.sqlite'])
})

test('The check accepts an empty store that the server has just created', async () => {
  const DATA_DIR = await temporaryDirectory()
  await (await openDatabase(DATA_DIR)).destroy()
  expect(await runHere(REQUESTS, ['check'], { DATA_DIR })).toMatchObject({ stderr: '', exitCode: 0 })
})

testRequiring(
  { PostgreSQL: hasPostgres() },
  'Every command refuses a PostgreSQL database without a store in the same way, and creates no table',
  {},
  async () => {
    const DATABASE_URL = await newPostgresDatabase()
    for (const command of ON_EITHER_STORE) {
      expect(await refusal(command, { DATABASE_URL }), command.join(' ')).toMatch(
        /^DATABASE_URL \(127\.0\.0\.1:\d+\/\w+\) has no store: [^\n]+$/,
      )
    }
    const client = new Client(DATABASE_URL)
    await client.connect()
    onTestFinished(() => client.end())
    const { rows } = await client.query(`select tablename from pg_tables where schemaname = 'public'`)
    expect(rows).toEqual([])
  },
)
