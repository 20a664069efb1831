import { spawnSync } from 'node:child_process'
import { copyFile, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bytesIn } from '../../../tests/support/bytes-in.ts'
import { Callers } from '../../../tests/support/callers.ts'
import { MANY, receiveCanaries } from '../../../tests/support/canary-requests.ts'
import { runHere } from '../../../tests/support/commands.ts'
import { openedDatabase } from '../../../tests/support/database/opened-database.ts'
import { canMount, smallDisk } from '../../../tests/support/database/small-disk.ts'
import { storedIn } from '../../../tests/support/database/stored-in.ts'
import { newBackupKey } from '../../../tests/support/deploy/backup-key.ts'
import { run, startServer } from '../../../tests/support/server-process.ts'
import { temporaryDirectory } from '../../../tests/support/temporary-directory.ts'
import { testRequiring } from '../../../tests/support/test-requirements.ts'
import { Erasures } from '../../server/storage/erasure.ts'
import { ErasureList } from '../../server/storage/erasure-list.ts'
import { REQUESTS } from '../requests.ts'
import { backUpInto, backupsIn } from './make-backup.ts'

const hasStrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0
const requests = (DATA_DIR: string, ...args: string[]) => runHere(REQUESTS, args, { DATA_DIR })
const modeOf = async (file: string) => (await stat(file)).mode & 0o777

/** Opens a store with some requests, to be backed up at instants of our own. */
async function store(count = 4) {
  const [dataDirectory, directory] = [await temporaryDirectory(), await temporaryDirectory()]
  await receiveCanaries(dataDirectory, count)
  const database = await openedDatabase(dataDirectory)
  const backUp = (instant: string, keep = 2) =>
    backUpInto(directory, { database, dataDirectory, keep, now: new Date(instant) })
  return { dataDirectory, directory, database, backUp, names: async () => (await readdir(directory)).sort() }
}

test('A backup beside a server under load is a consistent copy that only its owner can read; it replaces no file', async () => {
  const { address, dataDirectory: DATA_DIR } = await startServer({ LOG_LEVEL: 'silent' })
  const callers = new Callers(8, [address])
  await callers.acknowledge(20)
  const acknowledgedBefore = [...callers.acknowledged.values()]
  const directory = await temporaryDirectory()
  const file = join(directory, 'monday.sqlite')
  const ended = await requests(DATA_DIR, 'backup', file)
  await callers.finish()

  const list = join(DATA_DIR, 'erasures.list')
  const stdout = `Backed up to ${file} and checked the copy. To restore it you also need the latest ${list}.\n`
  expect(ended).toEqual({ stdout, stderr: '', exitCode: 0 })
  expect([...callers.statuses]).toEqual([201])
  expect(await readdir(directory)).toEqual(['monday.sqlite'])
  expect(await modeOf(file)).toBe(0o600)
  const elsewhere = await temporaryDirectory()
  expect(await requests(elsewhere, 'restore', file, '--erasures', list)).toMatchObject({ exitCode: 0 })
  const restored = await storedIn(elsewhere)
  expect(restored.map(({ reference }) => reference)).toEqual(expect.arrayContaining(acknowledgedBefore))
  expect(await storedIn(DATA_DIR)).toEqual(expect.arrayContaining(restored))

  const bytes = await readFile(file)
  const stderr = `${file} already exists: choose another name.\n`
  expect(await requests(DATA_DIR, 'backup', file)).toEqual({ stdout: '', stderr, exitCode: 1 })
  expect((await readFile(file)).equals(bytes)).toBe(true)
})

test('Each backup has its own instant as name, and the erasure list is beside it; an encrypted one shows nothing', async () => {
  const { dataDirectory: DATA_DIR, directory } = await store()
  const { recipient } = await newBackupKey()
  const plain = await requests(DATA_DIR, 'backup', directory, '--keep', '3')
  const [, name = ''] = (await readdir(directory)).sort()
  expect(plain).toEqual({
    stdout: `Backed up to ${join(directory, name)} and checked the copy. Requests: 4. Older backups deleted: 0.
The erasure list is saved in ${join(directory, 'erasures.list')}. To restore a backup you need it, or a later one.\n`,
    stderr: '',
    exitCode: 0,
  })
  expect(name).toMatch(/^requests-\d{8}T\d{6}\.\d{3}Z\.sqlite$/)
  for (const file of [name, 'erasures.list']) expect(await modeOf(join(directory, file))).toBe(0o600)

  const away = await temporaryDirectory()
  const encrypt = (key: string) => requests(DATA_DIR, 'backup', away, '--keep', '3', '--recipient', key)
  const swapped = recipient.replace(/(.)(.)$/, (_, a, b) => (a === b ? 'qp' : `${b}${a}`))
  expect(await encrypt(swapped)).toMatchObject({ stderr: `${swapped} is not a key of age: copy it again.\n` })
  expect(await readdir(away)).toEqual([])
  expect(await encrypt(recipient)).toMatchObject({ exitCode: 0 })
  const [, encrypted = ''] = (await readdir(away)).sort()
  expect(encrypted).toMatch(/^requests-\d{8}T\d{6}\.\d{3}Z\.sqlite\.age$/)
  expect(await modeOf(join(away, encrypted))).toBe(0o600)
  expect(bytesIn(away)).not.toContain('canary')
  expect((await readdir(DATA_DIR)).filter((file) => file.startsWith('backing-up'))).toEqual([])
})

