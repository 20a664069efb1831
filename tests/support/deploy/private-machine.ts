import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished } from 'vitest'
import { canMount } from '../database/small-disk.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

/** What is this machine's own, and what the private one has in its place. */
const FOLDERS = { etc: '/etc', srv: '/srv', lib: '/var/lib', backups: '/var/backups', bin: '/usr/local/bin' }

/** Of the user `clinic`: no user of a real machine. */
const UID = 64_998

/** Where the technician is. */
export const HERE = '/var/backups/here'

/** A line for clinic.env: Node remembers what it has compiled, which halves the time of most commands. */
export const COMPILE_CACHE = 'NODE_OPTIONS=--import=/var/backups/cache.mjs'
const CACHE = `import { enableCompileCache } from 'node:module'
enableCompileCache('/var/backups/cache')
`

/** In place of what a test cannot run. `systemctl` needs the units that it is to enable or start. */
const STAND_INS = {
  // The private machine has the user.
  adduser: 'getent passwd clinic',
  'apt-get': 'mkdir -p /etc/caddy',
  // The lines that a person would write, at the end of the file, where they count.
  nano: `cat "${HERE}/lines-of-$(basename "$1")" >>"$1"`,
  // As few lines as the unit asks for: the first ones, which a test knows.
  journalctl: 'head -n 20 /var/backups/log',
  systemctl: String.raw`
umask 077
# What a unit runs, with the name of one that failed.
commands() {
  sed -n 's/^ExecStart=//p' "/etc/systemd/system/$1.service" |
    sed "s#bin/node #&--env-file=/etc/clinic.env #; s/%i/$2/g; s/\\$\\$/\$/g; s/\\\\n/\\n/g" >/var/backups/run
}
as() {
  user=$(sed -n 's/^User=//p' "/etc/systemd/system/$1.service"); shift
  cd /srv/clinic/current
  exec setpriv --reuid="$user" --regid="$user" --init-groups env -i \
    PATH=/usr/local/bin:/usr/bin:/bin PGPORT="$(printenv PGPORT)" "$@"
}
start() {
  commands clinic ''
  : >/var/backups/log; chmod 644 /var/backups/log
  as clinic $(cat /var/backups/run) </dev/null >>/var/backups/log 2>&1 9>&- &
  echo $! >/var/backups/pid
  until grep -q '^http' /var/backups/log || ! kill -0 $! 2>/dev/null; do sleep 0.05; done
}
stop() {
  read -r pid </var/backups/pid && kill "$pid" 2>/dev/null || return 0
  while kill -0 "$pid" 2>/dev/null; do sleep 0.05; done
}
run() {
  commands "$1" "$2"
  (as "$1" sh -eu </var/backups/run)
}
case "$*" in
  'start clinic') start ;;
  'stop clinic') stop ;;
  'restart clinic') stop; start ;;
  'start clinic-'*) run "$2" '' || { run clinic-alert@ "$2"; exit 1; } ;;
  'enable clinic') test -f /etc/systemd/system/clinic.service ;;
  'enable --now '*) shift 2; for unit; do test -f "/etc/systemd/system/$unit"; done ;;
  'reload caddy') test -f /etc/caddy/Caddyfile ;;
  *nftables) test -f /etc/nftables.conf ;;
  *' postgresql') pg_ctlcluster "$(ls /etc/postgresql)" main "$1" ;;
  daemon-reload | 'restart systemd-journald' | list-timers | --failed) ;;
  *) echo "systemctl $*?" >&2; exit 1 ;;
esac`,
}

/** Whether this process may make such a machine. */
export function canMakePrivateMachine(): boolean {
  const tools = ['nsenter', 'setpriv', 'flock']
  return canMount() && tools.every((tool) => spawnSync(tool, ['--version']).status === 0)
}

/**
 * A machine with an /etc, /srv, /var/lib, /var/backups and /usr/local/bin of its own, a user "clinic", and stand-ins for
 * systemd and for what a person types into an editor. It goes when the test has finished.
 */
export async function startPrivateMachine() {
  const root = await temporaryDirectory()
  const own = (folder: keyof typeof FOLDERS, ...path: string[]) => join(root, folder, ...path)
  for (const folder of ['srv', 'lib/clinic', 'backups/clinic', 'backups/here', 'bin'])
    mkdirSync(join(root, folder), { recursive: true })
  cpSync('/etc', own('etc'), { recursive: true, verbatimSymlinks: true, filter: (path) => existsSync(path) })
  for (const [file, line] of [
    ['passwd', `clinic:x:${UID}:${UID}::/nonexistent:/bin/false`],
    ['group', `clinic:x:${UID}:`],
  ] as const) {
    writeFileSync(own('etc', file), `${readFileSync(`/etc/${file}`, 'utf8')}${line}\n`)
  }
  writeFileSync(own('backups', 'cache.mjs'), CACHE)
  for (const [name, script] of Object.entries(STAND_INS)) {
    writeFileSync(own('bin', name), `#!/bin/sh\nset -eu\n${script}\n`, { mode: 0o755 })
  }

  const setUp = [
    ...Object.entries(FOLDERS).map(([folder, path]) => `mount --bind ${join(root, folder)} ${path}`),
    'chown -R clinic: /var/lib/clinic /var/backups/clinic',
    'chmod 700 /var/lib/clinic /var/backups/clinic',
    'install -d -m 777 /var/backups/cache',
  ]
  const holder = spawn(
    'unshare',
    ['--mount', '--propagation=private', 'sh', '-euc', `${setUp.join('\n')}\necho ready\nexec sleep infinity`],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const run = async (command: string, variables: Record<string, string> = {}) => {
    const child = spawn('nsenter', [`--mount=/proc/${holder.pid}/ns/mnt`, '--wd=/', 'sh', '-c', command], {
      env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { stdout, stderr, status: status as number | null }
  }
  /**
   * Runs printed commands in one shell of root, whose umask lets others read nothing. Each must succeed.
   *
   * @param values in place of the printed examples
   */
  const shell = async (commands: string[], values: Record<string, string> = {}, variables = {}) => {
    let script = commands.join('\n')
    for (const [example, value] of Object.entries(values)) script = script.replaceAll(example, value)
    const { stdout, stderr, status } = await run(`set -eux\numask 027\ncd ${HERE}\n${script}`, variables)
    expect(status, `${stdout}${stderr}`).toBe(0)
    return stdout
  }
  /** What the editor writes into a file the next time. */
  const type = (file: string, ...lines: string[]) =>
    writeFileSync(own('backups', 'here', `lines-of-${file}`), lines.map((line) => `${line}\n`).join(''))
  onTestFinished(async () => {
    await run('systemctl stop clinic')
    holder.kill('SIGKILL')
  })
  for await (const line of createInterface(holder.stdout)) if (line === 'ready') break
  return { run, own, shell, type }
}
