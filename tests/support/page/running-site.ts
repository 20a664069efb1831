import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { StoredRequest } from '../../../src/callback-request/stored-request.ts'
import { openDatabase } from '../../../src/server/storage/database/open-database.ts'
import { CallbackRequests } from '../../../src/server/storage/requests/callback-requests.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

/** A running server of our own, with a store of its own. */
export interface Site {
  address: string
  dataDirectory: string
}

/** As many posts as a client may send through a proxy. Calls from this machine itself are not limited. */
export const RATE_LIMIT_MAX = 3

/**
 * Starts the built server on a free port, over an empty store. `stop` ends it by SIGTERM, deletes the store and gives
 * the server's exit code.
 *
 * @param root the folder with `dist`
 * @throws when the server ends before it listens
 */
export async function startSite(root = ROOT): Promise<Site & { stop: () => Promise<number | null> }> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'callback-clinic-'))
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDirectory,
    LOG_LEVEL: 'warn',
    RATE_LIMIT_MAX: String(RATE_LIMIT_MAX),
  }
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return {
    address: await addressOf(server),
    dataDirectory,
    stop: async () => {
      server.kill('SIGTERM')
      if (server.exitCode === null) await once(server, 'exit')
      await rm(dataDirectory, { recursive: true })
      return server.exitCode
    },
  }
}

/** The address that the server prints once it listens. */
async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout) {
    for await (const line of createInterface(stdout)) if (line.startsWith('http://')) return line
  }
  throw new Error('The server ended before it listened.')
}

/** What is on the site's disk for one e-mail address. */
export async function storedFor(email: string, { dataDirectory }: Site): Promise<StoredRequest[]> {
  const database = await openDatabase(dataDirectory)
  const all = await Array.fromAsync(new CallbackRequests(database).all())
  await database.destroy()
  return all.filter((request) => request.email === email)
}
