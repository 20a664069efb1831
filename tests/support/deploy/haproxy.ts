import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from 'vitest'
import { temporaryDirectory } from '../temporary-directory.ts'
import { deployedFile, type Substitution, startLogging } from './deployed-program.ts'

/** Debian puts it where only root's PATH looks. */
const PROGRAM = ['haproxy', '/usr/sbin/haproxy'].find((program) => spawnSync(program, ['-v']).status === 0)

/** Whether the machine has an HAProxy to test with. */
export const hasHaproxy = PROGRAM !== undefined

/** What only a service of the system has. */
const OF_THE_SYSTEM: Substitution[] = [
  [/^ +(user|group) haproxy\n/gm, ''],
  ['/dev/log', 'stderr format raw'],
]

/**
 * Starts an HAProxy with the files of `deploy/`. It is gone when the test has finished.
 *
 * @param changes of its file
 * @param ofPostgres of the file for PostgreSQL, where it is in front of that too
 * @returns the servers that it uses, as `backend/server`, and everything that it has logged
 */
export async function startHaproxy(changes: Substitution[], ofPostgres?: Substitution[]) {
  const directory = await temporaryDirectory()
  const ours: Substitution[] = [...OF_THE_SYSTEM, ['/run/haproxy', directory], ...changes]
  const files = [await deployedFile('haproxy.cfg', directory, ours)]
  if (ofPostgres) files.push(await deployedFile('haproxy-postgres.cfg', directory, ofPostgres))
  const log = startLogging(PROGRAM ?? '', ['-db', ...files.flatMap((file) => ['-f', file])], directory)
  const socket = join(directory, 'admin.sock')
  await expect.poll(() => ask(socket, 'show version').catch(String), { interval: 20 }).toMatch(/^\d/)
  return { serversInUse: async () => serversInUse(await ask(socket, 'show stat')), log }
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
