import { execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { expect, inject } from 'vitest'
import type { Person } from '../../src/callback-request/calling/person.ts'
import { browserAt } from '../support/browser-at.ts'
import { Callers } from '../support/callers.ts'
import { newBackupKey } from '../support/deploy/backup-key.ts'
import { expectAll } from '../support/deploy/expect-all.ts'
import { leanRelease } from '../support/deploy/lean-release.ts'
import { manualOf } from '../support/deploy/manual.ts'
import { COMPILE_CACHE, canMakePrivateMachine, startPrivateMachine } from '../support/deploy/private-machine.ts'
import { freePort } from '../support/free-port.ts'
import { startMailReceiver } from '../support/mail-receiver.ts'
import { postAppointment } from '../support/post-appointment.ts'
import { PASSWORD } from '../support/staff-accounts.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { testRequiring } from '../support/test-requirements.ts'
import { startWebhookReceiver, WEBHOOK_SECRET } from '../support/webhook-receiver.ts'

const ROOT = join(import.meta.dirname, '../..')
const PAGES = ['install', 'configuration', 'routine', 'back-up-and-restore', 'upgrade', 'desk']

/**
 * With the archive of `npm run release`, two migrations in a row, and versions that do not start, one of them after a
 * change that the earlier one cannot use.
 */
const isLong = inject('soakFactor') > 1

testRequiring(
  { 'private mounts': canMakePrivateMachine() },
  'The whole life by the printed commands: install, department, requests, upgrades, way back, backup, a lost machine',
  async () => {
    const manual = Object.fromEntries(PAGES.map((page) => [page, manualOf(page)]))
    const block = (page: string, text: string) => manual[page]?.block(text) ?? []
    const directory = await temporaryDirectory()
    const first = isLong ? archiveOf(directory) : leanRelease(directory, '0.1.0')
    const second = leanRelease(directory, '0.2.0', { migrations: ['0998-invented'] })
    const mail = await startMailReceiver()
    const webhook = await startWebhookReceiver()
    const site = new URL(`http://127.0.0.1:${await freePort()}`)
    const desk = new URL(`http://127.0.0.1:${await freePort()}`)
    const settings = [
      ...[`PORT=${site.port}`, `DESK_PORT=${desk.port}`, 'PUBLIC_URL=', `SMTP_URL=${mail.url}`],
      ...['NOTIFY_EMAIL=', 'ALERT_EMAIL=technician@clinic.example', COMPILE_CACHE],
      ...[`WEBHOOK_URL=${webhook.url.href}`, `WEBHOOK_SECRET=${WEBHOOK_SECRET}`],
    ]
    const mailTo = (address: string, subject: string) =>
      mail.mails.find((mail) => mail.to.includes(address) && mail.header('Subject') === subject)

    const install = async () => {
      const machine = await startPrivateMachine()
      machine.type('clinic.env', ...settings)
      machine.type('Caddyfile')
      const output = await machine.shell(block('install', 'deploy/upgrade'), { 'clinic-0.1.0-linux-x64.tar.gz': first })
      expect(output).toContain('Version 0.1.0 runs.')
      return machine
    }
    const machine = await install()
    const { run, shell, own } = machine
    const running = async () => (await run('clinic version')).stdout.trim()

    // The first day.
    await shell(block('install', 'deploy/Caddyfile'))
    machine.type('clinic.env')
    await shell(block('configuration', 'nano'))
    expect(await shell(block('install', 'clinic desk invite'))).toContain('https://desk.clinic.example/')
    expect(mailTo('technician@clinic.example', 'A test')).toBeDefined()
    const here = { 'node_modules/.bin/node': 'cd /srv/clinic/current && node_modules/.bin/node' }
    await shell(block('install', 'check --server'), { ...here, 'https://clinic.example': site.origin })
    expect(await shell(block('upgrade', 'clinic department'))).toContain('Version 0.1.0.2 runs.')

    // Requests, from now on all the time.
    const visitors = new Callers(1, [site], 40)
    const ask = async () => ((await (await postAppointment(site)).json()) as { reference: string }).reference
    const erased = await ask()
    expect(await shell(block('routine', 'requests erase'))).toContain('Erased 1 request')
    const reference = await ask()
    expect(await shell(block('routine', 'start clinic-drill'))).toContain('The restored store is intact.')
    for (const text of ['requests outbox', '--failed']) await shell(block('routine', text))
    await shell(block('routine', 'requests resend'), { '7K3M-9RXD': reference })
    await shell([...block('routine', 'export --format csv'), `grep ${reference} requests.csv`])

    // A command as another user than the store's is refused; the unit that fails is mailed with its last lines.
    const node = 'cd /srv/clinic/current && node_modules/.bin/node --env-file=/etc/clinic.env'
    expect(await run(`${node} src/cli/requests.ts purge`)).toEqual({
      stdout: '',
      stderr: expect.stringMatching(
        /^DATA_DIR \(\/var\/lib\/clinic\) belongs to user 64998, and this is user 0: .+\n$/,
      ),
      status: 1,
    })
    expect(await run('setpriv --reuid=nobody --clear-groups clinic requests list')).toMatchObject({
      stderr: 'clinic runs as root or as clinic, not as nobody.\n',
      status: 1,
    })
    const backUp = (owner: string) => run(`chown ${owner}: /var/backups/clinic && systemctl start clinic-backup`)
    expect(await backUp('root')).toEqual({
      stderr: "EACCES: permission denied, scandir '/var/backups/clinic'\n",
      stdout: 'The mail was sent.\n',
      status: 1,
    })
    const failed = mailTo('technician@clinic.example', 'The unit clinic-backup failed')
    expect(failed?.source).toContain(site.origin)
    expect(await backUp('clinic')).toMatchObject({ status: 0 })

    // An upgrade that migrates, and the way back. The department's site stays.
    const printed = { '/root/clinic-0.2.0-linux-x64.tar.gz': second }
    expect(await shell(block('upgrade', 'clinic upgrade /root'), printed)).toMatch(/0\.2\.0\n$/)
    const page = await (await fetch(new URL('/robots.txt', site))).text()
    expect(page).toBe('plastic.surgery@fenwick.example 0.2.0')
    await shell(block('upgrade', 'clinic*.service'))
    if (isLong) {
      const migrations = ['0998-invented', '0999-invented']
      const third = leanRelease(directory, '0.3.0', { migrations })
      expect(await run(`clinic upgrade ${third}`)).toMatchObject({ stderr: '', status: 0 })
      const broken = leanRelease(directory, '0.4.0', { migrations, ends: true })
      expect(await run(`clinic upgrade ${broken}`, { CLINIC_WAIT: '20' })).toMatchObject({
        stderr: 'Version 0.4.0 did not answer: version 0.3.0 runs again.\n',
        status: 1,
      })
      expect(await running()).toBe('0.3.0')
      expect(await run('clinic upgrade --back')).toMatchObject({ stderr: '', status: 0 })
      expect(await running()).toBe('0.2.0')
    }

    // Who joins after the upgrade calls somebody, and writes a note.
    const [, token] = (await shell(['clinic desk invite nina@clinic.example --role coordinator'])).split('#')
    const nina = browserAt(() => desk)
    await nina.post('/api/invitations/accept', { token: token?.trim(), name: 'Nina Invented', password: PASSWORD })
    await nina.claim(reference, { early: true })
    await nina.post(`/api/callbacks/${reference}/outcomes`, { outcome: 'no_answer', note: 'A note of the call' })
    const written = await nina.post(`/api/callbacks/${reference}/notes`, { text: 'Another note' })
    expect(written.statusCode).toBe(201)
    const ofNina = async () => {
      const { timeline }: Pick<Person, 'timeline'> = (await nina.get(`/api/requests/${reference}`)).json()
      // Whether the window changes depends on the time of day.
      const own = timeline.filter(({ by, kind }) => by?.name === 'Nina Invented' && kind !== 'requeued')
      return own.map((entry) => (entry.kind === 'note' ? entry.text : entry.kind))
    }
    const done = ['Another note', 'tried', 'A note of the call']
    expect(await ofNina()).toEqual(done)

    // It stays where the version before could not use the store.
    const store = new SqliteFile(own('lib', 'clinic', 'requests.sqlite'))
    store.exec(`insert into kysely_migration values ('0009-later-needs-0009', '2027-01-01T00:00:00.000Z')`)
    expect(await run('clinic upgrade --back')).toMatchObject({
      stderr: expect.stringMatching(
        /\(0009-later-needs-0009\).+\nVersion 0\.1\.0\.2 cannot use .+ nothing was changed\.\n$/,
      ),
      status: 1,
    })
    expect([await running(), await nina.isSignedIn()]).toEqual(['0.2.0', true])
    store.exec(`delete from kysely_migration where name = '0009-later-needs-0009'`)
    store.close()

    expect(visitors.acknowledged.size).toBeGreaterThan(10)
    expect(await shell(block('upgrade', '--back'))).toContain('Version 0.1.0.2 runs.')
    expect(await ofNina()).toEqual(done)
    await visitors.acknowledge(1)
    await visitors.finish()
    await expectAll(visitors, machine, webhook.calls, [erased, reference])

    if (isLong) {
      const migrations = ['0998-invented', '0999-invented', '0004-invented-needs-0004']
      const broken = leanRelease(directory, '0.5.0', { migrations, ends: true })
      const { stdout, stderr } = await run(`clinic upgrade ${broken}`, { CLINIC_WAIT: '20' })
      expect(stderr).toMatch(/\nVersion 0\.5\.0 does not answer, and version 0\.1\.0\.2 cannot use the store: .+\n$/)
      const [backup = ''] = /(?<=^Backed up to ).+(?= and checked)/m.exec(stdout) ?? []
      await shell(block('back-up-and-restore', 'requests.sqlite*'), {
        'requests-20261122T023000.123Z.sqlite': basename(backup),
        'clinic requests restore': '/srv/clinic/versions/0.1.0.2/deploy/clinic requests restore',
        'systemctl start clinic': 'clinic upgrade --back',
      })
      expect(await running()).toBe('0.1.0')
      await expectAll(visitors, machine, webhook.calls, [erased, reference])
    }

    // The desk, and what the privacy officer asks for.
    expect(await shell(block('desk', 'invite meera'))).toContain('meera@clinic.example')
    for (const text of ['disable meera', 'reset meera']) await shell(block('desk', text))
    const read = (page: string) => readFileSync(join(ROOT, 'docs', page), 'utf8')
    appendFileSync(own('etc', 'clinic.env'), (read('desk.md').match(/^DESK_OIDC_.+$/gm) ?? []).join('\n'))
    await shell(block('desk', 'connect meera'))
    const forOfficer = read('privacy-officer.md').match(/(?<=`)clinic [^`…]+(?=`)/g) ?? []
    expect(forOfficer).toHaveLength(5)

    // Backups, after which somebody is erased.
    await shell(block('back-up-and-restore', 'requests drill'))
    const { recipient: PUBLIC_KEY, file } = await newBackupKey()
    const keygen = `#!/bin/sh\nif [ "$1" = -o ]; then cp ${file} "$2"; else echo ${PUBLIC_KEY}; fi\n`
    writeFileSync(own('bin', 'age-keygen'), keygen, { mode: 0o755 })
    await shell(block('back-up-and-restore', 'age-keygen -o'))
    await shell(block('back-up-and-restore', '--recipient'), {}, { PUBLIC_KEY })
    await shell(['clinic desk invite ravi@clinic.example --role coordinator'])
    const person = { 'phone P': 'phone 9876543210', EMAIL: 'ravi@clinic.example' }
    expect(await shell(forOfficer, person)).toContain('Erased 1 request')
    await shell(['systemctl start clinic-erasures', 'systemctl stop clinic'])

    // The machine is lost. Another one gets what was saved.
    const other = await install()
    for (const folder of ['clinic', 'clinic-away']) {
      const unlessHere = { recursive: true, force: false }
      cpSync(own('backups', folder), other.own('backups', 'clinic'), unlessHere)
    }
    cpSync(own('backups', 'here', 'backup.key'), other.own('backups', 'here', 'backup.key'))
    const files = readdirSync(other.own('backups', 'clinic')).toSorted()
    const newest = (ending: string) => files.findLast((file) => file.endsWith(ending)) ?? ''
    const names = {
      'requests-20261122T023000.123Z.sqlite.age': newest('.age'),
      'requests-20261122T023000.123Z.sqlite': newest('.sqlite'),
    }
    const restore = block('back-up-and-restore', 'requests.sqlite*')
    expect(await other.shell(restore, names)).toMatch(/Requests restored: \d{2,}\. Erased again .+: 1\.\n/)
    await expectAll(visitors, other, webhook.calls, [erased, reference])
    await other.shell([...restore.slice(0, 4), ...block('back-up-and-restore', 'shred')], names)
    await expectAll(visitors, other, webhook.calls, [erased, reference])

    // The certificates' commands are run by a test of their own.
    const remaining = Object.values(manual).flatMap((page) => page.remaining())
    expect(remaining.filter((command) => !/certbot|^openssl|acme|renewed|restart nginx/.test(command))).toEqual([])
  },
  { timeout: 900_000 },
)

/** The release of what is built. */
function archiveOf(directory: string): string {
  const release = [join(ROOT, 'scripts/release.ts'), directory]
  return execFileSync(process.execPath, release, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}
