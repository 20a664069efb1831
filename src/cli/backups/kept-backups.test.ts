import { spawnSync } from 'node:child_process'
import { cp, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { MANY, receiveCanaries } from '../../../tests/support/canary-requests.ts'
import { runHere } from '../../../tests/support/commands.ts'
import { canMount, smallDisk } from '../../../tests/support/database/small-disk.ts'
import { run } from '../../../tests/support/server-process.ts'
import { temporaryDirectory } from '../../../tests/support/temporary-directory.ts'
import { testRequiring } from '../../../tests/support/test-requirements.ts'
import { openDatabase } from '../../server/storage/database/open-database.ts'
import { ErasureList } from '../../server/storage/erasure/erasure-list.ts'
import { Erasures } from '../../server/storage/erasure/erasures.ts'
import { REQUESTS } from '../command-line.ts'
import { backUpInto, backupsIn } from './backup-directory.ts'

const NAME = /^requests-\d{8}T\d{6}\.\d{3}Z\.sqlite$/
const requests = (DATA_DIR: string, ...args: string[]) => runHere(REQUESTS, args, { DATA_DIR })
const hasStrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0

/** Opens a store with some requests, to be backed up at instants of our own. */
async function store(count = 4) {
  const dataDirectory = await temporaryDirectory()
  const directory = await temporaryDirectory()
  await receiveCanaries(dataDirectory, count)
  const database = await openDatabase(dataDirectory)
  onTestFinished(() => database.destroy())
  const backUp = (instant: string, keep = 2) =>
    backUpInto(directory, { database, dataDirectory, keep, now: new Date(instant) })
  return { dataDirectory, directory, database, backUp, names: async () => (await readdir(directory)).sort() }
}

test('Each backup has its own instant as name and is readable by its owner only, and the erasure list is beside it', async () => {
  const { dataDirectory: DATA_DIR, directory } = await store()
  const { stdout, stderr, exitCode } = await requests(DATA_DIR, 'backup', directory, '--keep', '3')
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  const [list, name = ''] = (await readdir(directory)).sort()
  expect([list, name]).toEqual(['erasures.list', expect.stringMatching(NAME)])
  expect(stdout.split('\n')).toEqual([
    `Backed up to ${join(directory, name)} and checked the copy. Requests: 4. Older backups deleted: 0.`,
    `The erasure list is saved in ${join(directory, 'erasures.list')}. To restore a backup you need it, or a later one.`,
    '',
  ])
  for (const file of [name, 'erasures.list']) expect((await stat(join(directory, file))).mode & 0o777).toBe(0o600)
})

test('Only the oldest backups are deleted, no other file, and only after a backup that succeeded', async () => {
  const { directory, backUp, names } = await store()
  const others = ['requests-20260101T000000.000Z.sqlite.old', 'requests-2026.sqlite', 'monday.sqlite', '.hidden']
  for (const name of others) await writeFile(join(directory, name), '')
  await mkdir(join(directory, 'requests-20250101T000000.000Z.sqlite'))
  for (const day of ['01', '02', '03']) await backUp(`2026-11-${day}T02:30:00.000Z`)
  const kept = ['requests-20261102T023000.000Z.sqlite', 'requests-20261103T023000.000Z.sqlite']
  const all = [...others, ...kept, 'erasures.list', 'requests-20250101T000000.000Z.sqlite'].sort()
  expect(await names()).toEqual(all)

  await expect(backUp('2026-11-03T02:30:00.000Z')).rejects.toThrow('already exists')
  expect(await names()).toEqual(all)
  expect(await backUp('2026-11-04T02:30:00.000Z', 1)).toMatchObject({ requests: 4, deleted: 2 })
  expect((await backupsIn(directory)).map((path) => path.slice(-27, -7))).toEqual(['20261104T023000.000Z'])
})

test('A backup that a wrong clock dates before all others is not deleted', async () => {
  const { backUp, names } = await store()
  for (const year of [2026, 2027]) await backUp(`${year}-11-01T02:30:00.000Z`)
  await backUp('1970-01-01T00:00:10.000Z')
  const left = ['erasures.list', 'requests-19700101T000010.000Z.sqlite', 'requests-20271101T023000.000Z.sqlite']
  expect(await names()).toEqual(left)
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
  await new Erasures(database, new ErasureList(list)).erase({ phone: '7123400001' })
  await backUp('2026-11-02T02:30:00.000Z')
  expect(await saved()).toBe(lines + (await readFile(list, 'utf8')))
})

test('Directories that cannot be meant are refused in one line, and stay as they are', async () => {
  const { dataDirectory, directory, database, backUp } = await store()
  const other = await store()
  await other.backUp('2026-11-01T02:30:00.000Z')
  const refusals: [string, string][] = [
    [join(directory, 'missing'), 'is not a directory: create it, or mount its disk.'],
    [join(dataDirectory, 'erasures.list'), 'is not a directory: create it, or mount its disk.'],
    [dataDirectory, 'is DATA_DIR: a backup needs another directory, on another disk.'],
    [other.directory, 'has backups of another store: give each store a directory of its own.'],
  ]
  await backUp('2026-11-01T02:30:00.000Z')
  for (const [path, reason] of refusals) {
    const backingUp = backUpInto(path, { database, dataDirectory, keep: 1, now: new Date() })
    await expect(backingUp).rejects.toThrow(`${path} ${reason}`)
  }
  const ended = await requests(dataDirectory, 'backup', dataDirectory, '--keep', '1')
  expect(ended).toEqual({ stdout: '', stderr: `${dataDirectory} ${refusals[2]?.[1]}\n`, exitCode: 1 })
  expect(await other.names()).toHaveLength(2)
  // A damaged backup does not stand in the way of the next.
  await writeFile(join(directory, 'requests-20261101T023000.000Z.sqlite'), 'a letter')
  expect(await backUp('2026-11-02T02:30:00.000Z', 1)).toMatchObject({ deleted: 1 })
})

testRequiring(
  { strace: hasStrace },
  'A backup that is killed leaves the others, and what it left is removed',
  {},
  async () => {
    const { dataDirectory, directory, backUp, names } = await store(400)
    await backUp('2026-11-01T02:30:00.000Z', 1)
    const before = await names()
    /** Killed while it writes the copy, and just before the copy gets its name. */
    for (const call of ['pwrite64:signal=KILL:when=60', '/^rename:signal=KILL']) {
      const tracer = ['strace', '-f', '-o', '/dev/null', '-e', `inject=${call}`]
      const killed = await run(
        'src/cli/requests.ts',
        ['backup', directory, '--keep', '1'],
        { DATA_DIR: dataDirectory },
        tracer,
      )
      expect(killed).toMatchObject({ stdout: '', exitCode: null })
    }
    const left = (await names()).filter((name) => !before.includes(name))
    expect(left.filter((name) => /^requests-.+\.sqlite\.part$/.test(name))).toHaveLength(2)
    expect((await names()).filter((name) => before.includes(name))).toEqual(before)

    await backUp('2026-11-02T02:30:00.000Z')
    expect(await names()).toEqual(expect.arrayContaining(left))
    const hourAgo = new Date(Date.now() - 61 * 60_000)
    for (const name of left) await utimes(join(directory, name), hourAgo, hourAgo)
    await backUp('2026-11-03T02:30:00.000Z', 3)
    expect((await names()).filter((name) => left.includes(name))).toEqual([])
    expect(await backupsIn(directory)).toHaveLength(3)
  },
)

testRequiring(
  { 'tmpfs as root': canMount() },
  'On a full disk a backup fails with one line, deletes nothing and leaves nothing',
  {},
  async () => {
    const { dataDirectory, directory, backUp } = await store(400)
    await backUp('2026-11-01T02:30:00.000Z')
    const disk = await smallDisk('size=4m')
    await cp(directory, disk, { recursive: true })
    const { size } = await stat(join(disk, 'requests-20261101T023000.000Z.sqlite'))
    await writeFile(join(disk, 'ballast'), Buffer.alloc(4 * 1_024 * 1_024 - size - 100 * 1_024))
    const before = (await readdir(disk)).sort()
    expect(await requests(dataDirectory, 'backup', disk, '--keep', '1')).toEqual({
      stdout: '',
      stderr: `The disk of ${disk} is full: there is no new backup, and none was deleted.\n`,
      exitCode: 1,
    })
    expect((await readdir(disk)).sort()).toEqual(before)
    await rm(join(disk, 'ballast'))
    expect(await requests(dataDirectory, 'backup', disk, '--keep', '1')).toMatchObject({ stderr: '', exitCode: 0 })
  },
)