test('Only the oldest backups are deleted, no other file, and only after a backup that succeeded, whatever the clock says', async () => {
  const { directory, backUp, names } = await store()
  const others = ['requests-20260101T000000.000Z.sqlite.old', 'requests-2026.sqlite', 'monday.sqlite', '.hidden']
  for (const name of others) {
    await writeFile(join(directory, name), '')
    await utimes(join(directory, name), 0, 0)
  }
  for (const day of ['01', '02', '03']) await backUp(`2026-11-${day}T02:30:00.000Z`)
  const kept = ['requests-20261102T023000.000Z.sqlite', 'requests-20261103T023000.000Z.sqlite']
  const all = [...others, ...kept, 'erasures.list'].sort()
  expect(await names()).toEqual(all)

  await expect(backUp('2026-11-03T02:30:00.000Z')).rejects.toThrow('already exists')
  expect(await names()).toEqual(all)
  expect(await backUp('2026-11-04T02:30:00.000Z', 1)).toMatchObject({ requests: 4, deleted: 2 })
  // A wrong clock dates this one before all others.
  await backUp('1970-01-01T00:00:10.000Z', 2)
  const instants = (await backupsIn(directory)).map((path) => path.slice(-27, -7)).sort()
  expect(instants).toEqual(['19700101T000010.000Z', '20261104T023000.000Z'])
})

test('The saved list loses no line, even when the store loses its own', async () => {
  const { dataDirectory, directory, database, backUp } = await store()
  const list = join(dataDirectory, 'erasures.list')
  const saved = () => readFile(join(directory, 'erasures.list'), 'utf8')
  await new Erasures(database, new ErasureList(list)).erase({ email: MANY })
  await backUp('2026-11-01T02:30:00.000Z')
  const lines = await readFile(list, 'utf8')
  expect(lines).toMatch(/^(?:[0-9a-f]{64}\n){2}$/)
  expect(await saved()).toBe(lines)
  await rm(list)
  await new Erasures(database, new ErasureList(list)).erase({ numbers: ['7123400001'] })
  await backUp('2026-11-02T02:30:00.000Z')
  expect(await saved()).toBe(lines + (await readFile(list, 'utf8')))
})

test('Directories that cannot be meant are refused in one line, and stay as they are', async () => {
  const { dataDirectory, directory, backUp } = await store()
  const other = await store()
  await other.backUp('2026-11-01T02:30:00.000Z')
  await backUp('2026-11-01T02:30:00.000Z')
  for (const [path, reason] of [
    [join(directory, 'missing'), 'is not a directory: create it, or mount its disk.'],
    [join(directory, 'erasures.list'), 'is not a directory: create it, or mount its disk.'],
    [dataDirectory, 'is DATA_DIR: a backup needs another directory, on another disk.'],
    [other.directory, 'has backups of another store: give each store a directory of its own.'],
  ] as const) {
    const refused = { stdout: '', stderr: `${path} ${reason}\n`, exitCode: 1 }
    expect(await requests(dataDirectory, 'backup', path, '--keep', '1')).toEqual(refused)
  }
  expect(await other.names()).toHaveLength(2)
  // A damaged backup does not stand in the way of the next.
  await writeFile(join(directory, 'requests-20261101T023000.000Z.sqlite'), 'a letter')
  expect(await backUp('2026-11-02T02:30:00.000Z', 1)).toMatchObject({ deleted: 1 })
})

testRequiring(
  { strace: hasStrace },
  'A backup that is killed leaves the others, and what it left is removed an hour later',
  async () => {
    const { dataDirectory, directory, backUp, names } = await store(400)
    await backUp('2026-11-01T02:30:00.000Z', 1)
    const before = await names()
    const { recipient } = await newBackupKey()
    const backup = ['backup', directory, '--keep', '1', '--recipient', recipient]
    // While it writes the copy in DATA_DIR, and the file for the encrypted one has its place already.
    const tracer = ['strace', '-f', '-o', '/dev/null', '-e', 'inject=pwrite64:signal=KILL:when=60']
    const killed = await run('src/cli/requests.ts', backup, { DATA_DIR: dataDirectory }, tracer)
    expect(killed.exitCode).toBeNull()
    const leftOf = async () => [
      ...(await names()).filter((name) => name.endsWith('.part')).map((name) => join(directory, name)),
      ...(await readdir(dataDirectory)).flatMap((name) => (/^backing-up/.test(name) ? join(dataDirectory, name) : [])),
    ]
    const left = await leftOf()
    expect(left.length).toBeGreaterThanOrEqual(2)
    expect(await names()).toEqual(expect.arrayContaining(before))

    const hourAgo = new Date(Date.now() - 61 * 60_000)
    for (const file of left) await utimes(file, hourAgo, hourAgo)
    await backUp('2026-11-02T02:30:00.000Z')
    expect(await leftOf()).toEqual([])
    expect(await backupsIn(directory)).toHaveLength(2)
  },
)

testRequiring(
  { 'tmpfs as root': canMount() },
  'A full disk is named in one line; no backup is deleted, and no copy is left behind, plain or encrypted',
  async () => {
    const { dataDirectory, backUp } = await store(400)
    const { file } = await backUp('2026-11-01T02:30:00.000Z')
    const { size } = await stat(file)
    const disk = await smallDisk(`size=${Math.floor(size * 1.5)}`)
    await copyFile(file, join(disk, 'requests-20261101T023000.000Z.sqlite'))
    const before = await readdir(disk)
    const { recipient } = await newBackupKey()
    for (const options of [[], ['--recipient', recipient]]) {
      expect(await requests(dataDirectory, 'backup', disk, '--keep', '1', ...options)).toEqual({
        stdout: '',
        stderr: `The disk of ${disk} is full: there is no new backup, and none was deleted.\n`,
        exitCode: 1,
      })
      expect(await readdir(disk)).toEqual(before)
    }
  },
)
