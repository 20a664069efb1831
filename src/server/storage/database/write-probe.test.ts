import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { describeOnEachDatabase } from '../../../../tests/support/database/each-database.ts'
import { receiverIn } from '../../../../tests/support/receive.ts'
import { isPostgres, openDatabase } from './open-database.ts'
import { WriteProbe } from './write-probe.ts'

// Each row of the probe has its own instant.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'Date'] }))

async function probing(location: string) {
  const database = await openDatabase(location)
  onTestFinished(() => database.destroy())
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
  test('costs a row each minute or, on PostgreSQL, a temporary file without a fault, however often it is asked', async () => {
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
    if (!isPostgres(database)) return
    // Each further minute costs a temporary file, which needs room on the disk of the tables.
    await sql`select pg_stat_force_next_flush()`.execute(database)
    const temporary = sql`select temp_files from pg_stat_database where datname = current_database()`
    expect((await temporary.execute(database)).rows).toEqual([{ temp_files: '3' }])
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
