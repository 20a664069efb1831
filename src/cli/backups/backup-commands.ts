import type { Config } from '../../server/config/config.ts'
import { recordRun } from '../../server/storage/alerts/maintenance-runs.ts'
import { openExistingStore } from '../../server/storage/database/open-store.ts'
import { StoreUnavailable } from '../../server/storage/database/store-unavailable.ts'
import { ErasureList, erasureListIn } from '../../server/storage/erasure/erasure-list.ts'
import { restoreStore } from '../../server/storage/transfer/restore-store.ts'
import type { CommandResult } from '../program.ts'
import { backUpInto } from './backup-directory.ts'
import { backUpTo } from './backup-file.ts'
import { copyDecrypted } from './encryption.ts'

/** Backs up the store in the data directory. @throws an error whose message says the reason in one line */
export async function backUp(
  file: string,
  recipient: string | undefined,
  { databaseUrl, dataDirectory }: Config,
): Promise<CommandResult> {
  if (databaseUrl) throw needsPostgresTools()
  const database = await openExistingStore({ databaseUrl, dataDirectory })
  const list = erasureListIn(dataDirectory)
  try {
    // From the first backup on the list exists, so that the operator can always copy it too.
    list.append([])
    await backUpTo(file, { database, dataDirectory, recipient })
    await recordRun(database, 'backup', 'succeeded', new Date())
  } finally {
    await database.destroy()
  }
  return { text: `Backed up to ${file} and checked the copy. To restore it you also need the latest ${list.path}.` }
}

/**
 * Backs up the store in the data directory to a directory, where so many backups stay.
 *
 * @throws like `backUp`; also in one line when the disk is full
 */
export async function backUpAndKeep(
  directory: string,
  { keep, recipient }: { keep: number; recipient: string | undefined },
  { databaseUrl, dataDirectory }: Config,
): Promise<CommandResult> {
  if (databaseUrl) throw needsPostgresTools()
  const database = await openExistingStore({ databaseUrl, dataDirectory })
  try {
    const now = new Date()
    const result = await backUpInto(directory, { database, dataDirectory, keep, recipient, now })
    await recordRun(database, 'backup', 'succeeded', now)
    const { file, requests, deleted, list } = result
    return {
      text: `Backed up to ${file} and checked the copy. Requests: ${requests}. Older backups deleted: ${deleted}.
The erasure list is saved in ${list.path}. To restore a backup you need it, or a later one.`,
    }
  } catch (error) {
    const full = fullDisk(error, { directory, copied: recipient === undefined ? directory : dataDirectory })
    throw full ? new Error(`The disk of ${full} is full: there is no new backup, and none was deleted.`) : error
  } finally {
    await database.destroy()
  }
}

/** Restores a backup into the data directory. @throws like `backUp` */
export async function restore(
  file: string,
  erasures: string,
  identityFile: string | undefined,
  { databaseUrl, dataDirectory }: Config,
): Promise<CommandResult> {
  if (databaseUrl) throw needsPostgresTools()
  const list = new ErasureList(erasures)
  const { requests, erasedAgain } = await restoreStore((target) => copyDecrypted(file, target, identityFile), {
    name: file,
    dataDirectory,
    list,
  })
  return { text: `Requests restored: ${requests}. Erased again because they are on the erasure list: ${erasedAgain}.` }
}

/** @param copied where SQLite writes its copy */
function fullDisk(error: unknown, { directory, copied }: { directory: string; copied: string }): string | undefined {
  const fault = error instanceof StoreUnavailable ? error.cause : error
  if (!(fault instanceof Error) || !('code' in fault)) return undefined
  return { SQLITE_FULL: copied, ENOSPC: directory }[String(fault.code)]
}

/** Why a command that is for SQLite fails on PostgreSQL. */
export function needsPostgresTools(): Error {
  return new Error('On PostgreSQL use its own tools, pg_dump and pg_restore: docs/several-machines.md says how.')
}
