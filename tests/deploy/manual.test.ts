import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { leanRelease } from '../support/deploy/lean-release.ts'
import { manualOf } from '../support/deploy/manual.ts'
import { canMakePrivateMachine, startPrivateMachine } from '../support/deploy/private-machine.ts'
import { freePort } from '../support/free-port.ts'
import { startMailReceiver } from '../support/mail-receiver.ts'
import { postAppointment } from '../support/post-appointment.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { testRequiring } from '../support/test-requirements.ts'

const ROOT = join(import.meta.dirname, '../..')
const LIMITS = { timeout: 900_000 }

/** Where the technician is, and where the manual's archives are. */
const HERE = '/var/backups/here'

/** In place of what a test cannot run. `systemctl` needs the units that it is to enable or start. */
const STAND_INS = {
  // The private machine has the user.
  adduser: 'getent passwd clinic',
  'apt-get': 'mkdir -p /etc/caddy',
  // The lines that a person would write, at the end of the file, where they count.
  nano: `cat "${HERE}/lines-of-$(basename "$1")" >>"$1"`,
  journalctl: 'cat /var/backups/log',
  systemctl: `
run() {
  sed -n 's/^ExecStart=//p' "/etc/systemd/system/$1.service" | sed 's# # --env-file=/etc/clinic.env #' >/var/backups/run
  cd /srv/clinic/current
  setpriv --reuid=clinic --regid=clinic --init-groups env -i PATH=/usr/bin:/bin sh -eu </var/backups/run
}
case "$*" in
  'start clinic') start-clinic ;;
  'stop clinic') stop-clinic ;;
  'restart clinic') stop-clinic; start-clinic ;;
  'start clinic-backup' | 'start clinic-drill') run "$2" ;;
  'enable clinic') test -f /etc/systemd/system/clinic.service ;;
  'enable --now '*) shift 2; for unit; do test -f "/etc/systemd/system/$unit"; done ;;
  'reload caddy') test -f /etc/caddy/Caddyfile ;;
  *nftables) test -f /etc/nftables.conf ;;
  daemon-reload | 'restart systemd-journald' | list-timers | --failed) ;;
  *) echo "systemctl $*?" >&2; exit 1 ;;
esac`,
}

/** Where the machine has no age. */
const AGE_KEYGEN = `#!${process.execPath}
const { readFileSync, writeFileSync } = require('node:fs')
const { generateX25519Identity, identityToRecipient } = require('${ROOT}/node_modules/age-encryption')
const [option, file] = process.argv.slice(2)
const make = async () => writeFileSync(file, await generateX25519Identity() + '\\n')
const show = async () => console.log(await identityToRecipient(readFileSync(file, 'utf8').trim()))
void (option === '-o' ? make() : show())
`

