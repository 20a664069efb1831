import type { Config } from '../server/config/config.ts'
import { erasuresOf, openStore } from '../server/storage/database/open-store.ts'
import { copyStore } from '../server/storage/transfer/copy-store.ts'
import type { CommandResult } from './program.ts'

/**
 * Moves the store in the data directory to a PostgreSQL database. The result has a line for each table.
 *
 * @throws an error whose message says the reason in one line
 */
export async function copyTo(url: URL, { dataDirectory }: Config): Promise<CommandResult> {
  const settings = { databaseUrl: null, dataDirectory }
  const from = await openStore(settings, { mustExist: true, evenIfMoved: true })
  const to = await openStore({ databaseUrl: url, dataDirectory }, { urlSetting: '--to' })
  try {
    // What an interrupted erasure has left must not be moved.
    await erasuresOf(from, settings).finish()
    const copies = await copyStore(from, to, `${url.host}${url.pathname}`)
    const lines = copies.map(({ table, rows }) => `${table}: ${rows}`)
    return { text: [...lines, 'Everything was moved. Start the server with DATABASE_URL from now on.'].join('\n') }
  } finally {
    await to.destroy()
    await from.destroy()
  }
}
