import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { hasPostgres } from '../../tests/support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../../tests/support/database/postgres-database.ts'
import { DETAILS, SUBMISSION } from '../../tests/support/samples.ts'
import { run, startServer } from '../../tests/support/server-process.ts'
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts'
import { testRequiring } from '../../tests/support/test-requirements.ts'
import { loadConfig } from '../server/config/config.ts'
import { openDatabase } from '../server/storage/database/open-database.ts'
import { CallbackRequests } from '../server/storage/requests/callback-requests.ts'
import { REQUESTS } from './command-line.ts'
import { commandOf } from './program.ts'

const ROOT = join(import.meta.dirname, '../..')

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
  return commandOf(
    REQUESTS,
    command,
  )?.(config.value).then(
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
    const ended = await run('src/cli/requests.ts', ['list'], { DATA_DIR })
    expect(ended).toEqual({ stdout: '', stderr: `${line}\n`, exitCode: 1 })
  }
  expect(await readdir(empty)).toEqual([])
  expect(existsSync(below)).toBe(false)
  expect(await readdir(emptyFile)).toEqual(['requests.sqlite'])
})

test('The check accepts an empty store that the server has just created', async () => {
  const DATA_DIR = await temporaryDirectory()
  await (await openDatabase(DATA_DIR)).destroy()
  expect(await run('src/cli/requests.ts', ['check'], { DATA_DIR })).toMatchObject({ stderr: '', exitCode: 0 })
})

test('The cron line of the manual checks the store of the environment file, and sends mail when there is none', async () => {
  const manual = await readFile(join(ROOT, 'docs/operations.md'), 'utf8')
  const [, line = 'no such line'] = /^\*\/10 \* \* \* \* +(.+)$/m.exec(manual) ?? []
  const directory = await temporaryDirectory()
  const DATA_DIR = join(directory, 'data')
  const file = join(directory, 'clinic.env')
  await writeFile(file, `DATA_DIR=${DATA_DIR}\n`)
  const command = line.replaceAll('/srv/clinic', ROOT).replaceAll('/etc/clinic.env', file)
  /** The arguments of the mail program, then the mail. */
  const mailed = async () => {
    const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` }
    return (await promisify(execFile)('sh', ['-c', `mail() { echo "$@"; cat; }\n${command}`], { env })).stdout
  }
  const mailArguments = '-s Callback clinic: somebody must act you@clinic.example\n'
  expect(await mailed()).toMatch(new RegExp(`^${mailArguments}DATA_DIR \\(${DATA_DIR}\\) has no store: .+\\n$`))

  const { address, child, exited } = await startServer({ DATA_DIR })
  await writeFile(file, `DATA_DIR=${DATA_DIR}\nPORT=${address.port}\n`)
  expect(await mailed()).toBe('')
  child.kill('SIGTERM')
  await exited
  expect(await mailed()).toBe(`${mailArguments}The server at ${address.origin} does not answer: ECONNREFUSED.\n`)

  await writeFile(file, `DATA_DIR=${DATA_DIR}\nPORT=0\n`)
  const database = await openDatabase(DATA_DIR)
  onTestFinished(() => database.destroy())
  await new CallbackRequests(database, { channels: ['webhook'] }).receive(DETAILS, SUBMISSION)
  await database.updateTable('outbox_messages').set({ status: 'abandoned' }).execute()
  expect(await mailed()).toMatch(new RegExp(`^${mailArguments}.+: webhook was abandoned\\.\\n$`))
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
