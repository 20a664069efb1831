import { stat } from 'node:fs/promises'
import { requestsFile } from '../database/open-sqlite.ts'
import type { ErasureList } from '../erasure/erasure-list.ts'
import { backupsIn, madeAt } from './backup-directory.ts'
import { assertIntact, countIn, countListed, erasureKeyIn } from './copied-file.ts'
import { restoreStore } from './restore-store.ts'

/** The tables that a drill counts. */
export const COUNTED = ['callback_requests', 'callbacks', 'attempts', 'notes', 'outbox_messages', 'staff'] as const

/** How many rows a store has, by table. */
export type StoreCounts = Readonly<Record<(typeof COUNTED)[number], number>>

/** A request is dated before it is stored; it is stored within seconds. */
const MARGIN_MS = 60_000

/** What a drill has restored and proved. It contains no personal data. */
export interface DrillResult {
  backup: string
  madeAt: Date
  counts: StoreCounts
  erasedAgain: number
  /**
   * Null where there is no store to compare with. `expected` is how many requests the store has from more than a minute
   * before the backup, and the restored store too.
   */
  store: { counts: StoreCounts; expected: number } | null
}

interface DrillOptions {
  list: ErasureList
  /** Is empty, and has room for twice the backup. The caller deletes it, also after a failure. */
  directory: string
  /** The data directory of the store; undefined where it is not on this machine. */
  storeDirectory: string | undefined
  /** The private key of an encrypted backup. */
  identityFile?: string | undefined
}

/**
 * Restores a backup in a directory of its own, and proves that it can be relied on: the file is intact, no request of it
 * is on the erasure list, and it has as many requests as the store has from before it.
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
  const { erasedAgain } = await restoreStore(backup, { dataDirectory: directory, list, identityFile })
  const file = requestsFile(directory)
  assertIntact(file)
  const left = countListed(file, await list.hashes())
  if (left > 0) throw new Error(`${left} requests on the erasure list are in the restored store.`)
  const result = { backup, madeAt: made, counts: countsOf(file), erasedAgain }
  if (storeDirectory === undefined) return { ...result, store: null }

  const storeFile = requestsFile(storeDirectory)
  if (erasureKeyIn(file) !== erasureKeyIn(storeFile)) throw new Error("The backup is another store's.")
  const before = new Date(made.getTime() - MARGIN_MS).toISOString()
  const [restored, expected] = [file, storeFile].map((each) =>
    countIn(each, 'select count(*) from callback_requests where received_at < ?', before),
  ) as [number, number]
  if (restored < expected) {
    throw new Error(`The backup lacks ${expected - restored} requests that the store has from before ${before}.`)
  }
  if (restored > expected) {
    throw new Error(`${restored - expected} erased requests come back: ${list.path} is not the latest erasure list.`)
  }
  return { ...result, store: { counts: countsOf(storeFile), expected } }
}

async function newestBackup(path: string): Promise<string> {
  if (!(await stat(path)).isDirectory()) return path
  const newest = (await backupsIn(path)).at(-1)
  if (newest === undefined) throw new Error(`${path} has no backup that "backup ${path} --keep N" has made.`)
  return newest
}

function countsOf(file: string): StoreCounts {
  const counts = COUNTED.map((table) => [table, countIn(file, `select count(*) from ${table}`)])
  return Object.fromEntries(counts)
}
