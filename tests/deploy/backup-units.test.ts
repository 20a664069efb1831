import { execFile, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { REQUESTS } from '../../src/cli/command-line.ts'
import { commandOf } from '../../src/cli/program.ts'
import { startMailReceiver } from '../support/mail-receiver.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { testRequiring } from '../support/test-requirements.ts'

const ROOT = join(import.meta.dirname, '../..')
const UNITS = join(ROOT, 'deploy/backup')
const names = [...readdirSync(UNITS, { recursive: true, encoding: 'utf8' }), '../clinic-alert@.service'].filter(
  (name) => /\.(?:service|timer|path)$/.test(name),
)
const read = (name: string) => readFileSync(join(UNITS, name), 'utf8')

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

/** Runs `systemd-analyze` on the units, with the directory of the code that is on this machine. */
async function analyze(command: string, ...options: string[]) {
  const directory = await temporaryDirectory()
  for (const name of names)
    await writeFile(join(directory, basename(name)), read(name).replaceAll('/srv/clinic/current', ROOT))
  // The unit that mails needs the network and the journal.
  const units = names.filter((name) => command === 'verify' || /[^@]\.service$/.test(name))
  const { status, stderr } = spawnSync(
    'systemd-analyze',
    [command, ...options, ...units.map((name) => join(directory, basename(name)))],
    { encoding: 'utf8' },
  )
  return { status, stderr }
}

testRequiring({ 'systemd-analyze': hasSystemd }, 'systemd accepts the units for backup and drill', {}, async () => {
  expect(names).toHaveLength(9)
  expect(await analyze('verify', '--man=no')).toEqual({ status: 0, stderr: '' })
})

testRequiring(
  { 'systemd-analyze': hasSystemd },
  'The services for backup and drill may do little else',
  {},
  async () => {
    // Of 100, where 100 is no restriction.
    expect(await analyze('security', '--offline=yes', '--threshold=10')).toMatchObject({ status: 0 })
  },
)

test('A unit that fails is mailed with its last lines in the journal', async () => {
  for (const name of names.filter((name) => /backup.*service|drill.*service|erasures.*service/.test(name))) {
    expect(read(name), name).toContain('\nOnFailure=clinic-alert@%N.service\n')
  }
  const [, line = ''] = /^ExecStart=\/bin\/sh -euc '(.+)'$/m.exec(read('../clinic-alert@.service')) ?? []
  // What systemd makes of it for the unit that failed.
  const script = line.replaceAll('%i', 'clinic-backup').replaceAll('$$', '$').replaceAll('\\n', '\n')
  const bin = await temporaryDirectory()
  await writeFile(join(bin, 'journalctl'), '#!/bin/sh\necho "$@"\necho "The disk is full: \\$(id)"\n', { mode: 0o755 })
  const { url, mails } = await startMailReceiver()
  const env = { PATH: `${bin}:/usr/bin:/bin`, SMTP_URL: url, ALERT_EMAIL: 'technician@clinic.example' }
  const { stdout } = await promisify(execFile)('/bin/sh', ['-euc', script], { cwd: ROOT, env })
  expect(stdout).toBe('The mail was sent.\n')
  expect(mails[0]?.header('Subject')).toBe('The unit clinic-backup failed')
  for (const text of ['--unit=clinic-backup', 'The disk is full: $(id)']) expect(mails[0]?.source).toContain(text)
})

test('The units for backup and drill run commands that exist, and each timer has its service', () => {
  const commands = names.flatMap((name) => read(name).match(/(?<=src\/cli\/requests\.ts )(?!alert).+/g) ?? [])
  expect(commands).toHaveLength(3)
  for (const command of commands) expect(commandOf(REQUESTS, command.split(' ')), command).toBeInstanceOf(Function)
  for (const name of names) expect(names).toContain(name.replace(/timer$|path$/, 'service'))
})

test('After an erasure the list beside the backups has each line of both lists, and only its owner may read it', async () => {
  const directory = await temporaryDirectory()
  const [store, backups] = [join(directory, 'store'), join(directory, 'backups')]
  await mkdir(store)
  await mkdir(backups)
  const [, script = ''] = /^ExecStart=\/bin\/sh -euc '(.+)'$/m.exec(read('clinic-erasures.service')) ?? []
  const run = () =>
    spawnSync('/bin/sh', [
      '-euc',
      `umask 077; ${script.replaceAll('/var/lib/clinic', store).replaceAll('/var/backups/clinic', backups)}`,
    ])
  const saved = join(backups, 'erasures.list')
  await writeFile(join(store, 'erasures.list'), `${'a'.repeat(64)}\n`)
  expect(run().status).toBe(0)
  expect((await stat(saved)).mode & 0o777).toBe(0o600)
  await writeFile(join(store, 'erasures.list'), `${'c'.repeat(64)}\n${'b'.repeat(64)}\n`)
  expect(run().status).toBe(0)
  expect(await readFile(saved, 'utf8')).toBe(['a', 'b', 'c'].map((line) => `${line.repeat(64)}\n`).join(''))
  expect(readdirSync(backups)).toEqual(['erasures.list'])
})
