import { openDatabaseUrl, openExistingStore } from '../server/storage/database/open-store.ts'
import { erasureListIn } from '../server/storage/erasure/erasure-list.ts'
import { copyStore } from '../server/storage/transfer/copy-store.ts'

/**
 * Copies what the data directory holds to a PostgreSQL database, and tells how it went, a line for each table.
 *
 * @throws an error whose message says in one line what stood in the way, or that more came meanwhile
 */
export async function copyTo(url: URL, dataDirectory: string): Promise<string[]> {
  const from = await openExistingStore({ databaseUrl: null, dataDirectory })
  const to = await openDatabaseUrl('--to', url)
  const { tables, erased } = await copyStore(from, erasureListIn(dataDirectory), to)
  await to.destroy()
  await from.destroy()

  const missed = tables.reduce((sum, copy) => sum + copy.missed, 0)
  if (missed > 0) throw new Error(`${missed} came while the rest was copied: stop the server, then copy again.`)
  const lines = tables.map(({ table, copied, already, updated, leftOut }) =>
    [
      `${table}: ${copied} copied and compared`,
      `${already} there already`,
      ...(updated > 0 ? [`${updated} of them brought up to date`] : []),
      ...(leftOut > 0 ? [`${leftOut} left out, for they were erased`] : []),
    ].join(', '),
  )
  return erased > 0 ? [...lines, `Requests erased there, for they were erased here: ${erased}`] : lines
}
