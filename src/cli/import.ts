import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../server/config/config.ts'
import { loadBuiltSite } from '../server/site/built-site.ts'
import type { Database } from '../server/storage/database/open-database.ts'
import { erasureListIn } from '../server/storage/erasure/erasure-list.ts'
import { takeOverOutbox, undeliveredListIn } from '../server/storage/outbox/outbox-transfer.ts'
import { importRequests } from '../server/storage/transfer/import-requests.ts'
import { requestsIn } from './json-export.ts'
import type { CommandResult } from './program.ts'

const DIST = join(import.meta.dirname, '../../dist')

/**
 * Stores the requests of an export. Exit code 1 when something in it could not be imported; all else is stored then.
 *
 * @param outboxFile the undelivered messages of the store that was exported; undefined to queue none
 * @throws StoreUnavailable; an error whose message says the reason in one line
 */
export async function importFrom(
  file: string,
  outboxFile: string | undefined,
  database: Database,
  { databaseUrl, dataDirectory }: Config,
): Promise<CommandResult> {
  const outbox = outboxFile === undefined ? [] : undeliveredListIn(await readFile(outboxFile, 'utf8'))
  if (outbox === undefined) throw new Error(`${outboxFile} is not the JSON of "requests outbox --format json".`)
  const { timeZone } = (await loadBuiltSite(DIST)).department
  const listed = databaseUrl ? [] : await erasureListIn(dataDirectory).hashesSoFar()
  const mistakes: string[] = []
  const result = await importRequests(database, requestsIn(file, mistakes), { timeZone, listed: new Set(listed) })
  const { imported, existing, erased, further } = result
  if (outboxFile !== undefined) await takeOverOutbox(database, outbox, new Date())
  const lines = [`Requests imported: ${imported}. Already here: ${existing}. Erased before: ${erased}.`]
  if (further.length > 0) lines.push(`Not as far as in the file: ${further.join(', ')}.`)
  mistakes.push(...result.mistakes)
  if (mistakes.length === 0) return { text: lines.join('\n') }
  return { text: lines.join('\n'), warning: mistakes.join('\n'), exitCode: 1 }
}
