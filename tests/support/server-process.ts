import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished } from 'vitest'
import { temporaryDirectory } from './temporary-directory.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The server as it was built. */
export const SERVER = 'dist/server/main.js'

/** Before the address of the callback desk. */
const DESK = 'Callback desk: '

/** What the process that a test starts finds in its environment, besides what the test gives it. */
const ENVIRONMENT = {
  HOST: '127.0.0.1',
  PORT: '0',
  // Halves the time that a start takes, from the second one on.
  NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node'),
}

/** Starts a program of ours as a process of its own, which is gone when the test has finished. */
export function startProcess(
  script: string,
  args: string[],
  environment: Record<string, string>,
  tracer: string[] = [],
  nodeOptions: string[] = [],
) {
  const [program = '', ...rest] = [...tracer, process.execPath, ...nodeOptions, join(ROOT, script), ...args]
  const child = spawn(program, rest, {
    env: { ...ENVIRONMENT, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Runs a program of ours to its end. */
export async function run(script: string, args: string[], environment: Record<string, string>, tracer: string[] = []) {
  const child = startProcess(script, args, environment, tracer)
  const [stdout, stderr, [exitCode]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { stdout, stderr, exitCode: exitCode as number | null }
}

/**
 * Starts the server on a store of its own, and waits until it says where it is.
 *
 * @param tracer a command that runs another, and lets it be our child
 * @param script another build of the server, relative to the root of the repository
 */
export async function startServer(
  environment: Record<string, string> = {},
  tracer: string[] = [],
  nodeOptions: string[] = [],
  script = SERVER,
) {
  const dataDirectory = environment.DATA_DIR ?? (await temporaryDirectory())
  const child = startProcess(script, [], { ...environment, DATA_DIR: dataDirectory }, tracer, nodeOptions)
  const exited = once(child, 'exit').then(([exitCode]) => exitCode as number | null)
  const errors = text(child.stderr)
  const lines: string[] = []
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      lines.push(...chunk.trimEnd().split('\n'))
      const last = lines.at(-1)
      if (last?.startsWith('http://')) resolve(last)
    })
    exited.then(async () => reject(new Error(`The server ended: ${await errors}`)))
  })
  const desk = lines.find((line) => line.startsWith(DESK))?.slice(DESK.length) ?? ''
  /** Ends the server by SIGTERM, after which it must exit with 0. */
  const stop = async () => {
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
  }
  return { child, exited, stop, lines, errors, address: new URL(address), desk, dataDirectory }
}
