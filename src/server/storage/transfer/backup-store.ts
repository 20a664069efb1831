import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import { syncDirectory } from '../database/directories.ts'
import type { Database } from '../database/open-database.ts'
import { requestsFile } from '../database/open-sqlite.ts'
import { assertIntact } from './assert-intact.ts'
import { StoreMoment } from './store-moment.ts'

/**
 * Writes a copy of an SQLite store, as it is at one moment, to a file for its owner only. Others read and write
 * meanwhile. The file gets its name when the copy has been checked and is on disk; the name is also on disk when this
 * resolves. It is intact, has every row that the store had before, and contains no erased data.
 *
 * @param dataDirectory the store's
 * @returns how many requests it has
 * @throws an error of one line when the file already exists, or the copy failed
 */
export async function backupStore(database: Database, dataDirectory: string, file: string): Promise<number> {
  if (existsSync(file)) throw new Error(`${file} already exists: choose another name.`)
  const part = `${file}.part`
  // VACUUM INTO fills an empty file, and keeps its mode.
  const handle = await open(part, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    throw new Error(`${part} exists: another backup is running, or was interrupted; delete it then.`)
  })
  try {
    const before = new StoreMoment(requestsFile(dataDirectory))
    try {
      await sql`vacuum into ${part}`.execute(database)
      assertIntact(part)
      const requests = before.assertIsIn(part)
      await handle.sync()
      await rename(part, file)
      syncDirectory(dirname(file))
      return requests
    } finally {
      before.close()
    }
  } catch (error) {
    await rm(part, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}
