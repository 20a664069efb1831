import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished } from 'vitest'
import { temporaryDirectory } from '../temporary-directory.ts'

const DEPLOY = join(import.meta.dirname, '../../../deploy')

/** Debian puts it where only root's PATH looks. */
const PROGRAM = ['haproxy', '/usr/sbin/haproxy'].find((program) => spawnSync(program, ['-v']).status === 0)

/** Whether the machine has an HAProxy to test with. */
export const hasHaproxy = PROGRAM !== undefined

/** What only a service of the system has, and the directory of its socket. */
const OF_THE_SYSTEM = ['    user haproxy\n', '    group haproxy\n']
const LOG = '/dev/log'
const SOCKET_DIRECTORY = '/run/haproxy'

/**
 * Starts an HAProxy with files of `deploy/`, with addresses of the test in place of theirs. It is gone when the test has
 * finished.
 *
 * @param files their names, each with what is put in place of what; the first has the socket for administrators
 * @returns the servers that it uses, as `backend/server`, and everything that it has logged
 */
export async function startHaproxy(
  files: Record<string, Record<string, string>>,
): Promise<{ serversInUse: () => Promise<string[]>; log: () => string }> {
  const directory = await temporaryDirectory()
  const args = ['-db']
  for (const [name, replaced] of Object.entries(files)) {
    let content = await readFile(join(DEPLOY, name), 'utf8')
    for (const line of OF_THE_SYSTEM) content = content.replaceAll(line, '')
    content = content.replace(SOCKET_DIRECTORY, directory).replace(LOG, 'stderr format raw')
    for (const [from, to] of Object.entries(replaced)) {
      if (!content.includes(from)) throw new Error(`deploy/${name} has no ${from}`)
      content = content.replaceAll(from, to)
    }
    await writeFile(join(directory, name), content)
    args.push('-f', join(directory, name))
  }
  const haproxy = spawn(PROGRAM ?? '', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  onTestFinished(() => void haproxy.kill('SIGKILL'))
  let log = ''
  haproxy.stderr.setEncoding('utf8').on('data', (lines: string) => {
    log += lines
  })
  const socket = join(directory, 'admin.sock')
  await expect.poll(() => ask(socket, 'show version').catch(String), { interval: 20 }).toMatch(/^\d/)
  return { serversInUse: async () => serversInUse(await ask(socket, 'show stat')), log: () => log }
}

async function ask(path: string, command: string): Promise<string> {
  const socket = connect(path)
  await once(socket, 'connect')
  socket.write(`${command}\n`)
  return text(socket)
}

/** @param csv with the names of its columns in the first line */
function serversInUse(csv: string): string[] {
  const [names = [], ...rows] = csv.split('\n').map((line) => line.split(','))
  const status = names.indexOf('status')
  return rows.flatMap((row) => (row[status]?.startsWith('UP') && row[1] !== 'BACKEND' ? `${row[0]}/${row[1]}` : []))
}
