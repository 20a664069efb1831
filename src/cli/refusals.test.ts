import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { runHere } from '../../tests/support/commands.ts'
import { hasPostgres } from '../../tests/support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../../tests/support/database/postgres-database.ts'
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts'
import { testRequiring } from '../../tests/support/test-requirements.ts'
import { openDatabase } from '../server/storage/database/open-database.ts'
import { DESK } from './desk.ts'
import type { Program } from './program.ts'
import { REQUESTS } from './requests.ts'

/** Every command that needs a store. */
const ON_STORE = [
  ...['list', 'check', 'erase --email asha@visitor.example', 'purge', 'backup FILE'],
  'copy --to postgres://clinic@127.0.0.1:1/clinic',
]

/** Expects that a command writes this one line, and nothing else. */
async function expectRefusal(
  line: string,
  environment: Record<string, string>,
  message: RegExp | string,
  of = REQUESTS,
) {
  const stderr = typeof message === 'string' ? `${message}\n` : expect.stringMatching(message)
  const { stdout, exitCode, ...said } = await runHere(of, line.split(' '), environment)
  expect({ stdout, exitCode, ...said }, line).toEqual({ stdout: '', stderr, exitCode: 1 })
  expect(said.stderr, line).toMatch(/^[^\n]+\n$/)
}

test('A command that cannot do its work says why in one line, and ends with 1', async () => {
  const DATA_DIR = await temporaryDirectory()
  await (await openDatabase(DATA_DIR)).destroy()
  const postgres = { DATABASE_URL: 'postgres://clinic@127.0.0.1:1/clinic' }
  const itsOwnTools = /^On PostgreSQL use its own tools, pg_dump and pg_restore/
  const linkNeeds = /^Set DESK_URL, or DESK_PORT /
  const rows: [line: string, environment: Record<string, string>, message: RegExp | string, program?: Program][] = [
    ['list', { PORT: 'http' }, /^PORT must be .+\.$/m],
    ['list', { DATA_DIR: import.meta.filename }, /DATA_DIR/],
    ['backup file', postgres, itsOwnTools],
    ['backup /nowhere/file', { DATA_DIR }, '/nowhere is not a directory: create it, or mount its disk.'],
    ['restore file --erasures list', postgres, itsOwnTools],
    ['drill file --erasures list', postgres, itsOwnTools],
    ...[{}, { DESK_PORT: '0' }, { DESK_HOST: 'desk.clinic.example' }].flatMap((environment): typeof rows => [
      ['invite nina@clinic.example --role manager', { DATA_DIR, ...environment }, linkNeeds, DESK],
      ['reset nina@clinic.example', { DATA_DIR, ...environment }, linkNeeds, DESK],
    ]),
  ]
  for (const row of rows) await expectRefusal(...row)
})

test('Every command but restore refuses a DATA_DIR without a store in one line, and creates nothing', async () => {
  const empty = await temporaryDirectory()
  const emptyFile = await temporaryDirectory()
  await writeFile(join(emptyFile, 'requests.sqlite'), '')
  for (const DATA_DIR of [empty, join(empty, 'not', 'there'), emptyFile]) {
    const message = `DATA_DIR (${DATA_DIR}) has no store: give this command the server's environment and directory.`
    for (const line of ON_STORE) await expectRefusal(line.replace('FILE', join(empty, 'backup')), { DATA_DIR }, message)
    await expectRefusal('list', { DATA_DIR }, message, DESK)
  }
  expect([await readdir(empty), await readdir(emptyFile)]).toEqual([[], ['requests.sqlite']])
})

testRequiring(
  { PostgreSQL: hasPostgres() },
  'A PostgreSQL database without a store is refused in the same way, and gets no table',
  {},
  async () => {
    const DATABASE_URL = await newPostgresDatabase()
    await expectRefusal('check', { DATABASE_URL }, /^DATABASE_URL \(127\.0\.0\.1:\d+\/\w+\) has no store: /)
    const client = new Client(DATABASE_URL)
    await client.connect()
    onTestFinished(() => client.end())
    expect((await client.query(`select from pg_tables where schemaname = 'public'`)).rowCount).toBe(0)
  },
)
