import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { StaffRole } from '../../../src/callback-request/staff-account.ts'
import { COMMAND_LINE } from '../../../src/server/storage/audit/audit-events.ts'
import type { Database } from '../../../src/server/storage/database/open-database.ts'
import { openSqlite } from '../../../src/server/storage/database/open-sqlite.ts'
import { StaffAccounts } from '../../../src/server/storage/staff/staff-accounts.ts'
import { receiverIn } from '../receive.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const MOVABLE_CLOCK = new URL('movable-clock.ts', import.meta.url).href
/** A journey writes into the store however long the server is busy with it. */
const LOCK_TIMEOUT_MS = 30_000

const ANNOUNCEMENT = 'Callback desk: '

/** A running callback desk with a store of its own. */
export interface Desk {
  address: string
  /** The public site's, from where requests arrive. */
  site: URL
  /** The desk's store, opened beside the server. */
  database: Database
  /** Stores a request as the public listener does, received now or so many minutes ago. */
  receive: ReturnType<typeof receiverIn>
  /** Sets how far the server's clock is ahead. */
  setClockAhead: (ms: number) => Promise<void>
  /** Makes an account without a password. @returns the path of the link to choose one */
  invite: (email: string, name: string, role: StaffRole) => Promise<string>
}

/**
 * Starts the built server with a desk on a free port, over an empty store. `stop` ends it by SIGTERM and deletes the
 * store.
 *
 * @param environment what else its configuration says
 * @throws when the server ends before it listens
 */
export async function startDesk(
  environment: Record<string, string> = {},
): Promise<Desk & { stop: () => Promise<void> }> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'callback-clinic-'))
  const ours = { HOST: '127.0.0.1', PORT: '0', DESK_PORT: '0', DATA_DIR: dataDirectory, LOG_LEVEL: 'warn' }
  const NODE_COMPILE_CACHE = join(ROOT, 'node_modules/.cache/node')
  const server = spawn(process.execPath, ['--import', MOVABLE_CLOCK, 'dist/server/main.js'], {
    cwd: ROOT,
    env: { ...process.env, ...ours, ...environment, NODE_COMPILE_CACHE },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const { address, site } = await addressesIn(Readable.from(server.stdout ?? []))
  const database = await openSqlite(dataDirectory, { lockTimeoutMs: LOCK_TIMEOUT_MS }).catch((error: unknown) => {
    server.kill()
    throw error
  })
  const accounts = new StaffAccounts(database, () => new Date())
  return {
    address,
    site,
    database,
    receive: receiverIn(database, { now: () => new Date() }),
    setClockAhead: async (ms) => {
      const done = once(server, 'message')
      server.send(ms)
      await done
    },
    invite: async (email, name, role) => {
      const result = await accounts.invite({ email, name, role }, COMMAND_LINE)
      if (!result.ok) throw new Error(result.refusal)
      return `/invitation#${result.value.token}`
    },
    stop: async () => {
      await database.destroy()
      server.kill('SIGTERM')
      if (server.exitCode === null) await once(server, 'exit')
      await rm(dataDirectory, { recursive: true })
    },
  }
}

async function addressesIn(output: NodeJS.ReadableStream): Promise<{ address: string; site: URL }> {
  let address = ''
  for await (const line of createInterface(output)) {
    if (line.startsWith(ANNOUNCEMENT)) address = line.slice(ANNOUNCEMENT.length)
    if (line.startsWith('http://')) return { address, site: new URL(line) }
  }
  throw new Error('The server ended before it listened.')
}