testRequiring(
  { 'private mounts': canMakePrivateMachine() },
  'Every command that the manual prints does what it says: install, first day, backups, upgrade, desk, a new machine',
  LIMITS,
  async () => {
    const pages = Object.fromEntries(
      ['install', 'configuration', 'routine', 'back-up-and-restore', 'upgrade', 'desk'].map((page) => [
        page,
        manualOf(page),
      ]),
    )
    const block = (page: string, text: string) => pages[page]?.block(text) ?? []
    const directory = await temporaryDirectory()
    const releases = ['0.1.0', '0.2.0'].map((version) => leanRelease(directory, version))
    const mail = await startMailReceiver()
    const [port, deskPort] = [await freePort(), await freePort()]
    const site = new URL(`http://127.0.0.1:${port}`)
    const lines = [`PORT=${port}`, `DESK_PORT=${deskPort}`, 'PUBLIC_URL=', `SMTP_URL=${mail.url}`]
    const addresses = ['NOTIFY_EMAIL=department@clinic.example', 'ALERT_EMAIL=technician@clinic.example']

    /** A machine with a private copy of what the manual's commands change. */
    const startMachine = async () => {
      const { run, own } = await startPrivateMachine({})
      mkdirSync(own('backups', 'here'))
      writeFileSync(own('backups', 'here', 'lines-of-clinic.env'), [...lines, ...addresses, ''].join('\n'))
      writeFileSync(own('backups', 'here', 'lines-of-Caddyfile'), '')
      for (const [name, script] of Object.entries(STAND_INS)) {
        writeFileSync(own('bin', name), `#!/bin/sh\nset -eu\n${script}\n`, { mode: 0o755 })
      }
      if (spawnSync('age-keygen', ['--version']).error) {
        writeFileSync(own('bin', 'age-keygen'), AGE_KEYGEN, { mode: 0o755 })
      }
      /** Runs commands, of which each must succeed, with values in place of the printed examples. */
      const shell = async (commands: string[], values: Record<string, string> = {}, variables = {}) => {
        let output = ''
        for (const printed of commands) {
          let command = printed
          for (const [example, value] of Object.entries(values)) command = command.replaceAll(example, value)
          const once = () => run(`cd ${HERE} && ${command}`, variables)
          // After a start, the server needs a moment until it answers.
          if (/requests check\b/.test(command))
            await expect.poll(once, { timeout: 60_000 }).toMatchObject({ status: 0 })
          const { stdout, stderr, status } = await once()
          expect(status, `${command}\n${stdout}${stderr}`).toBe(0)
          output += stdout
        }
        return output
      }
      return { shell, own }
    }

    const machine = await startMachine()
    const install = block('install', 'deploy/upgrade')
    const archive = { 'clinic-0.1.0-linux-x64.tar.gz': String(releases[0]) }
    expect(await machine.shell(install, archive)).toContain('Version 0.1.0 runs.')
    await machine.shell(block('install', 'deploy/Caddyfile'))
    await machine.shell(block('configuration', 'nano'))
    expect(await machine.shell(block('install', 'clinic desk invite'))).toContain('https://desk.clinic.example/')
    expect(mail.mails.at(-1)).toMatchObject({ to: ['technician@clinic.example'] })
    const current = { 'node_modules/.bin/node': 'cd /srv/clinic/current && node_modules/.bin/node' }
    await machine.shell(block('install', 'check --server'), { ...current, 'https://clinic.example': site.origin })

    expect((await postAppointment(site, { phone: '9876543210' })).status).toBe(201)
    expect(await machine.shell(block('routine', 'requests erase'))).toContain('Erased 1 request')
    const { reference } = (await (await postAppointment(site)).json()) as { reference: string }
    expect(await machine.shell(block('routine', 'start clinic-drill'))).toContain('The restored store is intact.')
    await machine.shell(block('routine', 'requests outbox'))
    await machine.shell(block('routine', '--failed'))
    await machine.shell(block('routine', 'requests resend'), { '7K3M-9RXD': reference })
    await machine.shell([...block('routine', 'export --format csv'), `grep ${reference} requests.csv`])

    await machine.shell(block('back-up-and-restore', 'requests drill'))
    await machine.shell(block('back-up-and-restore', 'age-keygen -o'))
    const PUBLIC_KEY = (await machine.shell(['age-keygen -y backup.key'])).trim()
    await machine.shell(block('back-up-and-restore', '--recipient'), {}, { PUBLIC_KEY })

    const second = { '/root/clinic-0.2.0-linux-x64.tar.gz': String(releases[1]) }
    expect(await machine.shell(block('upgrade', 'clinic upgrade /root'), second)).toMatch(/0\.2\.0\n$/)
    await machine.shell(block('upgrade', 'clinic*.service'))
    expect(await machine.shell(block('upgrade', '--back'))).toContain('Version 0.1.0 runs.')
    expect(await machine.shell(block('upgrade', 'clinic department'))).toContain('Version 0.1.0.2 runs.')

    expect(await machine.shell(block('desk', 'invite meera'))).toContain('meera@clinic.example')
    for (const text of ['disable meera', 'reset meera']) await machine.shell(block('desk', text))
    // The printed settings of the hospital's sign-in are needed to connect an account.
    const settings = readFileSync(join(ROOT, 'docs/desk.md'), 'utf8').match(/^DESK_OIDC_.+$/gm) ?? []
    appendFileSync(machine.own('etc', 'clinic.env'), settings.join('\n'))
    await machine.shell(block('desk', 'connect meera'))
    const inText = readFileSync(join(ROOT, 'docs/privacy-officer.md'), 'utf8').match(/(?<=`)clinic [^`…]+(?=`)/g) ?? []
    expect(inText).toHaveLength(5)
    const person = { 'phone P': 'phone 9876543210', EMAIL: 'ravi@clinic.example' }
    await machine.shell(['clinic desk invite ravi@clinic.example --role coordinator'])
    expect(await machine.shell(inText, person)).toContain('Erased')
    await machine.shell(['systemctl stop clinic'])

    // The machine is lost. Another one gets what was saved.
    const other = await startMachine()
    cpSync(machine.own('backups', 'clinic'), other.own('backups', 'clinic'), { recursive: true })
    cpSync(machine.own('backups', 'clinic-away'), other.own('backups', 'clinic'), { recursive: true })
    cpSync(machine.own('backups', 'here', 'backup.key'), other.own('backups', 'here', 'backup.key'))
    const files = readdirSync(other.own('backups', 'clinic')).toSorted()
    const [plain = '', encrypted = ''] = ['.sqlite', '.age'].map((ending) =>
      files.findLast((file) => file.endsWith(ending)),
    )
    const names = {
      'requests-20261122T023000.123Z.sqlite.age': encrypted,
      'requests-20261122T023000.123Z.sqlite': plain,
    }
    await other.shell(install, archive)
    const restore = block('back-up-and-restore', 'requests.sqlite*')
    expect(await other.shell(restore, names)).toContain('Requests restored: 1.')
    expect(await other.shell(['clinic requests list'])).toContain(reference)
    await other.shell(restore.slice(0, 4))
    const decrypt = block('back-up-and-restore', 'shred')
    expect(await other.shell(decrypt, names)).toContain('Requests restored: 1.')

    // The certificates' commands are run by a test of their own.
    const remaining = Object.values(pages).flatMap((page) => page.remaining())
    expect(remaining.filter((command) => !/certbot|^openssl|acme|renewed|restart nginx/.test(command))).toEqual([])
  },
)
