import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

const ROOT = resolve(import.meta.dirname, '../..')
const DESK = 'Callback desk: '

/**
 * Starts the built server on free ports, over an empty store, for journeys; `startServer` is for one test. `stop` ends it
 * by SIGTERM, deletes the store and gives the exit code.
 *
 * @param root the folder with `dist`
 * @throws when the server ends before it listens
 */
export async function startBuiltServer(environment: Record<string, string>, root = ROOT, nodeOptions: string[] = []) {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'callback-clinic-'))
  const ours = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDirectory, LOG_LEVEL: 'warn' }
  const NODE_COMPILE_CACHE = join(ROOT, 'node_modules/.cache/node')
  const child = spawn(process.execPath, [...nodeOptions, 'dist/server/main.js'], {
    cwd: root,
    env: { ...process.env, NODE_COMPILE_CACHE, ...ours, ...environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const stop = async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
    await rm(dataDirectory, { recursive: true })
    return child.exitCode
  }
  let desk = ''
  if (child.stdout) {
    for await (const line of createInterface(child.stdout)) {
      if (line.startsWith(DESK)) desk = line.slice(DESK.length)
      if (line.startsWith('http://')) return { address: line, desk, dataDirectory, child, stop }
    }
  }
  throw new Error('The server ended before it listened.')
}
