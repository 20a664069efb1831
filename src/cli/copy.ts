import { existsSync } from 'node:fs'
import { openDatabaseUrl, openDataDirectory } from '../server/open-store.ts'
import { copyStore } from '../server/storage/copy-store.ts'
import { requestsFile } from '../server/storage/open-sqlite.ts'

/**
 * Copies what the data directory holds to a PostgreSQL database, and tells how it went, a line for each table.
 *
 * @throws an error whose message says in one line what stood in the way, or that more came meanwhile
 */
export async function copyTo(url: URL, dataDirectory: string): Promise<string[]> {
  if (!existsSync(requestsFile(dataDirectory))) throw new Error(`DATA_DIR (${dataDirectory}) holds no requests.`)
  const from = await openDataDirectory(dataDirectory)
  const to = await openDatabaseUrl('--to', url)
  const copies = await copyStore(from, to)
  await to.destroy()
  await from.destroy()

  const missed = copies.reduce((sum, copy) => sum + copy.missed, 0)
  if (missed > 0) throw new Error(`${missed} came while the rest was copied: stop the server, then copy again.`)
  return copies.map(({ table, copied, already, erased }) => {
    const counts = `${table}: ${copied} copied and compared, ${already} there already`
    return erased > 0 ? `${counts}, ${erased} left out, for they were erased there` : counts
  })
}
