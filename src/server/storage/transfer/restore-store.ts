import { existsSync } from 'node:fs'
import { chmod, copyFile, link, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { assertIntact } from '../database/assert-intact.ts'
import { makeDirectory } from '../database/make-directory.ts'
import type { Database } from '../database/open-database.ts'
import { openSqlite, requestsFile } from '../database/open-sqlite.ts'
import { syncDirectory } from '../database/sync-directory.ts'
import { type ErasureList, erasureListIn } from '../erasure/erasure-list.ts'
import { Erasures } from '../erasure/erasures.ts'
import { vacuumErased } from '../erasure/vacuum-erased.ts'

/** What a restored store holds, and how many requests of the backup it does not, for they had been erased. */
export interface Restoration {
  requests: number
  erasedAgain: number
}

/**
 * Brings a backup into a data directory that has no store, without the requests that are on the list given, or on the
 * directory's own. The store is built aside and put in its place when it is ready: nobody ever sees it before.
 *
 * @throws an error of one line when there is a store already, the backup is damaged, or the list is not readable, not
 * this backup's or older than it; nothing has been restored then
 */
export async function restoreStore(
  backup: string,
  { dataDirectory, list }: { dataDirectory: string; list: ErasureList },
): Promise<Restoration> {
  const given = await list.hashes()
  const target = requestsFile(dataDirectory)
  if ([target, `${target}-wal`, `${target}-shm`].some((file) => existsSync(file))) throw isThere(dataDirectory)

  const aside = join(dataDirectory, 'restoring')
  await rm(aside, { recursive: true, force: true })
  await makeDirectory(aside)
  try {
    await copyFile(backup, requestsFile(aside))
    await chmod(requestsFile(aside), 0o600)
    assertIntact(requestsFile(aside))
    const ownList = erasureListIn(dataDirectory)
    const { hashes: own } = await ownList.hashesFrom(0)
    const restoration = await eraseAgain(aside, list, given, own)
    const known = new Set(own)
    ownList.append(given.filter((hash) => !known.has(hash)))
    await putInPlace(requestsFile(aside), target, dataDirectory)
    syncDirectory(dataDirectory)
    return restoration
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

async function eraseAgain(aside: string, list: ErasureList, given: string[], own: string[]): Promise<Restoration> {
  const database = await openSqlite(aside)
  try {
    await assertCovers(list, new Set(given), database)
    const all = erasureListIn(aside)
    all.append([...new Set([...given, ...own])])
    const erasedAgain = await new Erasures(database, all).finish()
    if (!(await vacuumErased(database))) throw new Error('The restored file is in use; nothing was restored.')
    const { requests } = await database
      .selectFrom('callback_requests')
      .select((eb) => eb.fn.countAll<number>().as('requests'))
      .executeTakeFirstOrThrow()
    return { requests, erasedAgain }
  } finally {
    await database.destroy()
  }
}

/** A list only grows: one that lacks what the backup knows of is older than the backup, or another store's. */
async function assertCovers(list: ErasureList, given: Set<string>, database: Database): Promise<void> {
  const rows = await database.selectFrom('erasures').select('hash').execute()
  const missing = rows.filter(({ hash }) => !given.has(hash)).length
  if (missing === 0) return
  throw new Error(`${list.path} lacks ${missing} erasures that the backup knows of: it is another store's, or too old.`)
}

/** By a link, which never takes another file's place. */
async function putInPlace(file: string, target: string, dataDirectory: string): Promise<void> {
  await link(file, target).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? isThere(dataDirectory) : error
  })
}

function isThere(dataDirectory: string): Error {
  return new Error(`DATA_DIR (${dataDirectory}) has a store: stop the server and move its files away first.`)
}
