import { chown, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { openedDatabase } from '../../../../tests/support/database/opened-database.ts'
import { hasPostgres } from '../../../../tests/support/database/postgres-binaries.ts'
import { PostgresServer } from '../../../../tests/support/database/postgres-server.ts'
import { canMount, smallDisk } from '../../../../tests/support/database/small-disk.ts'
import { receiverIn } from '../../../../tests/support/receive.ts'
import { testRequiring } from '../../../../tests/support/test-requirements.ts'
import { isPostgres } from './open-database.ts'
import { WriteProbe } from './write-probe.ts'

// Each row of the probe has its own instant.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'] }))

async function probing(location: string) {
  const database = await openedDatabase(location)
  const setting = isPostgres(database) ? 'set default_transaction_read_only =' : 'pragma query_only ='
  return {
    database,
    probe: new WriteProbe(database),
    receive: receiverIn(database),
    pass: (seconds: number) => vi.advanceTimersByTime(seconds * 1_000),
    setReadOnly: (value: 'on' | 'off') => sql.raw(`${setting} ${value}`).execute(database),
  }
}

describeOnEachDatabase('Whether the store accepts writes', (newStore) => {
  test('costs a row each minute or, on PostgreSQL, none without a fault, however often it is asked', async () => {
    const { database, probe, pass } = await probing(await newStore())
    const instants = new Set<string | undefined>()
    for (let second = 0; second < 200; second++) {
      await probe.assertWritable()
      const row = await database.selectFrom('write_probe').selectAll().executeTakeFirst()
      instants.add(row?.written_at)
      // As much as a large request, so that it detects a disk with less room.
      expect(row?.ballast).toHaveLength(65_536)
      pass(1)
    }
    expect(instants.size).toBe(isPostgres(database) ? 1 : 4)
  })

  test('is known a minute after the file has become read-only, at once of PostgreSQL, or when a request fails; so is its end', async () => {
    const { database, probe, receive, pass, setReadOnly } = await probing(await newStore())
    const readOnly = {
      name: 'StoreUnavailable',
      cause: { code: isPostgres(database) ? '25006' : 'SQLITE_READONLY' },
    }
    await probe.assertWritable()
    await setReadOnly('on')
    if (!isPostgres(database)) {
      pass(59)
      await probe.assertWritable()
    }
    pass(1)
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
})

testRequiring(
  { PostgreSQL: hasPostgres(), 'tmpfs as root': canMount() },
  'A full disk of PostgreSQL is found within a minute',
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
    const { probe, pass } = await probing(server.address('clinic'))
    await probe.assertWritable()
    const ballast = join(disk, 'ballast')
    await expect(writeFile(ballast, Buffer.alloc(80 * 1_024 * 1_024))).rejects.toThrow('ENOSPC')
    pass(60)
    await expect(probe.assertWritable()).rejects.toMatchObject({ cause: { code: '53100' } })
    await rm(ballast)
    pass(1)
    await probe.assertWritable()
  },
)
