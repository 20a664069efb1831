import { existsSync } from 'node:fs'
import { link, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { countOf, type Database } from '../../server/storage/database/open-database.ts'
import { makeDirectory, openSqlite, requestsFile, syncDirectory } from '../../server/storage/database/open-sqlite.ts'
import { vacuumErased } from '../../server/storage/database/vacuum-erased.ts'
import { Erasures } from '../../server/storage/erasure.ts'
import { type ErasureList, erasureListIn } from '../../server/storage/erasure-list.ts'
import { assertIntact } from './backup-file.ts'

/**
 * Restores a backup into a data directory that has no store, without the requests that are on the given list or on the
 * directory's own. Staff must sign in again: sessions, links and failed sign-ins are not restored. The store is prepared
 * in another place and moved when it is complete: nobody sees it before. Says how many requests it has, and how many of
 * the backup had been erased since.
 *
 * @param copyTo writes the backup to a file that is not there yet
 * @param name what messages call the backup
 * @throws an error of one line when there is already a store, the backup is damaged, or the list is not readable, not
 * this backup's or older than it; nothing has been restored then
 */
export async function restoreStore(
  copyTo: (file: string) => Promise<void>,
  { name, dataDirectory, list }: { name: string; dataDirectory: string; list: ErasureList },
): Promise<{ requests: number; erasedAgain: number }> {
  const given = await list.hashes()
  const target = requestsFile(dataDirectory)
  if ([target, `${target}-wal`, `${target}-shm`].some((file) => existsSync(file))) throw storeExists(dataDirectory)

  const staging = join(dataDirectory, 'restoring')
  await rm(staging, { recursive: true, force: true })
  await makeDirectory(staging)
  try {
    await copyTo(requestsFile(staging))
    assertIntact(requestsFile(staging), name)
    const ownList = erasureListIn(dataDirectory)
    const result = await eraseAgain(staging, list, given, await ownList.hashesSoFar())
    await ownList.add(given)
    await moveInto(requestsFile(staging), target, dataDirectory)
    syncDirectory(dataDirectory)
    return result
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

async function eraseAgain(staging: string, list: ErasureList, given: string[], own: string[]) {
  const database = await openSqlite(staging)
  try {
    await assertCovers(list, new Set(given), database)
    const combinedList = erasureListIn(staging)
    combinedList.append([...new Set([...given, ...own])])
    const erasedAgain = await new Erasures(database, combinedList).finish()
    // Whoever was signed in, or had a link, when the backup was made may not be allowed in any more.
    for (const table of ['staff_sessions', 'staff_invitations', 'limits'] as const) {
      await database.deleteFrom(table).execute()
    }
    if (!(await vacuumErased(database))) throw new Error('The restored file is in use; nothing was restored.')
    return { requests: await countOf(database, 'callback_requests'), erasedAgain }
  } finally {
    await database.destroy()
  }
}

/** A list only grows: one that lacks hashes of the backup is older than the backup, or another store's. */
async function assertCovers(list: ErasureList, given: Set<string>, database: Database): Promise<void> {
  const rows = await database.selectFrom('erasures').select('hash').execute()
  const missing = rows.filter(({ hash }) => !given.has(hash)).length
  if (missing === 0) return
  throw new Error(`${list.path} lacks ${missing} erasures that the backup knows of: it is another store's, or too old.`)
}

/** Moves by a link, which never replaces another file. */
async function moveInto(file: string, target: string, dataDirectory: string): Promise<void> {
  await link(file, target).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? storeExists(dataDirectory) : error
  })
}

function storeExists(dataDirectory: string): Error {
  return new Error(`DATA_DIR (${dataDirectory}) has a store: stop the server and move its files away first.`)
}
