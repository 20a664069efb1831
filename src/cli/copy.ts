import type { Config } from '../server/config/config.ts'
import { openExistingStore, openStore } from '../server/storage/database/open-store.ts'
import { erasureListIn } from '../server/storage/erasure/erasure-list.ts'
import { copyStore } from '../server/storage/transfer/copy-store.ts'
import type { CommandResult } from './command-result.ts'

const EMAIL_TAKEN = 'another account in the target has their e-mail address'

/**
 * Copies the store in the data directory to a PostgreSQL database. The result has a line for each table.
 *
 * @throws an error whose message says the reason in one line, also when rows arrived during the copy
 */
export async function copyTo(url: URL, { dataDirectory }: Config): Promise<CommandResult> {
  const from = await openExistingStore({ databaseUrl: null, dataDirectory })
  const to = await openStore({ databaseUrl: url, dataDirectory }, '--to')
  const { tables, erasedInTarget, keptAccounts } = await copyStore(from, erasureListIn(dataDirectory), to)
  await to.destroy()
  await from.destroy()

  const missed = tables.reduce((sum, copy) => sum + copy.missed, 0)
  if (missed > 0) throw new Error(`${missed} rows arrived during the copy: stop the server, then copy again.`)
  const lines = tables.map(({ table, copied, already, updated, excluded }) =>
    [
      `${table}: ${copied} copied and compared`,
      `${already} already existed`,
      ...(updated > 0 ? [`${updated} of them updated`] : []),
      ...(excluded > 0 ? [`${excluded} excluded because ${table === 'staff' ? EMAIL_TAKEN : 'they were erased'}`] : []),
    ].join(', '),
  )
  if (erasedInTarget > 0) lines.push(`Requests erased in the target because they were erased here: ${erasedInTarget}`)
  if (keptAccounts > 0) {
    lines.push(`Accounts changed in both stores, which stay as they are in the target: ${keptAccounts}`)
  }
  return { text: lines.join('\n') }
}
