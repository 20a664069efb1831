import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../server/config/config.ts'
import { recordRun } from '../server/storage/alerts/maintenance-runs.ts'
import { hasSqliteStore } from '../server/storage/database/open-sqlite.ts'
import { openExistingStore } from '../server/storage/database/open-store.ts'
import { ErasureList } from '../server/storage/erasure/erasure-list.ts'
import { COUNTED, type DrillResult, drillRestore } from '../server/storage/transfer/restore-drill.ts'
import { alignedTable, type Columns } from './aligned-table.ts'
import { needsPostgresTools } from './backup.ts'
import type { CommandResult } from './command-result.ts'

const TABLE_NAMES: Record<(typeof COUNTED)[number], string> = {
  callback_requests: 'requests',
  callbacks: 'callbacks',
  attempts: 'calls',
  notes: 'notes',
  outbox_messages: 'messages',
  staff: 'accounts',
}

/**
 * Restores a backup in a temporary directory and says what it has proved. The directory is deleted at the end, also
 * after a failure or a signal.
 *
 * @throws an error whose message says in one line what is wrong
 */
export async function drill(
  path: string,
  erasures: string,
  identityFile: string | undefined,
  config: Config,
): Promise<CommandResult> {
  const { databaseUrl, dataDirectory } = config
  if (databaseUrl) throw needsPostgresTools()
  const hasStore = hasSqliteStore(dataDirectory)
  // Open while it is read, so that its tables are those of this version.
  const store = hasStore ? await openExistingStore(config) : undefined
  const directory = await mkdtemp(join(tmpdir(), 'requests-drill-'))
  const remove = () => rmSync(directory, { recursive: true, force: true })
  const stop = () => {
    remove()
    process.exit(1)
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  try {
    const storeDirectory = hasStore ? dataDirectory : undefined
    const result = await drillRestore(path, {
      list: new ErasureList(erasures),
      directory,
      storeDirectory,
      identityFile,
    })
    const now = new Date()
    if (store) await recordRun(store, 'drill', 'succeeded', now)
    return { text: reportOf(result, dataDirectory, now) }
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop)
    remove()
    await store?.destroy()
  }
}

function reportOf(result: DrillResult, dataDirectory: string, now: Date): string {
  const { backup, madeAt, counts, erasedAgain, store } = result
  const columns: Columns<(typeof COUNTED)[number]> = [
    ['', (table) => TABLE_NAMES[table]],
    ['restored', (table) => String(counts[table])],
    ['store now', (table) => String(store?.counts[table] ?? '')],
  ]
  const hours = Math.floor((now.getTime() - madeAt.getTime()) / 3_600_000)
  return `Restored ${backup}, made at ${madeAt.toISOString()}, ${hours} hours ago. The restored store is intact.
${alignedTable(store ? columns : columns.slice(0, 2), COUNTED)}
Erased again because they are on the erasure list: ${erasedAgain} requests. None of the list is in the restored store.
${
  store
    ? `All ${store.expected} requests that the store has from before the backup are restored, and none that was erased.`
    : `There is no store in DATA_DIR (${dataDirectory}) to compare with.`
}
The temporary directory is deleted.`
}
