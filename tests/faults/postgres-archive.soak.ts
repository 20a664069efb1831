import { execFile, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { appendFile, chown, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { Callers } from '../support/callers.ts'
import { MANY, receiveCanaries, tracesOf } from '../support/canary-requests.ts'
import { storedIn } from '../support/database/stored-in.ts'
import { run, startServer } from '../support/server-process.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { testRequiring } from '../support/test-requirements.ts'

const ROOT = join(import.meta.dirname, '../..')
const SCRIPTS = join(ROOT, 'deploy/backup/postgres')
const PROGRAMS = ['initdb', 'pg_ctl', 'pg_basebackup', 'pg_verifybackup', 'pg_archivecleanup', 'pg_amcheck', 'psql']

/** The machine's own PostgreSQL: ours has no programs for backups. */
const binaries = globSync(['/usr/lib/postgresql/*/bin', '/usr/pgsql-*/bin', '/usr/local/bin', '/usr/bin'])
  .sort()
  .reverse()
  .find((directory) => PROGRAMS.every((program) => existsSync(join(directory, program))))

/** PostgreSQL refuses root. */
const { uid, gid } = userInfo()
const OWNER = uid === 0 ? { uid: 65_534, gid: 65_534 } : { uid, gid }
const environment = {
  PATH: `${binaries}:${process.env.PATH}`,
  PGUSER: 'postgres',
  PGDATABASE: 'clinic',
  PGHOST: '127.0.0.1',
}

const needs = {
  'npm run soak': inject('soakFactor') > 1,
  'PostgreSQL with pg_basebackup': binaries !== undefined,
  'repository that all users may read': spawnSync('ls', [SCRIPTS], OWNER).status === 0,
}

/** Runs a program as PostgreSQL's user. @throws when it fails */
async function asOwner(program: string, args: string[], more: Record<string, string> = {}): Promise<string> {
  const options = { ...OWNER, cwd: '/', env: { ...environment, ...more } }
  return (await promisify(execFile)(program, args, options)).stdout
}

const script = (name: string, args: string[], more?: Record<string, string>) => asOwner(join(SCRIPTS, name), args, more)

/** Starts PostgreSQL in a data directory, on a free port below those of outgoing connections. */
async function startPostgres(data: string, configuration: string): Promise<{ port: string; url: string }> {
  const port = String(randomInt(20_000, 32_000))
  const options = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=${data} -c config_file=${configuration}`
  await asOwner('pg_ctl', [
    'start',
    '--pgdata',
    data,
    '--wait',
    '--silent',
    '--log',
    `${data}.log`,
    '--options',
    options,
  ])
  onTestFinished(
    () =>
      void spawnSync(join(binaries ?? '', 'pg_ctl'), ['stop', '--pgdata', data, '--mode=immediate'], {
        ...OWNER,
        cwd: '/',
      }),
  )
  return { port, url: `postgres://postgres@127.0.0.1:${port}/clinic` }
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client(url)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

async function ownedDirectory(): Promise<string> {
  const directory = await temporaryDirectory()
  await chown(directory, OWNER.uid, OWNER.gid)
  return directory
}

testRequiring(
  needs,
  'After the loss of the disk, PostgreSQL has every request of the archive, and those erased stay erased',
  { timeout: 300_000 },
  async () => {
    const directory = await ownedDirectory()
    const backups = await ownedDirectory()
    const archive = join(backups, 'wal')
    await mkdir(archive)
    await chown(archive, OWNER.uid, OWNER.gid)
    const primary = join(directory, 'primary')
    await asOwner('initdb', [
      '--username=postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C',
      `--pgdata=${primary}`,
    ])
    const configuration = join(primary, 'postgresql.conf')
    const deployed = (await readFile(join(SCRIPTS, 'clinic-archive.conf'), 'utf8'))
      .replace('/srv/clinic/current', ROOT)
      .replace('/var/backups/clinic-postgres', backups)
    await appendFile(configuration, deployed)
    const { port, url } = await startPostgres(primary, configuration)
    await query(url.replace(/clinic$/, 'postgres'), 'create database clinic')
    const at = { PGPORT: port }

    const { child, exited, address } = await startServer({ DATABASE_URL: url, LOG_LEVEL: 'silent' })
    const canaries = await receiveCanaries(url, 40)
    const callers = new Callers(8, [address])
    await callers.acknowledge(100)
    expect(await script('base-backup.sh', [backups, '2'], at)).toMatch(
      /^Base backup \S+ is verified\. Base backups: 1\. /,
    )
    await callers.acknowledge(100)
    // The time is known to the second, so that everything before the next second is before it.
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    const [before] = await query(url, `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US+00') as time`)
    const erased = await run('src/cli/requests.ts', ['erase', '--email', MANY], { DATABASE_URL: url })
    expect(erased).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^Erased 20 requests/) })
    await callers.acknowledge(100)

    const acknowledged = new Map(callers.acknowledged)
    const [last] = await query(url, 'select pg_walfile_name(pg_switch_wal()) as segment')
    await expect.poll(() => readdir(archive)).toContain(last?.segment)
    // Requests that come now are in no archived segment.
    await callers.acknowledge(10)
    await callers.finish()
    await script('base-backup.sh', [backups, '2'], at)
    const list = join(backups, 'erasures.csv')
    expect(await readFile(list, 'utf8')).toMatch(/^(?:[0-9a-f]{64}\n){20}$/)

    const TMPDIR = await ownedDirectory()
    const REQUESTS = `${process.execPath} ${join(ROOT, 'src/cli/requests.ts')}`
    const drill = (...args: string[]) => script('drill.sh', [backups, ...args], { ...at, TMPDIR, REQUESTS })
    const report = await drill(url)
    expect(report).toMatch(
      /^Restored \S+ with the archive up to the transaction of \S+\. The restored database is intact\.\n/,
    )
    expect(report).toContain(
      `callback_requests: ${callers.acknowledged.size + 20} restored, ${callers.acknowledged.size + 20} now\n`,
    )
    expect(report).toMatch(
      /All \d+ requests of the live database from before are restored, unchanged, and none that was erased\.\n$/,
    )
    expect(tracesOf(canaries, report)).toEqual([])
    expect(await readdir(TMPDIR)).toEqual([])
    // Somebody whom only the live database has erased.
    await query(url, `delete from callback_requests where phone = '7123400001'`)
    await expect(drill(url)).rejects.toThrow(/1 erased requests come back: .+ is not the latest erasure list/)
    expect(await readdir(TMPDIR)).toEqual([])

    child.kill('SIGTERM')
    await exited
    await asOwner('pg_ctl', ['stop', '--pgdata', primary, '--mode=immediate', '--silent'])
    await rm(primary, { recursive: true })

    const restored = join(directory, 'restored')
    await script('restore.sh', [backups, restored])
    const now = await startPostgres(restored, join(restored, 'postgresql.conf'))
    const isRecovering = async () => (await query(now.url, 'select pg_is_in_recovery() as recovering'))[0]?.recovering
    await expect.poll(isRecovering, { timeout: 60_000 }).toBe(false)
    const stored = await storedIn(now.url)
    const references = new Map(stored.map(({ name, reference }) => [name, reference]))
    expect([...acknowledged].filter(([name, reference]) => references.get(name) !== reference)).toEqual([])
    expect(new Set(stored.map(({ name }) => name)).size).toBe(stored.length)
    expect(stored.map(({ email }) => email)).not.toContain(MANY)

    const earlier = join(directory, 'earlier')
    await script('restore.sh', [backups, earlier, String(before?.time)])
    const then = await startPostgres(earlier, join(earlier, 'postgresql.conf'))
    const emails = async () => (await storedIn(then.url)).map(({ email }) => email)
    await script('apply-erasures.sh', [then.url, list])
    expect((await emails()).filter((email) => email === MANY)).toHaveLength(20)
    const purged = await run('src/cli/requests.ts', ['purge'], { DATABASE_URL: then.url, RETENTION_DAYS: '36500' })
    expect(purged.stdout).toMatch(/^Erased 20 requests again because of the erasure list\.\n/)
    expect(await emails()).not.toContain(MANY)

    const segments = await readdir(archive)
    expect(await script('base-backup.sh', [backups, '1'], { PGPORT: now.port })).toContain('Base backups: 1.')
    expect((await readdir(backups)).sort()).toEqual([
      expect.stringMatching(/^base-\d{8}T\d{6}Z$/),
      'erasures.csv',
      'wal',
    ])
    expect((await readdir(archive)).filter((name) => segments.includes(name)).length).toBeLessThan(segments.length)
    expect(await readFile(list, 'utf8')).toMatch(/^(?:[0-9a-f]{64}\n){20}$/)
  },
)

test('A segment is archived once, under its name, and no other replaces it', async () => {
  const directory = await temporaryDirectory()
  const archive = join(directory, 'wal')
  await mkdir(archive)
  const segment = join(directory, 'segment')
  await writeFile(segment, 'a segment')
  const put = () =>
    spawnSync(join(SCRIPTS, 'archive-wal.sh'), [archive, segment, '000000010000000000000001'], { encoding: 'utf8' })
  expect(put().status).toBe(0)
  expect(put().status).toBe(0)
  await writeFile(segment, 'another')
  expect(put()).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^\S+ exists and is another segment: [^\n]+\n$/),
  })
  expect(await readdir(archive)).toEqual(['000000010000000000000001'])
  expect(await readFile(join(archive, '000000010000000000000001'), 'utf8')).toBe('a segment')
})
