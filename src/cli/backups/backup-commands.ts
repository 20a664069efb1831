import { dirname } from 'node:path'
import type { Config } from '../../server/config/config.ts'
import { recordRun } from '../../server/storage/alerts.ts'
import type { Database } from '../../server/storage/database/open-database.ts'
import { StoreUnavailable } from '../../server/storage/database/store-unavailable.ts'
import { ErasureList, erasureListIn } from '../../server/storage/erasure-list.ts'
import type { CommandResult, Run } from '../program.ts'
import { copyDecrypted } from './encryption.ts'
import { backUpInto, backUpTo } from './make-backup.ts'
import { restoreStore } from './restore-store.ts'

interface BackupParameters {
  /** A file; with `keep` a directory, where so many backups stay. */
  path: string
  keep: number | undefined
  recipient: string | undefined
}

/** Backs up the store in the data directory. @throws an error whose message says the reason in one line */
export async function backUp(
  { path, keep, recipient }: BackupParameters,
  database: Database,
  { dataDirectory }: Config,
): Promise<CommandResult> {
  const store = { database, dataDirectory, recipient }
  const now = new Date()
  try {
    const text = await (keep === undefined ? backUpOnce(path, store) : backUpAndKeep(path, { ...store, keep, now }))
    await recordRun(database, 'backup', 'succeeded', now)
    return { text }
  } catch (error) {
    const directory = keep === undefined ? dirname(path) : path
    const full = fullDisk(error, { directory, copied: recipient === undefined ? directory : dataDirectory })
    throw full ? new Error(`The disk of ${full} is full: there is no new backup, and none was deleted.`) : error
  }
}

async function backUpOnce(file: string, store: Parameters<typeof backUpTo>[1]): Promise<string> {
  const list = erasureListIn(store.dataDirectory)
  // From the first backup on the list exists, so that the operator can always copy it too.
  list.append([])
  await backUpTo(file, store)
  return `Backed up to ${file} and checked the copy. To restore it you also need the latest ${list.path}.`
}

async function backUpAndKeep(directory: string, options: Parameters<typeof backUpInto>[1]): Promise<string> {
  const { file, requests, deleted, list } = await backUpInto(directory, options)
  return `Backed up to ${file} and checked the copy. Requests: ${requests}. Older backups deleted: ${deleted}.
The erasure list is saved in ${list.path}. To restore a backup you need it, or a later one.`
}

/** Restores a backup into the data directory. @throws like `backUp` */
export async function restore(
  file: string,
  erasures: string,
  identityFile: string | undefined,
  { dataDirectory }: Config,
): Promise<CommandResult> {
  const list = new ErasureList(erasures)
  const { requests, erasedAgain } = await restoreStore((target) => copyDecrypted(file, target, identityFile), {
    name: file,
    dataDirectory,
    list,
  })
  return { text: `Requests restored: ${requests}. Erased again because they are on the erasure list: ${erasedAgain}.` }
}

/** For commands that need SQLite's file: on PostgreSQL they say which tools do the same. */
export function onlyOnSqlite(run: Run): Run {
  return async (config, output) => {
    if (config.databaseUrl === null) return run(config, output)
    throw new Error('On PostgreSQL use its own tools, pg_dump and pg_restore: docs/several-machines.md says how.')
  }
}

/** @param copied where SQLite writes its copy */
function fullDisk(error: unknown, { directory, copied }: { directory: string; copied: string }): string | undefined {
  const fault = error instanceof StoreUnavailable ? error.cause : error
  if (!(fault instanceof Error) || !('code' in fault)) return undefined
  return { SQLITE_FULL: copied, ENOSPC: directory }[String(fault.code)]
}
