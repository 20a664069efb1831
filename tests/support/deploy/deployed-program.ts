import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const DEPLOY = join(import.meta.dirname, '../../../deploy')

/** What a test puts in place of what. A pattern is global. */
export type Substitution = readonly [found: RegExp | string, ours: string]

/**
 * Writes a file of `deploy` into a directory with what a test has in place of the machine's own.
 *
 * @returns its path
 * @throws when it no longer has what is to be substituted: a test would use an address of the machine
 */
export async function deployedFile(name: string, directory: string, changes: readonly Substitution[]): Promise<string> {
  let configuration = await readFile(join(DEPLOY, name), 'utf8')
  for (const [found, ours] of changes) {
    const changed = configuration.replaceAll(found, ours)
    if (changed === configuration) throw new Error(`deploy/${name} should contain ${found}.`)
    configuration = changed
  }
  await writeFile(join(directory, name), configuration)
  return join(directory, name)
}

/** Starts a program whose files are in a directory, until the test has finished. @returns everything that it has logged */
export function startLogging(program: string, args: string[], directory: string): () => string {
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, HOME: directory, XDG_CONFIG_HOME: directory, XDG_DATA_HOME: directory },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // SIGKILL would leave nginx's workers behind.
  onTestFinished(() => void child.kill('SIGTERM'))
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (lines: string) => {
    log += lines
  })
  return () => log
}
