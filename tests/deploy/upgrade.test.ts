import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, inject, onTestFinished } from 'vitest'
import { replicatingPostgres } from '../support/database/postgres-binaries.ts'
import { PostgresServer } from '../support/database/postgres-server.ts'
import { BUILD, FOR_BUILDING, leanRelease } from '../support/deploy/lean-release.ts'
import { canMakePrivateMachine, startPrivateMachine } from '../support/deploy/private-machine.ts'
import { freePort } from '../support/free-port.ts'
import { postAppointment } from '../support/post-appointment.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { testRequiring } from '../support/test-requirements.ts'
import { startWebhookReceiver, WEBHOOK_SECRET } from '../support/webhook-receiver.ts'

const ROOT = join(import.meta.dirname, '../..')
const LIMITS = { timeout: 600_000 }

/** With the archive of `npm run release`, three later versions, and five times in a row there and back. */
const isLong = inject('soakFactor') > 1

/** Repeats requests until it is ended, and knows which were acknowledged. */
function keepAsking(site: URL) {
  const acknowledged: string[] = []
  const ending = new AbortController()
  const ask = async () => {
    for (let number = 0; !ending.signal.aborted; number++) {
      const phone = `98${String(number).padStart(8, '0')}`
      const response = await postAppointment(site, { phone }).catch(() => undefined)
      if (response?.status === 201) acknowledged.push(((await response.json()) as { reference: string }).reference)
      await delay(40)
    }
  }
  const asking = ask()
  const end = () => {
    ending.abort()
    return asking
  }
  onTestFinished(end)
  return { acknowledged, end }
}

