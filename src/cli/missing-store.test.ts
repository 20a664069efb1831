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
import { DESK } from './desk.ts'
import { REQUESTS } from './requests.ts'

const COMMANDS = ['list', 'check', 'erase --email asha@visitor.example', 'purge', 'backup FILE']

test('Every command but restore refuses a DATA_DIR without a store in one line, and creates nothing', async () => {
  const empty = await temporaryDirectory()
  const below = join(empty, 'not', 'there')
  const emptyFile = await temporaryDirectory()
  await writeFile(join(emptyFile, 'requests.sqlite'), '')
  for (const DATA_DIR of [empty, below, emptyFile]) {
    const stderr = `DATA_DIR (${DATA_DIR}) has no store: give this command the server's environment and directory.\n`
    const refused = { stdout: '', stderr, exitCode: 1 }
    for (const command of [...COMMANDS, 'copy --to postgres://clinic@127.0.0.1:1/clinic']) {
      const args = command.replace('FILE', join(empty, 'backup')).split(' ')
      expect(await runHere(REQUESTS, args, { DATA_DIR }), command).toEqual(refused)
    }
    expect(await runHere(DESK, ['list'], { DATA_DIR })).toEqual(refused)
  }
  expect(await readdir(empty)).toEqual([])
  expect(existsSync(below)).toBe(false)
  expect(await readdir(emptyFile)).toEqual(['requests.sqlite'])
})

testRequiring(
  { PostgreSQL: hasPostgres() },
  'A PostgreSQL database without a store is refused in the same way, and gets no table',
  {},
  async () => {
    const DATABASE_URL = await newPostgresDatabase()
    const stderr = expect.stringMatching(/^DATABASE_URL \(127\.0\.0\.1:\d+\/\w+\) has no store: [^\n]+\n$/)
    expect(await runHere(REQUESTS, ['check'], { DATABASE_URL })).toEqual({ stdout: '', stderr, exitCode: 1 })
    const client = new Client(DATABASE_URL)
    await client.connect()
    onTestFinished(() => client.end())
    expect((await client.query(`select from pg_tables where schemaname = 'public'`)).rowCount).toBe(0)
  },
)
