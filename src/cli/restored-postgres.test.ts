import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { MANY, receiveCanaries } from '../../tests/support/canary-requests.ts'
import { runHere } from '../../tests/support/commands.ts'
import { hasPostgres } from '../../tests/support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../../tests/support/database/postgres-database.ts'
import { storedIn } from '../../tests/support/database/stored-in.ts'
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts'
import { testRequiring } from '../../tests/support/test-requirements.ts'
import { REQUESTS } from './command-line.ts'

const has = (program: string) => spawnSync(program, ['--version']).status === 0

function tool(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program}: ${stderr}`)
  return stdout
}

testRequiring(
  { PostgreSQL: hasPostgres(), psql: has('psql') },
  'A purge erases again what a PostgreSQL restored from before an erasure, with the later list, contains',
  {},
  async () => {
    const DATABASE_URL = await newPostgresDatabase()
    await receiveCanaries(DATABASE_URL, 6)
    const file = (name: string) => join(directory, name)
    const directory = await temporaryDirectory()
    const sql = (...commands: string[]) =>
      tool('psql', DATABASE_URL, '-v', 'ON_ERROR_STOP=1', ...commands.flatMap((command) => ['-c', command]))
    sql(`\\copy callback_requests to ${file('requests')}`)

    const erased = await runHere(REQUESTS, ['erase', '--email', MANY], { DATABASE_URL })
    expect(erased).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^Erased 3 requests\./) })
    sql(`\\copy erasures to ${file('erasures.csv')} csv`)
    expect(await readFile(file('erasures.csv'), 'utf8')).toMatch(/^(?:[0-9a-f]{64}\n){3}$/)

    sql('truncate callback_requests cascade', `\\copy callback_requests from ${file('requests')}`)
    sql('truncate erasures', `\\copy erasures from ${file('erasures.csv')} csv`)
    const emails = async () => (await storedIn(DATABASE_URL)).map(({ email }) => email)
    expect(await emails()).toContain(MANY)
    expect(await runHere(REQUESTS, ['purge'], { DATABASE_URL, RETENTION_DAYS: '36500' })).toEqual({
      stdout:
        'Erased 3 requests again because of the erasure list.\nErased 0 requests received more than 36500 days ago.\n',
      stderr: '',
      exitCode: 0,
    })
    const left = await emails()
    expect(left).toHaveLength(3)
    expect(left).not.toContain(MANY)
  },
)
