import { chown, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { hasPostgres } from '../../../../tests/support/database/postgres-binaries.ts'
import { newPostgresDatabase } from '../../../../tests/support/database/postgres-database.ts'
import { PostgresServer } from '../../../../tests/support/database/postgres-server.ts'
import { canMount, smallDisk } from '../../../../tests/support/database/small-disk.ts'
import { DETAILS, SUBMISSION } from '../../../../tests/support/samples.ts'
import { temporaryDirectory } from '../../../../tests/support/temporary-directory.ts'
import { testRequiring } from '../../../../tests/support/test-requirements.ts'
import { CallbackRequests } from '../requests/callback-requests.ts'
import { isPostgres, openDatabase } from './open-database.ts'
import { WriteProbe } from './write-probe.ts'

// Each row of the probe has its own instant.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'] }))

async function probing(location: string) {
  const database = await openDatabase(location)
  onTestFinished(() => database.destroy())
  const probe = new WriteProbe(database)
  const receive = () => new CallbackRequests(database).receive(DETAILS, SUBMISSION)
  const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1_000)
  /** Asks once a second. @returns how many rows were written */
  async function rowsWrittenIn(seconds: number): Promise<number> {
    const writtenAt = async () =>
      (await database.selectFrom('write_probe').select('written_at').execute())[0]?.written_at
    const instants = new Set([await writtenAt()])
    const before = instants.size
    for (let second = 0; second < seconds; second++) {
      await probe.assertWritable()
      instants.add(await writtenAt())
      pass(1)
    }
    return instants.size - before
  }
  return { database, probe, receive, pass, rowsWrittenIn }
}

describeOnEachDatabase('Whether the store accepts writes', (newStore) => {
  test('costs at most a row each minute or, on PostgreSQL, none without requests, however often it is asked', async () => {
    const { database, rowsWrittenIn } = await probing(await newStore())
    // Of PostgreSQL, each row would be a segment in the archive.
    expect(await rowsWrittenIn(200)).toBe(isPostgres(database) ? 1 : 4)
  })

  test('is asked again after any fault', async () => {
    const { database, probe, receive, pass, rowsWrittenIn } = await probing(await newStore())
    await probe.assertWritable()
    pass(1)
    if (isPostgres(database)) {
      const fails = sql.raw(`do $$ begin raise exception 'the disk failed' using errcode = '58030'; end $$`)
      await expect(fails.execute(database)).rejects.toThrow('The store is unavailable')
    } else {
      await sql`pragma query_only = on`.execute(database)
      await expect(receive()).rejects.toThrow('The store is unavailable')
      await sql`pragma query_only = off`.execute(database)
    }
    expect(await rowsWrittenIn(3)).toBe(1)
  })
})

describe('On SQLite', () => {
  test('a file that has become read-only is found within a minute, or when a request fails; so is its end', async () => {
    const { database, probe, receive, pass } = await probing(await temporaryDirectory())
    const setReadOnly = (value: 'on' | 'off') => sql`pragma query_only = ${sql.raw(value)}`.execute(database)
    await probe.assertWritable()
    // As much as a large request, so that it detects a disk with less room.
    expect(await database.selectFrom('write_probe').select('ballast').execute()).toEqual([
      { ballast: expect.stringMatching(/^.{65536}$/) },
    ])
    await setReadOnly('on')
    pass(59)
    await probe.assertWritable()
    pass(1)
    const readOnly = { name: 'StoreUnavailable', cause: { code: 'SQLITE_READONLY' } }
    await expect(probe.assertWritable()).rejects.toMatchObject(readOnly)
    await setReadOnly('off')
    await expect(probe.assertWritable()).rejects.toMatchObject(readOnly)
    pass(1)
    await probe.assertWritable()

    await setReadOnly('on')
    await expect(receive()).rejects.toMatchObject(readOnly)
    pass(1)
    await expect(probe.assertWritable()).rejects.toMatchObject(readOnly)
    await setReadOnly('off')
    pass(1)
    await probe.assertWritable()
  })

  testRequiring({ 'tmpfs as root': canMount() }, 'a full disk is found within a minute', {}, async () => {
    const directory = await smallDisk('size=2m')
    const { probe, pass } = await probing(directory)
    await probe.assertWritable()
    const ballast = join(directory, 'ballast')
    await expect(writeFile(ballast, Buffer.alloc(4 * 1_024 * 1_024))).rejects.toThrow('ENOSPC')
    pass(60)
    // An open write-ahead log has room for some writes.
    let failure: unknown
    for (let minute = 0; minute < 20 && !failure; minute++) {
      failure = await probe.assertWritable().catch((error: unknown) => error)
      pass(60)
    }
    expect(failure).toMatchObject({ cause: { code: 'SQLITE_FULL' } })
    await rm(ballast)
    await probe.assertWritable()
  })
})

testRequiring(
  { PostgreSQL: hasPostgres() },
  'A PostgreSQL that has become read-only, as a standby is, is found at the next check, and so is its end',
  {},
  async () => {
    const location = await newPostgresDatabase()
    const { probe, pass } = await probing(location)
    await probe.assertWritable()
    const administrator = new Client(location)
    await administrator.connect()
    onTestFinished(() => administrator.end())
    /** For new connections, of which the next is one. */
    const set = async (setting: string) => {
      const { rows } = await administrator.query('select current_database() as name')
      await administrator.query('set transaction_read_only = off')
      await administrator.query(`alter database ${rows[0].name} ${setting}`)
      const others = 'datname = current_database() and pid != pg_backend_pid()'
      await administrator.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where ${others}`)
    }
    await set('set default_transaction_read_only = on')
    pass(1)
    await expect(probe.assertWritable()).rejects.toMatchObject({ name: 'StoreUnavailable' })
    pass(1)
    await expect(probe.assertWritable()).rejects.toMatchObject({ cause: { code: '25006' } })
    await set('reset default_transaction_read_only')
    pass(1)
    await expect
      .poll(() => {
        pass(1)
        return probe.assertWritable().then(() => 'ready', String)
      })
      .toBe('ready')
  },
)

testRequiring(
  { PostgreSQL: hasPostgres(), 'tmpfs as root': canMount() },
  'A full disk of PostgreSQL is found within a minute, without a row in its write-ahead log before',
  {},
  async () => {
    const disk = await smallDisk('size=64m')
    const tables = join(disk, 'tables')
    await mkdir(tables)
    // As `nobody`, which the server runs as where we are root.
    await chown(tables, 65_534, 65_534)
    const server = new PostgresServer(['autovacuum=off'])
    onTestFinished(() => server.remove())
    await server.create()
    await server.administer(`create tablespace small location '${tables}'`, 'create database clinic tablespace small')
    const { database, probe, pass } = await probing(server.address('clinic'))
    const written = async () =>
      (await sql<{ at: string }>`select pg_current_wal_insert_lsn() as at`.execute(database)).rows
    await probe.assertWritable()
    const before = await written()
    for (let minute = 0; minute < 5; minute++) {
      pass(60)
      await probe.assertWritable()
    }
    expect(await written()).toEqual(before)

    const ballast = join(disk, 'ballast')
    await expect(writeFile(ballast, Buffer.alloc(80 * 1_024 * 1_024))).rejects.toThrow('ENOSPC')
    pass(60)
    await expect(probe.assertWritable()).rejects.toMatchObject({ cause: { code: '53100' } })
    await rm(ballast)
    pass(1)
    await probe.assertWritable()
  },
)
