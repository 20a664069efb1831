import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { DETAILS, SUBMISSION } from '../../../../tests/support/samples.ts'
import { temporaryDirectory } from '../../../../tests/support/temporary-directory.ts'
import { CallbackRequests } from '../requests/callback-requests.ts'
import type { Database } from './open-database.ts'
import { openSqlite } from './open-sqlite.ts'

async function opened(dataDirectory: string): Promise<Database> {
  const database = await openSqlite(dataDirectory, { lockTimeoutMs: 50 })
  onTestFinished(() => database.destroy())
  return database
}

async function pragma(database: Database, name: string): Promise<unknown> {
  const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(database)
  return Object.values(rows[0] ?? {})[0]
}

test('Every connection waits for the disk, also on a store that exists', async () => {
  const dataDirectory = await temporaryDirectory()
  for (const database of [await opened(dataDirectory), await opened(dataDirectory)]) {
    expect(await pragma(database, 'journal_mode')).toBe('wal')
    expect(await pragma(database, 'synchronous')).toBe(2)
    expect(await pragma(database, 'foreign_keys')).toBe(1)
    expect(await pragma(database, 'secure_delete')).toBe(1)
    expect(await pragma(database, 'busy_timeout')).toBe(0)
  }
})

test('Only the owner may read the directory and the files, including the write-ahead log', async () => {
  const dataDirectory = join(await temporaryDirectory(), 'made', 'here')
  const database = await opened(dataDirectory)
  await new CallbackRequests(database).receive(DETAILS, SUBMISSION)

  const modes: Record<string, number> = { '.': (await stat(dataDirectory)).mode & 0o777 }
  for (const name of await readdir(dataDirectory)) modes[name] = (await stat(join(dataDirectory, name))).mode & 0o777
  expect(modes).toEqual({
    '.': 0o700,
    'requests.sqlite': 0o600,
    'requests.sqlite-shm': 0o600,
    'requests.sqlite-wal': 0o600,
  })
})

test('A transaction holds the write lock from its start, so that it never has to stop halfway', async () => {
  const dataDirectory = await temporaryDirectory()
  const database = await opened(dataDirectory)
  await database.transaction().execute(async (transaction) => {
    await transaction.selectFrom('callback_requests').select('reference').execute()
    const other = new SqliteFile(join(dataDirectory, 'requests.sqlite'), { timeout: 0 })
    expect(() => other.exec('begin immediate')).toThrow('database is locked')
    other.close()
  })
})
