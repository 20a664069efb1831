import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDirectory } from '../database/directories.ts'
import { requestsFile } from '../database/open-sqlite.ts'
import type { ErasureList } from '../erasure/erasure-list.ts'
import { assertIntact } from './assert-intact.ts'
import { backupsIn, madeAt } from './backup-directory.ts'
import { type Comparison, compareRestored, countsIn, type StoreCounts } from './compare-restored.ts'
import { copyDecrypted } from './encryption.ts'
import { restoreStore } from './restore-store.ts'
import { erasedIn, searchRestored } from './restored-texts.ts'

/** What a drill has restored and proved. It contains no personal data. */
export interface DrillResult {
  backup: string
  madeAt: Date
  counts: StoreCounts
  erasedAgain: number
  /** How many texts of requests that were erased again the restored files do not contain. */
  textsGone: number
  /** Null where there is no store to compare with. */
  store: { counts: StoreCounts; comparison: Comparison } | null
}

interface DrillOptions {
  list: ErasureList
  /** Is empty, and has room for three times the backup. The caller deletes it, also after a failure. */
  directory: string
  /** The data directory of the store; undefined where it is not on this machine. */
  storeDirectory: string | undefined
  /** The private key of an encrypted backup. */
  identityFile?: string | undefined
}

/**
 * Restores a backup in a directory of its own, and proves that it can be relied on: the file is intact, each request
 * that is on the erasure list is gone to the last byte, and everything else that the store had is there.
 *
 * @param path a backup, or a directory of them, of which the newest is restored
 * @throws an error of one line for the first thing that is wrong
 */
export async function drillRestore(
  path: string,
  { list, directory, storeDirectory, identityFile }: DrillOptions,
): Promise<DrillResult> {
  const backup = await newestBackup(path)
  const made = await madeAt(backup)
  const [copied, restored] = [join(directory, 'backup'), join(directory, 'restored')]
  for (const each of [copied, restored]) await makeDirectory(each)
  // A copy, since SQLite may put files beside a database that it reads.
  await copyDecrypted(backup, requestsFile(copied), identityFile)
  assertIntact(requestsFile(copied), backup)

  const { erasedAgain } = await restoreStore(requestsFile(copied), { dataDirectory: restored, list })
  const file = requestsFile(restored)
  assertIntact(file)
  const textsGone = await assertErased(restored, requestsFile(copied), list)
  const counts = countsIn(file)
  if (storeDirectory === undefined) return { backup, madeAt: made, counts, erasedAgain, textsGone, store: null }

  const comparison = compareRestored(file, requestsFile(storeDirectory), made)
  assertSame(comparison, made, list)
  const store = { counts: countsIn(requestsFile(storeDirectory)), comparison }
  return { backup, madeAt: made, counts, erasedAgain, textsGone, store }
}

async function newestBackup(path: string): Promise<string> {
  if (!(await stat(path)).isDirectory()) return path
  const newest = (await backupsIn(path)).at(-1)
  if (newest === undefined) throw new Error(`${path} has no backup that "backup ${path} --keep N" has made.`)
  return newest
}

async function assertErased(restored: string, backupFile: string, list: ErasureList): Promise<number> {
  const hashes = await list.hashes()
  const left = erasedIn(requestsFile(restored), hashes).requests
  if (left > 0) throw new Error(`${left} requests on the erasure list are in the restored store.`)
  const { searched, found } = await searchRestored(restored, erasedIn(backupFile, hashes).texts)
  if (found > 0) throw new Error(`${found} texts of erased requests are in the restored files.`)
  return searched
}

function assertSame({ missing, different, comeBack }: Comparison, made: Date, list: ErasureList): void {
  const before = `that the store has from before ${made.toISOString()}`
  if (missing > 0) throw new Error(`The backup lacks ${missing} requests ${before}.`)
  if (different > 0) throw new Error(`The backup has other texts in ${different} requests ${before}.`)
  if (comeBack === 0) return
  throw new Error(`${comeBack} erased requests come back: ${list.path} is not the latest erasure list.`)
}
