import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseEnv } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { COMMAND_LINE } from '../../src/server/storage/audit/audit-events.ts'
import { openDatabase } from '../../src/server/storage/database/open-database.ts'
import { StaffAccounts } from '../../src/server/storage/staff/staff-accounts.ts'
import { freePort } from '../support/free-port.ts'
import { startMailReceiver } from '../support/mail-receiver.ts'
import { postAppointment } from '../support/post-appointment.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { testRequiring } from '../support/test-requirements.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const SYSTEMD_ANALYZE = { 'systemd-analyze': spawnSync('systemd-analyze', ['--version']).status === 0 }

/** Where the unit expects the product and its store. */
const PRODUCT = '/srv/clinic/current'
const STORE = '/var/lib/clinic'

/** What systemd's own review of the unit may find: the server needs the network, and V8 compiles at run time. */
const ACCEPTED = [
  'RootDirectory=/RootImage=',
  'MemoryDenyWriteExecute=',
  'PrivateNetwork=',
  'IPAddressDeny=',
  'DeviceAllow=',
  'RestrictAddressFamilies=~AF_UNIX',
  'RestrictAddressFamilies=~AF_(INET|INET6)',
]

/** Of systemd's scale from 0 to 10, times 10: 11 today. A service without any of these settings has 96. */
const MAX_EXPOSURE = 15

testRequiring(
  SYSTEMD_ANALYZE,
  'systemd finds no fault with any unit, and rates each as little exposed',
  {},
  async () => {
    const directory = await temporaryDirectory()
    const files = globSync('deploy/**/*.{service,timer,path}', { cwd: ROOT })
    expect(files).toHaveLength(10)
    const units = files.map((file) => join(directory, basename(file)))
    for (const [index, unit] of units.entries())
      await writeFile(unit, read(files[index] ?? '').replaceAll(PRODUCT, ROOT))
    expect(analyze('verify', '--man=no', ...units)).toEqual({ output: '', status: 0 })

    const security = ['security', '--offline=true', `--threshold=${MAX_EXPOSURE}`]
    const services = units.filter((unit) => /[^@]\.service$/.test(unit))
    expect(analyze(...security, ...services)).toMatchObject({ status: 0 })
    for (const service of services)
      expect(readFileSync(service, 'utf8')).toContain('\nOnFailure=clinic-alert@%N.service\n')
    const server = join(directory, 'clinic.service')
    const review: { name: string; set: boolean | null }[] = JSON.parse(
      analyze(...security, '--json=short', server).output,
    )
    expect(review.length).toBeGreaterThan(50)
    const faults = review.filter(({ set }) => set === false).map(({ name }) => name)
    expect(faults.filter((name) => !ACCEPTED.includes(name))).toEqual([])
  },
)

test('The unit and an image start the server as `npm start` does', () => {
  const { scripts } = JSON.parse(read('package.json'))
  const [, variable = '?', options = ''] = /(MALLOC_MMAP_THRESHOLD_=\S+) .*exec node (.*)$/.exec(scripts.start) ?? []
  expect(settingsOf('Environment')).toEqual([variable])
  expect(settingsOf('ExecStart')).toEqual([`${PRODUCT}/node_modules/.bin/node ${options}`])
  const image = read('deploy/Dockerfile')
  expect(image).toContain(variable)
  expect(JSON.parse(/^CMD (.*)$/m.exec(image)?.[1] ?? '')).toEqual(['node', ...options.split(' ')])
})

test('The environment file for one machine sets variables that exist, and the store that the unit allows', () => {
  const environment = parseEnv(read('deploy/clinic.env'))
  const known = parseEnv(read('.env.example'))
  for (const name of Object.keys(environment)) expect(Object.keys(known)).toContain(name)
  expect(environment.DATA_DIR).toBe(STORE)
  expect(settingsOf('StateDirectory')).toEqual(['clinic'])
})