testRequiring(
  { 'private mounts': canMakePrivateMachine() },
  'Versions are installed, upgraded and taken back while requests arrive: none is lost, and nobody is notified twice',
  LIMITS,
  async () => {
    const { site, webhook, firstArchive, unpacked, machine } = await startMachine({})
    const { run, upgrade, running, goTo, goBack } = machine
    const second = laterVersion(unpacked, '0.2.0', 'with a migration')

    expect(await run(`${join(unpacked, 'deploy/upgrade')} ${firstArchive}`)).toMatchObject({ status: 0 })
    expect(await running()).toBe('0.1.0')
    const visitors = keepAsking(site)

    const asRoot =
      'cd /srv/clinic/current && node_modules/.bin/node --env-file=/etc/clinic.env src/cli/requests.ts purge'
    expect(await run(asRoot)).toEqual({
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
    expect(await run('clinic requests check')).toMatchObject({ stderr: '', status: 0 })

    await goTo('0.2.0', second)
    if (isLong) {
      await goTo('0.3.0', laterVersion(unpacked, '0.3.0', 'with a migration'))
      const broken = laterVersion(unpacked, '0.4.0', 'with two migrations, and ends')
      expect(await upgrade(broken, { CLINIC_WAIT: '20' })).toMatchObject({
        stderr: 'Version 0.4.0 did not answer: version 0.3.0 runs again.\n',
        status: 1,
      })
      expect(await running()).toBe('0.3.0')
      await goBack('0.2.0')
    }
    const early = [...visitors.acknowledged]
    await goBack('0.1.0')
    for (let time = 0; isLong && time < 5; time++) {
      await goTo('0.2.0', second)
      await goBack('0.1.0')
    }
    await visitors.end()
    expect(early.length).toBeGreaterThan(10)
    expect(visitors.acknowledged.length).toBeGreaterThan(early.length)

    await expectAll(visitors.acknowledged, machine, webhook)
  },
)

testRequiring(
  {
    'private mounts': canMakePrivateMachine(),
    'time for a second database (npm run soak has it)': isLong,
    'PostgreSQL with its programs': replicatingPostgres() !== undefined,
  },
  'On PostgreSQL, too, a migration is taken back with a backup, the requests since, and the latest erasures',
  LIMITS,
  async () => {
    const postgres = new PostgresServer([], { binaries: replicatingPostgres() })
    await postgres.create()
    onTestFinished(() => postgres.remove())
    await postgres.administer("create role clinic login password 'p:w/d'", 'create database clinic owner clinic')
    const address = new URL(postgres.address('clinic'))
    Object.assign(address, { username: 'clinic', password: 'p:w/d' })
    const { site, webhook, firstArchive, unpacked, machine } = await startMachine({ DATABASE_URL: address.href })
    const { run, own, upgrade, running, goTo, goBack } = machine
    const second = laterVersion(unpacked, '0.2.0', 'with a migration')

    expect(await run(`${join(unpacked, 'deploy/upgrade')} ${firstArchive}`)).toMatchObject({ status: 0 })
    const visitors = keepAsking(site)
    await expect.poll(() => visitors.acknowledged.length).toBeGreaterThan(10)
    const [erased = ''] = visitors.acknowledged

    writeFileSync(own('bin', 'pg_dump'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
    expect(await upgrade(second)).toMatchObject({
      stderr:
        'Install the pg_dump of your PostgreSQL, or make a backup and repeat this with CLINIC_BACKED_UP=yes: nothing was changed.\n',
      status: 1,
    })
    expect(await running()).toBe('0.1.0')
    rmSync(own('bin', 'pg_dump'))

    for (let time = 0; time < 2; time++) {
      await goTo('0.2.0', second)
      expect(await run(`clinic requests erase --reference ${erased}`)).toMatchObject({ status: 0 })
      const otherInstance = new Client(address.href)
      await otherInstance.connect()
      expect(await upgrade('--back')).toMatchObject({
        stdout: expect.stringContaining('Other instances use the database: stop them'),
        status: 1,
      })
      expect(await running()).toBe('0.2.0')
      await otherInstance.end()
      await goBack('0.1.0')
    }
    await visitors.end()
    await expectAll(visitors.acknowledged, machine, webhook, [erased])
  },
)

/** A private machine with its site, on which nothing is installed yet, and what arrives at its webhook. */
async function startMachine(store: { DATABASE_URL?: string }) {
  const directory = await temporaryDirectory()
  const firstArchive = isLong ? archiveOf(directory) : leanRelease(directory, '0.1.0')
  const webhook = await startWebhookReceiver()
  const site = new URL(`http://127.0.0.1:${await freePort()}`)
  const { run, own } = await startPrivateMachine({
    DATA_DIR: '/var/lib/clinic',
    CONTENT_DIR: '/srv/clinic-content',
    PORT: site.port,
    WEBHOOK_URL: webhook.url.href,
    WEBHOOK_SECRET,
    ...store,
  })
  cpSync(join(ROOT, 'content'), own('srv', 'clinic-content'), { recursive: true })
  const unpacked = join(directory, 'unpacked')
  mkdirSync(unpacked)
  execFileSync('tar', ['--extract', `--file=${firstArchive}`, `--directory=${unpacked}`, '--strip-components=1'])

  const upgrade = (what: string, variables = {}) => run(`clinic upgrade ${what}`, variables)
  const running = async () => (await run('clinic version')).stdout.trim()
  const goTo = async (version: string, archive: string) => {
    expect(await upgrade(archive)).toMatchObject({ stderr: '', status: 0 })
    expect(await running()).toBe(version)
    expect(await (await fetch(new URL('/robots.txt', site))).text()).toBe(`Sample Hospital ${version}`)
  }
  const goBack = async (version: string) => {
    expect(await upgrade('--back')).toMatchObject({ stderr: '', status: 0 })
    expect(await running()).toBe(version)
  }
  return { site, webhook, firstArchive, unpacked, machine: { run, own, upgrade, running, goTo, goBack } }
}

/** Expects each acknowledged request once in the store, but for those erased, and one notification of each. */
async function expectAll(
  acknowledged: string[],
  { run }: Awaited<ReturnType<typeof startMachine>>['machine'],
  webhook: Awaited<ReturnType<typeof startWebhookReceiver>>,
  erased: string[] = [],
) {
  const { stdout } = await run('clinic requests export --format json')
  const stored: string[] = JSON.parse(stdout).map(({ reference }: { reference: string }) => reference)
  expect(new Set(stored).size).toBe(stored.length)
  expect(stored).toEqual(expect.arrayContaining(acknowledged.filter((reference) => !erased.includes(reference))))
  expect(stored.filter((reference) => erased.includes(reference))).toEqual([])
  const notified = () => webhook.calls.map(({ body }) => JSON.parse(body).reference).toSorted()
  await expect.poll(notified, { timeout: 30_000 }).toEqual([...stored, ...erased].toSorted())
}

/** The release of what is built. */
function archiveOf(directory: string): string {
  const release = [join(ROOT, 'scripts/release.ts'), directory]
  return execFileSync(process.execPath, release, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}

/** Another version, as far as these tests can tell: its number, its migrations, and whether its server ends at its start. */
function laterVersion(first: string, version: string, kind: string): string {
  const folder = join(first, '..', version)
  execFileSync('cp', ['-al', first, folder])
  const edit = (file: string, change: (text: string) => string) => {
    const text = readFileSync(join(folder, file), 'utf8')
    expect(change(text)).not.toBe(text)
    rmSync(join(folder, file))
    writeFileSync(join(folder, file), change(text))
  }
  edit('package.json', (text) => text.replace(/"version": ".+"/, `"version": "${version}"`))
  if (isLong) edit('scripts/build.ts', () => BUILD)
  const table = (name: string) => `db.schema.createTable("${name}").addColumn("id", "text").execute()`
  const more = ['0002-invented', ...(kind.includes('two') ? ['0003-invented'] : [])]
  const migrations = more.map((name) => `"${name}": { up: (db) => ${table(name)} }, `).join('')
  const [built = ''] = globSync('dist/server/**/*.js', { cwd: folder }).filter((file) =>
    readFileSync(join(folder, file), 'utf8').includes('"0001-first": {'),
  )
  edit(built, (text) => text.replace('"0001-first": {', `${migrations}"0001-first": {`))
  edit('src/server/storage/database/migrate.ts', (text) =>
    text.replace("'0001-first': {", `${migrations.replaceAll('(db)', '(db: Kysely<unknown>)')}'0001-first': {`),
  )
  if (kind.includes('ends')) {
    edit('dist/server/main.js', (text) =>
      text.replace('var address = await listen', 'process.exit(1);\nvar address = await listen'),
    )
  }
  const archive = `${folder}.tar`
  const without = FOR_BUILDING.map((name) => `--exclude=node_modules/${name}`)
  execFileSync('tar', ['--create', `--file=${archive}`, `--directory=${join(folder, '..')}`, ...without, version])
  rmSync(folder, { recursive: true })
  return archive
}
