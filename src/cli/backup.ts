import type { Config } from '../server/config/config.ts'
import { openExistingStore } from '../server/storage/database/open-store.ts'
import { ErasureList, erasureListIn } from '../server/storage/erasure/erasure-list.ts'
import { backupStore } from '../server/storage/transfer/backup-store.ts'
import { restoreStore } from '../server/storage/transfer/restore-store.ts'

type Place = Pick<Config, 'databaseUrl' | 'dataDirectory'>

/**
 * Backs up what the data directory holds, and tells how it went.
 *
 * @throws an error whose message says in one line what stood in the way
 */
export async function backUp(file: string, { databaseUrl, dataDirectory }: Place): Promise<string> {
  if (databaseUrl) throw ownTools()
  const database = await openExistingStore({ databaseUrl, dataDirectory })
  const list = erasureListIn(dataDirectory)
  try {
    // There from the first backup on, so that there is always something to ship.
    list.append([])
    await backupStore(database, file)
  } finally {
    await database.destroy()
  }
  return `Backed up to ${file}, and found sound. To restore it takes the latest ${list.path} as well.`
}

/** Restores a backup into the data directory, and tells how it went. @throws like `backUp` */
export async function restore(file: string, erasures: string, { databaseUrl, dataDirectory }: Place): Promise<string> {
  if (databaseUrl) throw ownTools()
  const list = new ErasureList(erasures)
  const { requests, erasedAgain } = await restoreStore(file, { dataDirectory, list })
  return `Requests restored: ${requests}. Erased again, since they are on the list: ${erasedAgain}.`
}

function ownTools(): Error {
  return new Error('On PostgreSQL use its own tools, pg_dump and pg_restore: docs/operations.md says how.')
}
