import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { test as base, expect } from '@playwright/test'

const ROOT = resolve(import.meta.dirname, '..')

/** A running server of our own, with a store of its own. */
export interface Site {
  address: string
  dataDirectory: string
}

/**
 * Journeys run against a real server, one a worker. Every page of a journey is watched: an exception that nobody
 * caught fails it.
 */
export const test = base.extend<{ uncaught: Error[] }, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs off its first parameter
    async ({}, use) => {
      const dataDirectory = await mkdtemp(join(tmpdir(), 'callback-clinic-'))
      const server = startServer(dataDirectory)
      await use({ address: await addressOf(server), dataDirectory })
      server.kill('SIGTERM')
      if (server.exitCode === null) await once(server, 'exit')
      await rm(dataDirectory, { recursive: true })
      expect(server.exitCode, 'how the server ended after SIGTERM').toBe(0)
    },
    { scope: 'worker' },
  ],
  baseURL: ({ site }, use) => use(site.address),
  uncaught: [
    async ({ page }, use) => {
      const uncaught: Error[] = []
      page.on('pageerror', (error) => uncaught.push(error))
      await use(uncaught)
      expect(uncaught, 'exceptions that the page did not catch').toEqual([])
    },
    { auto: true },
  ],
})

function startServer(dataDirectory: string): ChildProcess {
  const env = { ...process.env, HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDirectory, LOG_LEVEL: 'warn' }
  return spawn(process.execPath, ['dist/server/main.js'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] })
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

/** What lies on the site's disk for one e-mail address, read by the command that a department would use. */
export async function storedFor(email: string, { dataDirectory }: Site): Promise<StoredRequest[]> {
  const command = spawn(process.execPath, ['src/cli/requests.ts', 'export', '--format', 'json'], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDirectory },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(command, 'exit')
  let output = ''
  for await (const chunk of command.stdout) output += chunk
  expect((await exit)[0], 'exit code of requests export').toBe(0)
  const all: StoredRequest[] = JSON.parse(output)
  return all.filter((request) => request.email === email)
}
