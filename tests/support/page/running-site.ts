import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

const ROOT = resolve(import.meta.dirname, '../../..')

/** A running server of our own, with a store of its own. */
export interface Site {
  address: string
  dataDirectory: string
}

/**
 * Starts the built server on a free port, over an empty store. `stop` ends it by SIGTERM, deletes the store and gives
 * the server's exit code.
 *
 * @throws when the server ends before it listens
 */
export async function startSite(): Promise<Site & { stop: () => Promise<number | null> }> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'callback-clinic-'))
  const env = { ...process.env, HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDirectory, LOG_LEVEL: 'warn' }
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: ROOT,
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

/** A request as `requests export` tells it. */
export type StoredRequest = Record<string, unknown> & { email: string }

/**
 * What lies on the site's disk for one e-mail address, read by the command that a department would use.
 *
 * @throws when the command fails
 */
export async function storedFor(email: string, { dataDirectory }: Site): Promise<StoredRequest[]> {
  const command = spawn(process.execPath, ['src/cli/requests.ts', 'export', '--format', 'json'], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDirectory },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(command, 'exit')
  let output = ''
  for await (const chunk of command.stdout) output += chunk
  const [exitCode] = await exit
  if (exitCode !== 0) throw new Error(`requests export ended with exit code ${exitCode}`)
  const all: StoredRequest[] = JSON.parse(output)
  return all.filter((request) => request.email === email)
}