testRequiring(
  { ...SYSTEMD_ANALYZE, bwrap: canSandbox(), strace: spawnSync('strace', ['-V']).status === 0 },
  'The server works with the rights that the unit leaves it, and asks the kernel for nothing else',
  {},
  async () => {
    const directory = await temporaryDirectory()
    const mail = await startMailReceiver()
    const server = await startSandboxed(directory, {
      ...parseEnv(read('deploy/clinic.env')),
      SMTP_URL: mail.url,
      NOTIFY_EMAIL: 'desk@clinic.example',
    })

    expect((await postAppointment(server.site)).status).toBe(201)
    await expect.poll(() => mail.mails).toHaveLength(1)
    expect(await signInStatus(directory, server.desk)).toBe(200)
    server.stop()
    expect(await server.exited).toBe(0)

    const trace = await readFile(join(directory, 'trace'), 'utf8')
    const used = new Set(trace.match(/(?<=^\d+ +)\w+(?=\()/gm))
    expect(used.size).toBeGreaterThan(50)
    const allowed = allowedSystemCalls()
    expect([...used].filter((call) => !allowed.has(call))).toEqual([])
    const families = new Set(trace.match(/(?<=socket\()AF_\w+/g))
    const allowedFamilies = settingsOf('RestrictAddressFamilies').flatMap((value) => value.split(' '))
    expect([...families].filter((family) => !allowedFamilies.includes(family))).toEqual([])
    // MemoryDenyWriteExecute would refuse this.
    expect(trace).toMatch(/(mmap|mprotect)\(.*PROT_WRITE\|PROT_EXEC/)
    expect(settingsOf('MemoryDenyWriteExecute')).toEqual([])
  },
)

/**
 * Runs the unit's own command under strace as an ordinary user without rights, in a file system of which it may write
 * nothing but the store: what bubblewrap can do of what systemd does.
 */
async function startSandboxed(directory: string, environment: NodeJS.Dict<string>) {
  const ports = { PORT: String(await freePort()), DESK_PORT: String(await freePort()) }
  const [command = ''] = settingsOf('ExecStart')
  const variables = { ...environment, ...ports, ...parseEnv(settingsOf('Environment').join('\n')) }
  const child = spawn(
    'bwrap',
    [
      ...['--die-with-parent', '--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
      ...hiddenPaths().flatMap((path) => ['--tmpfs', path]),
      ...['--ro-bind', ROOT, PRODUCT, '--tmpfs', '/var/lib', '--bind', directory, STORE],
      ...['--tmpfs', '/tmp', '--tmpfs', '/home', '--tmpfs', '/root'],
      ...['--unshare-user', '--unshare-ipc', '--unshare-uts', '--uid', '64999', '--gid', '64999', '--cap-drop', 'ALL'],
      ...['--chdir', PRODUCT, '--clearenv'],
      ...Object.entries(variables).flatMap(([name, value = '']) => ['--setenv', name, value]),
      ...['strace', '-D', '-f', '-o', `${STORE}/trace`, ...command.split(' ')],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const exited = once(child, 'exit').then(([exitCode]) => exitCode as number | null)
  child.stderr.resume()
  for await (const line of createInterface(child.stdout)) if (line.startsWith('http://')) break
  const [, pid = ''] = /^(\d+) /.exec(await readFile(join(directory, 'trace'), 'utf8')) ?? []
  return {
    site: new URL(`http://127.0.0.1:${ports.PORT}`),
    desk: new URL(`http://127.0.0.1:${ports.DESK_PORT}`),
    exited,
    stop: () => process.kill(Number(pid), 'SIGTERM'),
  }
}

/** What the unit hides that this machine has, `/srv` among it. */
function hiddenPaths(): string[] {
  expect(settingsOf('BindReadOnlyPaths')).toEqual(['/srv/clinic'])
  const values = [...settingsOf('TemporaryFileSystem'), ...settingsOf('InaccessiblePaths')]
  const paths = values.flatMap((value) => value.split(' ')).map((path) => path.replace(/^-|:ro$/g, ''))
  return paths.filter((path) => existsSync(path))
}

/** Whether this user may make such a file system. */
function canSandbox(): boolean {
  return spawnSync('bwrap', ['--ro-bind', '/', '/', '--unshare-user', '--cap-drop', 'ALL', 'true']).status === 0
}

/** Lets somebody accept an invitation, for which the server hashes a password. */
async function signInStatus(dataDirectory: string, desk: URL): Promise<number> {
  const database = await openDatabase(dataDirectory)
  onTestFinished(() => database.destroy())
  const account = { email: 'meera@clinic.example', name: 'Meera Invented', role: 'coordinator' } as const
  const invited = await new StaffAccounts(database, () => new Date()).invite(account, COMMAND_LINE)
  if (!invited.ok) throw new Error(invited.refusal)
  const { status } = await fetch(new URL('/api/invitations/accept', desk), {
    method: 'POST',
    headers: { 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' },
    body: JSON.stringify({ token: invited.value.token, name: account.name, password: 'a long invented password' }),
  })
  return status
}

function analyze(...parameters: string[]): { output: string; status: number | null } {
  const { stdout, stderr, status } = spawnSync('systemd-analyze', [...parameters, '--no-pager'], { encoding: 'utf8' })
  return { output: stdout + stderr, status }
}

/** The values of a setting of the unit, in order. */
function settingsOf(name: string): string[] {
  return read('deploy/clinic.service')
    .split('\n')
    .filter((line) => line.startsWith(`${name}=`))
    .map((line) => line.slice(name.length + 1))
}

/** The system calls that the unit allows, by systemd's own list of groups. */
function allowedSystemCalls(): Set<string> {
  const groups = systemCallGroups()
  const expand = (names: string[]): string[] =>
    names.flatMap((name) => (name.startsWith('@') ? expand(groups.get(name) ?? []) : name))
  const [allowed, refused] = [new Set<string>(), new Set<string>()]
  for (const filter of settingsOf('SystemCallFilter')) {
    const into = filter.startsWith('~') ? refused : allowed
    for (const name of expand(filter.replace('~', '').split(' '))) into.add(name)
  }
  for (const name of refused) allowed.delete(name)
  return allowed
}

/** Each group with the calls and groups in it. */
function systemCallGroups(): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  let members: string[] = []
  for (const line of spawnSync('systemd-analyze', ['syscall-filter', '--no-pager']).stdout.toString().split('\n')) {
    const name = line.trim()
    if (line.startsWith('@')) {
      members = []
      groups.set(name, members)
    } else if (name !== '' && !name.startsWith('#')) {
      members.push(name)
    }
  }
  return groups
}
