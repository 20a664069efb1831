import { rmSync } from 'node:fs'
import { mkdtemp, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../../server/config/config.ts'
import { recordRun } from '../../server/storage/alerts.ts'
import { countOf, type Database, openDatabase } from '../../server/storage/database/open-database.ts'
import { hasSqliteStore, requestsFile } from '../../server/storage/database/open-sqlite.ts'
import { Erasures, erasureKeyOf } from '../../server/storage/erasure.ts'
import { ErasureList } from '../../server/storage/erasure-list.ts'
import { openStore } from '../../server/storage/open-store.ts'
import { alignedTable, type Columns } from '../aligned-table.ts'
import type { CommandResult } from '../program.ts'
import { assertIntact } from './backup-file.ts'
import { copyDecrypted } from './encryption.ts'
import { backupsIn, madeAt } from './make-backup.ts'
import { restoreStore } from './restore-store.ts'

/** The tables that a drill counts, with their names in its report. */
const COUNTED = {
  callback_requests: 'requests',
  callbacks: 'callbacks',
  attempts: 'calls',
  notes: 'notes',
  outbox_messages: 'messages',
  staff: 'accounts',
} as const

type Counted = keyof typeof COUNTED

/** A request is dated before it is stored; it is stored within seconds. */
const MARGIN_MS = 60_000

/**
 * Restores a backup in a temporary directory and proves that it can be relied on: the file is intact, no request of it is
 * on the erasure list, and it has as many requests as the store has from more than a minute before it. The directory is
 * deleted at the end, also after a failure or a signal.
 *
 * @param path a backup, or a directory of them, of which the newest is restored
 * @throws an error whose message says in one line the first thing that is wrong
 */
export async function drill(
  path: string,
  erasures: string,
  identityFile: string | undefined,
  config: Config,
): Promise<CommandResult> {
  const { dataDirectory } = config
  const store = hasSqliteStore(dataDirectory) ? await openStore(config, { mustExist: true }) : undefined
  const directory = await mkdtemp(join(tmpdir(), 'requests-drill-'))
  const remove = () => rmSync(directory, { recursive: true, force: true })
  const stop = () => {
    remove()
    process.exit(1)
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  try {
    const list = new ErasureList(erasures)
    const backup = await newestBackup(path)
    const made = await madeAt(backup)
    const { erasedAgain } = await restoreStore((file) => copyDecrypted(backup, file, identityFile), {
      name: backup,
      dataDirectory: directory,
      list,
    })
    assertIntact(requestsFile(directory))
    const restored = await openDatabase(directory)
    const before = new Date(made.getTime() - MARGIN_MS).toISOString()
    const [table, compared] = await prove(restored, store, list, before).finally(() => restored.destroy())
    const now = new Date()
    if (store) await recordRun(store, 'drill', 'succeeded', now)
    const hours = Math.floor((now.getTime() - made.getTime()) / 3_600_000)
    return {
      text: `Restored ${backup}, made at ${made.toISOString()}, ${hours} hours ago. The restored store is intact.
${table}
Erased again because they are on the erasure list: ${erasedAgain} requests. None of the list is in the restored store.
${compared ?? `There is no store in DATA_DIR (${dataDirectory}) to compare with.`}
The temporary directory is deleted.`,
    }
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop)
    remove()
    await store?.destroy()
  }
}

/**
 * @param store undefined where it is not on this machine
 * @returns the counts of both stores as a table, and what the comparison has proved
 */
async function prove(restored: Database, store: Database | undefined, list: ErasureList, before: string) {
  const left = await new Erasures(restored, list).finish()
  if (left > 0) throw new Error(`${left} requests on the erasure list are in the restored store.`)
  const counts = await countsIn(restored)
  const columns: Columns<Counted> = [
    ['', (table) => COUNTED[table]],
    ['restored', (table) => String(counts[table])],
  ]
  const tables = Object.keys(COUNTED) as Counted[]
  if (!store) return [alignedTable(columns, tables)]

  if ((await erasureKeyOf(restored)) !== (await erasureKeyOf(store))) throw new Error("The backup is another store's.")
  const isEarlier = sql`received_at < ${before}`
  const found = await countOf(restored, 'callback_requests', isEarlier)
  const expected = await countOf(store, 'callback_requests', isEarlier)
  if (found < expected) {
    throw new Error(`The backup lacks ${expected - found} requests that the store has from before ${before}.`)
  }
  if (found > expected) {
    throw new Error(`${found - expected} erased requests come back: ${list.path} is not the latest erasure list.`)
  }
  const present = await countsIn(store)
  return [
    alignedTable([...columns, ['store now', (table) => String(present[table])]], tables),
    `All ${expected} requests that the store has from before the backup are restored, and none that was erased.`,
  ]
}

async function countsIn(database: Database): Promise<Record<Counted, number>> {
  const tables = Object.keys(COUNTED) as Counted[]
  const counts = await Promise.all(tables.map(async (table) => [table, await countOf(database, table)]))
  return Object.fromEntries(counts)
}

async function newestBackup(path: string): Promise<string> {
  if (!(await stat(path)).isDirectory()) return path
  const newest = (await backupsIn(path)).at(-1)
  if (newest === undefined) throw new Error(`${path} has no backup that "backup ${path} --keep N" has made.`)
  return newest
}
