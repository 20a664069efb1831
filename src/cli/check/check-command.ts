import { join } from 'node:path'
import { type Config, originOf } from '../../server/config/config.ts'
import { builtContents, sampleProblems } from '../../server/site/built-site.ts'
import { type Database, isPostgres } from '../../server/storage/database/open-database.ts'
import type { CommandResult } from '../command-result.ts'
import { outboxProblems } from '../outbox-commands.ts'
import { diskProblems } from './disk-problems.ts'
import { serverProblems } from './server-problems.ts'

const DIST = join(import.meta.dirname, '../../../dist')

/** Addresses on which a server listens to all, and where it is found on its own machine. */
const FOUND_AT: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/**
 * Says in one line for each reason why somebody must act: the server, its site, its disk, its messages.
 *
 * @param server where it is, instead of where the configuration says; `none` leaves it out
 * @throws StoreUnavailable
 */
export async function check(
  database: Database,
  config: Config,
  server: URL | 'none' | undefined,
): Promise<CommandResult> {
  const address = server ?? addressIn(config)
  const problems = await Promise.all([
    address === 'none' ? [] : serverProblems(address),
    siteProblems(config),
    isPostgres(database) ? [] : diskProblems(config.dataDirectory),
    outboxProblems(database, config),
  ])
  const lines = problems.flat()
  if (lines.length > 0) return { text: lines.join('\n'), exitCode: 1 }
  return { text: 'No message has waited over an hour or was abandoned.' }
}

/** Nothing where no site is built: there, no server can show one. */
async function siteProblems({ publicUrl }: Config): Promise<string[]> {
  const contents = await builtContents(DIST).catch(() => undefined)
  return contents ? sampleProblems(contents, publicUrl) : []
}

/** Where the system chooses the port, nobody else knows it. */
function addressIn({ listener: { host, port } }: Config): URL | 'none' {
  return port === 0 ? 'none' : new URL(originOf({ host: FOUND_AT[host] ?? host, port }))
}
