import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { temporaryDirectory } from '../temporary-directory.ts'
import { settingsOf } from './unit-file.ts'

/** What is this machine's own, and what the private one has in its place. */
const FOLDERS = { etc: '/etc', srv: '/srv', lib: '/var/lib', backups: '/var/backups', bin: '/usr/local/bin' }

/** Of the user `clinic`: no user of a real machine. */
const UID = 64_998

/** In place of systemd: starts what the unit starts, and stops it as systemd does. */
const START = `#!/bin/sh
cd /srv/clinic/current
setpriv --reuid=clinic --regid=clinic --init-groups env -i PATH=/usr/bin:/bin \
  ${settingsOf('ExecStart').join().replace(' ', ' --env-file=/etc/clinic.env ')} </dev/null >>/var/backups/log 2>&1 &
echo $! >/var/backups/pid
`
const STOP = `#!/bin/sh
read -r pid </var/backups/pid
kill "$pid" 2>/dev/null || exit 0
while kill -0 "$pid" 2>/dev/null; do sleep 0.05; done
`

/** Whether this process may make such a machine. */
export function canMakePrivateMachine(): boolean {
  const tools = ['unshare', 'nsenter', 'setpriv', 'flock'].every((tool) => spawnSync(tool, ['--version']).status === 0)
  return (
    tools &&
    process.getuid?.() === 0 &&
    spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'x', '/mnt']).status === 0
  )
}

/**
 * A machine with an /etc, /srv, /var/lib, /var/backups and /usr/local/bin of its own, a user "clinic", and the commands
 * `start-clinic` and `stop-clinic` in place of systemd. It goes when the test has finished.
 *
 * @param environment of /etc/clinic.env
 */
export async function startPrivateMachine(environment: Record<string, string>) {
  const root = await temporaryDirectory()
  const own = (folder: keyof typeof FOLDERS, ...path: string[]) => join(root, folder, ...path)
  for (const folder of ['srv', 'lib/clinic', 'backups/clinic', 'bin'])
    mkdirSync(join(root, folder), { recursive: true })
  cpSync('/etc', own('etc'), { recursive: true, verbatimSymlinks: true, filter: (path) => existsSync(path) })
  writeFileSync(
    own('etc', 'passwd'),
    `${readFileSync('/etc/passwd', 'utf8')}clinic:x:${UID}:${UID}::/nonexistent:/bin/false\n`,
  )
  writeFileSync(own('etc', 'group'), `${readFileSync('/etc/group', 'utf8')}clinic:x:${UID}:\n`)
  const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(own('etc', 'clinic.env'), lines.join(''))
  for (const [name, script] of Object.entries({ 'start-clinic': START, 'stop-clinic': STOP })) {
    writeFileSync(own('bin', name), script)
    chmodSync(own('bin', name), 0o755)
  }

  const mounts = Object.entries(FOLDERS).map(([folder, path]) => `mount --bind ${join(root, folder)} ${path}`)
  const setUp = [
    ...mounts,
    'chown -R clinic: /var/lib/clinic /var/backups/clinic',
    'chmod 700 /var/lib/clinic /var/backups/clinic',
  ]
  const holder = spawn(
    'unshare',
    ['--mount', '--propagation=private', 'sh', '-euc', `${setUp.join('\n')}\necho ready\nexec sleep infinity`],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const run = async (command: string, variables: Record<string, string> = {}) => {
    const child = spawn('nsenter', [`--mount=/proc/${holder.pid}/ns/mnt`, '--wd=/', 'sh', '-c', command], {
      env: {
        PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
        CLINIC_START: 'start-clinic',
        CLINIC_STOP: 'stop-clinic',
        ...variables,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { stdout, stderr, status: status as number | null }
  }
  onTestFinished(async () => {
    await run('stop-clinic')
    holder.kill('SIGKILL')
  })
  for await (const line of createInterface(holder.stdout)) if (line === 'ready') break
  return { run, own }
}
