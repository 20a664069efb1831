import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { startMailReceiver } from '../support/mail-receiver.ts'
import { postAppointment } from '../support/post-appointment.ts'
import { startServer } from '../support/server-process.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { testRequiring } from '../support/test-requirements.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const SYSTEMD_ANALYZE = { 'systemd-analyze': spawnSync('systemd-analyze', ['--version']).status === 0 }

/** Where the unit expects the product and its store. */
const PRODUCT = '/srv/clinic/current'
const STORE = '/var/lib/clinic'

/** Of systemd's scale from 0 to 10, times 10: 11 today. A service without any of these settings has 96. */
const MAX_EXPOSURE = 15

testRequiring(SYSTEMD_ANALYZE, 'systemd finds no fault with any unit, and rates each as little exposed', async () => {
  const directory = await temporaryDirectory()
  const files = globSync('deploy/**/*.{service,timer,path}', { cwd: ROOT })
  expect(files).toHaveLength(10)
  const units = files.map((file) => join(directory, basename(file)))
  for (const [index, unit] of units.entries()) await writeFile(unit, read(files[index] ?? '').replaceAll(PRODUCT, ROOT))
  expect(analyze('verify', '--man=no', ...units)).toEqual({ output: '', status: 0 })

  const security = ['security', '--offline=true', `--threshold=${MAX_EXPOSURE}`]
  const services = units.filter((unit) => /[^@]\.service$/.test(unit))
  expect(analyze(...security, ...services)).toMatchObject({ status: 0 })
  for (const service of services)
    expect(readFileSync(service, 'utf8')).toContain('\nOnFailure=clinic-alert@%N.service\n')
})

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
  { ...SYSTEMD_ANALYZE, strace: spawnSync('strace', ['-V']).status === 0 },
  'The server asks the kernel for nothing that the unit refuses, and writes into its store alone',
  async () => {
    const [store, trace] = [await temporaryDirectory(), join(await temporaryDirectory(), 'trace')]
    const mail = await startMailReceiver()
    const [, ...options] = settingsOf('ExecStart').join().split(' ')
    const environment = {
      ...parseEnv([read('deploy/clinic.env'), ...settingsOf('Environment')].join('\n')),
      ...{ PORT: '0', DESK_PORT: '0', DATA_DIR: store, NODE_COMPILE_CACHE: '' },
      ...{ SMTP_URL: mail.url, NOTIFY_EMAIL: 'desk@clinic.example' },
    } as Record<string, string>
    const server = await startServer(environment, ['strace', '-D', '-f', '-o', trace], options.slice(0, -1))

    expect((await postAppointment(server.address)).status).toBe(201)
    await expect.poll(() => mail.mails).toHaveLength(1)
    // It hashes the password although nobody has it.
    const signIn = { email: 'nobody@clinic.example', password: 'an invented password' }
    const headers = { 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' }
    const tried = await fetch(`${server.desk}/api/sign-in`, { method: 'POST', headers, body: JSON.stringify(signIn) })
    expect(tried.status).toBe(401)
    await server.stop()

    const calls = readFileSync(trace, 'utf8')
    const used = new Set(calls.match(/(?<=^\d+ +)\w+(?=\()/gm))
    expect(used.size).toBeGreaterThan(50)
    const allowed = allowedSystemCalls()
    if (process.getuid?.() === 0) allowed.add('fchown') // SQLite calls it as root alone
    expect([...used].filter((call) => !allowed.has(call))).toEqual([])
    const families = new Set(calls.match(/(?<=socket\()AF_\w+/g))
    const allowedFamilies = settingsOf('RestrictAddressFamilies').flatMap((value) => value.split(' '))
    expect([...families].filter((family) => !allowedFamilies.includes(family))).toEqual([])
    // MemoryDenyWriteExecute would refuse this.
    expect(calls).toMatch(/(mmap|mprotect)\(.*PROT_WRITE\|PROT_EXEC/)
    expect(settingsOf('MemoryDenyWriteExecute')).toEqual([])
    const written = Array.from(
      calls.matchAll(/open\w*\([^"]*"([^"]+)", \S*O_(?:WRONLY|RDWR)/g),
      ([, file = '']) => file,
    )
    expect(written).toContain(join(store, 'requests.sqlite'))
    expect(written.filter((file) => !file.startsWith(store) && file !== '/dev/null')).toEqual([])
  },
)

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
  const [allowed = '', refused = ''] = settingsOf('SystemCallFilter')
  const removed = refused.replace('~', '').split(' ').flatMap(callsIn)
  return new Set(callsIn(allowed).filter((call) => !removed.includes(call)))
}

function callsIn(group: string): string[] {
  const { stdout } = spawnSync('systemd-analyze', ['syscall-filter', '--no-pager', group], { encoding: 'utf8' })
  const members = stdout.split('\n').map((line) => line.trim())
  return members
    .filter((name) => name !== '' && name !== group && !name.startsWith('#'))
    .flatMap((name) => (name.startsWith('@') ? callsIn(name) : name))
}
