import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { storeMany } from '../../../../tests/support/database/store-many.ts'
import { DETAILS } from '../../../../tests/support/samples.ts'
import { temporaryDirectory } from '../../../../tests/support/temporary-directory.ts'
import { openDatabase } from '../database/open-database.ts'
import { Erasures } from './erasures.ts'
import { vacuumErased } from './vacuum-erased.ts'

test('A file that is too large is not rewritten, but its write-ahead log is emptied', async () => {
  const directory = await temporaryDirectory()
  const database = await openDatabase(directory)
  onTestFinished(() => database.destroy())
  await storeMany(database, 500)
  await new Erasures(database, undefined).erase({ email: DETAILS.email })
  const sizes = async () => {
    const [file, log] = await Promise.all(['', '-wal'].map((end) => stat(join(directory, `requests.sqlite${end}`))))
    return { file: file?.size ?? 0, log: log?.size }
  }

  expect(await vacuumErased(database, { maxBytes: 100_000 })).toBe(false)
  const after = await sizes()
  expect(after.log).toBe(0)
  expect(await vacuumErased(database, { maxBytes: 10_000_000 })).toBe(true)
  // Whatever the tables need without rows.
  expect((await sizes()).file).toBeLessThan(after.file - 80_000)
})
