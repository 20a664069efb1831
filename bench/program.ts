import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const ROOT = join(import.meta.dirname, '..')

/** A server that runs as a process of its own: the product or a floor. */
export interface Program {
  address: string
  /** From its start until its first answer with status 200 to `GET /`. */
  startedInMs: number
  /** Memory that the process holds now, in MB of 1,000,000 bytes. */
  residentMb(): Promise<number>
  /** Ends it, and deletes the directory that it got. */
  stop(): Promise<void>
}

/**
 * Starts the product with an empty store of its own, as `npm start` does once everything is built.
 *
 * @param environment what it is told besides; `DATA_DIR` takes the place of the store of its own
 * @param preloaded a module, relative to the project, that is loaded before it
 */
export function startProduct(environment: Record<string, string> = {}, preloaded?: string): Promise<Program> {
  const before = preloaded ? ['--import', join(ROOT, preloaded)] : []
  return startProgram([...before, join(ROOT, 'src/server/main.ts')], { LOG_LEVEL: 'warn', ...environment })
}

/**
 * Starts a program that listens on `PORT` 0 and prints its address once it does. It finds an empty directory in
 * `DATA_DIR`.
 *
 * @param args of Node: options, the program, its arguments
 * @throws when it ends before it listens
 */
export async function startProgram(
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<Program> {
  const ownDirectory = await mkdtemp(join(tmpdir(), 'callback-clinic-bench-'))
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node'),
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: ownDirectory,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const address = await addressOf(child)
  await (await fetch(address)).arrayBuffer()
  const startedInMs = performance.now() - startedAt
  return {
    address,
    startedInMs,
    residentMb: () => residentMbOf(child),
    stop: async () => {
      child.kill('SIGTERM')
      await exited
      await rm(ownDirectory, { recursive: true })
    },
  }
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout) {
    for await (const line of createInterface(stdout)) if (line.startsWith('http://')) return line
  }
  throw new Error('The program ended before it listened.')
}

async function residentMbOf({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return (Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1_024) / 1_000_000
}
