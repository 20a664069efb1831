import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { appendFile, copyFile, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { expect, test } from 'vitest'
import { bytesIn } from '../../../tests/support/bytes-in.ts'
import { MANY, receiveCanaries, tracesOf } from '../../../tests/support/canary-requests.ts'
import { runHere } from '../../../tests/support/commands.ts'
import { openedDatabase } from '../../../tests/support/database/opened-database.ts'
import { storedIn } from '../../../tests/support/database/stored-in.ts'
import { newBackupKey } from '../../../tests/support/deploy/backup-key.ts'
import { DETAILS, SUBMISSION } from '../../../tests/support/samples.ts'
import { run } from '../../../tests/support/server-process.ts'
import { openStaffStore } from '../../../tests/support/staff-store.ts'
import { temporaryDirectory } from '../../../tests/support/temporary-directory.ts'
import { testRequiring } from '../../../tests/support/test-requirements.ts'
import { CallbackRequests } from '../../server/storage/callback-requests.ts'
import { vacuumErased } from '../../server/storage/database/vacuum-erased.ts'
import { Erasures } from '../../server/storage/erasure.ts'
import { ErasureList } from '../../server/storage/erasure-list.ts'
import { REQUESTS } from '../requests.ts'
import { backUpInto } from './make-backup.ts'

const requests = (DATA_DIR: string, ...args: string[]) => runHere(REQUESTS, args, { DATA_DIR })

/** A store with requests and staff that was backed up, also encrypted, and then had a person erased. */
async function backedUp(count = 300) {
  const [DATA_DIR, directory] = [await temporaryDirectory(), await temporaryDirectory()]
  const canaries = await receiveCanaries(DATA_DIR, count)
  const { everything, enrol, invite, limits, ...staff } = await openStaffStore(DATA_DIR)
  const { id, started } = await staff.join('nina')
  await enrol(id)
  await limits.begin({ by: 'password', email: 'nina@clinic.example', client: '127.0.0.1' })
  const secrets = [started.token, await invite('ravi'), 'email nina@clinic.example']
  const before = { requests: await storedIn(DATA_DIR), staff: await everything() }
  const [file, list, emptyList] = [join(directory, 'monday'), join(DATA_DIR, 'erasures.list'), join(directory, 'list')]
  expect(await requests(DATA_DIR, 'backup', file)).toMatchObject({ exitCode: 0, stderr: '' })
  const key = await newBackupKey()
  expect(await requests(DATA_DIR, 'backup', `${file}.age`, '--recipient', key.recipient)).toMatchObject({ exitCode: 0 })
  await copyFile(list, emptyList)
  await requests(DATA_DIR, 'erase', '--email', MANY)
  const hashes = secrets.map((secret) => hash('sha256', secret))
  return { DATA_DIR, file, list, emptyList, key, canaries, before, hashes, elsewhere: await temporaryDirectory() }
}

test('A restored store has everything of the backup except the requests erased since, sessions, links and failed sign-ins, to the last byte', async () => {
  const { file, list, canaries, before, hashes, elsewhere } = await backedUp()
  const gone = canaries.filter(({ person }) => person % 2 === 0)
  expect(tracesOf(gone, bytesIn(join(file, '..')))).not.toEqual([])
  for (const each of hashes) expect(bytesIn(join(file, '..'))).toContain(each)

  expect(await requests(elsewhere, 'restore', file, '--erasures', list)).toEqual({
    stdout: 'Requests restored: 150. Erased again because they are on the erasure list: 150.\n',
    stderr: '',
    exitCode: 0,
  })
  expect(tracesOf(gone, bytesIn(elsewhere))).toEqual([])
  for (const each of hashes) expect(bytesIn(elsewhere)).not.toContain(each)
  const erased = new Set(gone.map(({ reference }) => reference))
  expect(await storedIn(elsewhere)).toEqual(before.requests.filter(({ reference }) => !erased.has(reference)))
  const { database, everything } = await openStaffStore(elsewhere)
  const [accounts, sessions, links, failures, events] = before.staff
  expect([accounts, sessions, links, failures, events]).not.toContainEqual([])
  expect(await everything()).toEqual([accounts, [], [], [], events])
  for (const table of ['callbacks', 'notes'] as const) {
    expect(await database.selectFrom(table).select('id').execute()).toHaveLength(150)
  }
  await database.destroy()
  expect(await readFile(join(elsewhere, 'erasures.list'), 'utf8')).toBe(await readFile(list, 'utf8'))
  expect((await readdir(elsewhere)).sort()).toEqual(['erasures.list', 'requests.sqlite'])
  expect((await stat(join(elsewhere, 'requests.sqlite'))).mode & 0o777).toBe(0o600)
})

test('The list of the directory itself counts too; a partial last line does not, and later lines come after it', async () => {
  const { DATA_DIR, file, list, emptyList, elsewhere } = await backedUp()
  await appendFile(list, '0123abc')
  await requests(DATA_DIR, 'erase', '--phone', '7123400001')
  await copyFile(list, join(elsewhere, 'erasures.list'))
  expect(await requests(elsewhere, 'restore', file, '--erasures', emptyList)).toMatchObject({
    stdout: 'Requests restored: 149. Erased again because they are on the erasure list: 151.\n',
  })
})

test('Restoring refuses another list, a file of another kind, another key and each damage, and leaves nothing behind', async () => {
  const { DATA_DIR, file, list, emptyList, key, elsewhere } = await backedUp()
  const age = `${file}.age`
  const text = join(elsewhere, 'text')
  await writeFile(text, 'a letter\n'.repeat(2_000))
  const later = join(elsewhere, 'later')
  await requests(DATA_DIR, 'backup', later)
  const [cut, overwritten] = [join(elsewhere, 'cut'), join(elsewhere, 'overwritten')]
  await writeFile(cut, (await readFile(age)).subarray(0, -1))
  await writeFile(overwritten, (await readFile(file)).fill(0x55, 8_192, 20_480))
  const otherKey = await newBackupKey()

  const refusals: [file: string, list: string, identity: string | undefined, line: RegExp][] = [
    [file, join(elsewhere, 'nowhere'), undefined, /^ENOENT: /],
    [file, text, undefined, /text is not an erasure list: line 1 is not a hash\.$/],
    [later, emptyList, undefined, /list lacks 150 erasures that the backup knows of/],
    [overwritten, list, undefined, /is not a valid backup: /],
    [text, list, undefined, /is not a valid backup: file is not a database/],
    [age, list, undefined, /\.age is encrypted: give its key with --identity FILE\.$/],
    [age, list, otherKey.file, /\.age cannot be decrypted with .+backup\.key: no identity matched/],
    [age, list, age, /is not an identity file of age\.$/],
    [cut, list, key.file, /cannot be decrypted with .+\.key: /],
  ]
  for (const [path, erasures, identity, line] of refusals) {
    const target = await temporaryDirectory()
    const options = ['--erasures', erasures, ...(identity ? ['--identity', identity] : [])]
    const { stdout, stderr, exitCode } = await requests(target, 'restore', path, ...options)
    expect({ stdout, exitCode }, path).toEqual({ stdout: '', exitCode: 1 })
    expect(stderr).toMatch(/^[^\n]+\n$/)
    expect(stderr.trimEnd()).toMatch(line)
    expect(stderr).not.toContain('SECRET')
    expect(await readdir(target)).toEqual([])
  }

  const before = await storedIn(DATA_DIR)
  expect(await requests(DATA_DIR, 'restore', file, '--erasures', list)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/^DATA_DIR \(.+\) has a store: stop the server/),
  })
  expect(await storedIn(DATA_DIR)).toEqual(before)
  const right = ['--erasures', list, '--identity', key.file]
  const empty = await temporaryDirectory()
  expect(await requests(empty, 'restore', age, ...right)).toMatchObject({ stderr: '', exitCode: 0 })
  expect(await storedIn(empty)).toEqual(before)
})

const hasAge = spawnSync('age', ['--version']).status === 0
testRequiring({ age: hasAge }, 'The age of the distribution decrypts a backup', async () => {
  const { key, file } = await backedUp(2)
  const { stdout, status } = spawnSync('age', ['--decrypt', '--identity', key.file, `${file}.age`])
  expect([status, stdout.toString('latin1', 0, 15)]).toEqual([0, 'SQLite format 3'])
})

const hasStrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0

/** A store of 60 requests from 2026-11-20 that was backed up, and then had 30 of them erased and one more received. */
async function storeToDrill() {
  const [dataDirectory, directory] = [await temporaryDirectory(), await temporaryDirectory()]
  const canaries = await receiveCanaries(dataDirectory, 60)
  const database = await openedDatabase(dataDirectory)
  const inHours = (hours: number) => new Date(SUBMISSION.receivedAt.getTime() + hours * 60 * 60_000)
  const backUp = (now: Date) => backUpInto(directory, { database, dataDirectory, keep: 2, now })
  const { file: older } = await backUp(inHours(1))
  const { file, list } = await backUp(inHours(2))
  const earlierList = new ErasureList(join(directory, 'earlier.list'))
  await copyFile(list.path, earlierList.path)
  const latestList = new ErasureList(join(dataDirectory, 'erasures.list'))
  await new Erasures(database, latestList).erase({ email: MANY })
  await vacuumErased(database)
  await new CallbackRequests(database).receive(DETAILS, { ...SUBMISSION, receivedAt: inHours(3) })
  const refusal = async (path = directory, drilled = latestList) =>
    (await runHere(REQUESTS, ['drill', path, '--erasures', drilled.path], { DATA_DIR: dataDirectory })).stderr
  return { dataDirectory, directory, canaries, older, file, earlierList, latestList, refusal }
}

test('A drill of the newest backup says what it restored and proved, without personal data, and leaves nothing behind', async () => {
  const { dataDirectory, directory, canaries, file, latestList } = await storeToDrill()
  const TMPDIR = await temporaryDirectory()
  const drill = ['drill', directory, '--erasures', latestList.path]
  const ended = await run('src/cli/requests.ts', drill, { DATA_DIR: dataDirectory, TMPDIR })
  expect(ended).toMatchObject({ stderr: '', exitCode: 0 })
  const [first, ...lines] = ended.stdout.split('\n')
  const made = new Date(SUBMISSION.receivedAt.getTime() + 2 * 60 * 60_000).toISOString()
  expect(first).toContain(`Restored ${file}, made at ${made}, `)
  expect(first).toContain(' hours ago. The restored store is intact.')
  expect(lines).toEqual([
    '           restored  store now',
    'requests   30        31',
    'callbacks  30        31',
    'calls      30        30',
    'notes      30        30',
    'messages   30        30',
    'accounts   0         0',
    'Erased again because they are on the erasure list: 30 requests. None of the list is in the restored store.',
    'All 30 requests that the store has from before the backup are restored, and none that was erased.',
    'The temporary directory is deleted.',
    '',
  ])
  expect(tracesOf(canaries, ended.stdout)).toEqual([])
  expect(await readdir(TMPDIR)).toEqual([])

  const elsewhere = await run('src/cli/requests.ts', drill, { DATA_DIR: TMPDIR, TMPDIR })
  expect(elsewhere).toMatchObject({ stderr: '', exitCode: 0 })
  expect(elsewhere.stdout).toContain(`There is no store in DATA_DIR (${TMPDIR}) to compare with.\n`)
  expect(elsewhere.stdout).not.toContain('store now')
  expect(await readdir(TMPDIR)).toEqual([])
})

test('A drill finds an outdated list, and a backup that lacks requests, is damaged or belongs to another store', async () => {
  const { directory, canaries, older, file, earlierList, refusal } = await storeToDrill()
  const outdated = `30 erased requests come back: ${earlierList.path} is not the latest erasure list.\n`
  expect(await refusal(directory, earlierList)).toBe(outdated)
  const other = await storeToDrill()
  expect(await other.refusal(file, other.latestList)).toBe("The backup is another store's.\n")

  const backup = new SqliteFile(file)
  backup.exec(`pragma foreign_keys = on; delete from callback_requests where reference = '${canaries[1]?.reference}'`)
  backup.close()
  expect(await refusal()).toMatch(/^The backup lacks 1 requests that the store has from before 20\S+Z\.\n$/)

  const bytes = await readFile(file)
  await writeFile(file, bytes.fill(0x55, 8_192, 20_480))
  expect(await refusal()).toContain(`${file} is not a valid backup: `)
  for (const path of [older, file]) await rm(path)
  expect(await refusal()).toBe(`${directory} has no backup that "backup ${directory} --keep N" has made.\n`)
  expect(await refusal(file)).toMatch(/^ENOENT[^\n]+\n$/)
})

testRequiring({ strace: hasStrace }, 'A drill that gets a signal deletes what it has restored', async () => {
  const { dataDirectory, directory, latestList } = await storeToDrill()
  const TMPDIR = await temporaryDirectory()
  const drill = ['drill', directory, '--erasures', latestList.path]
  const inject = 'inject=copy_file_range,sendfile:signal=TERM:when=1'
  const tracer = ['strace', '-f', '-o', '/dev/null', '-e', inject]
  const ended = await run('src/cli/requests.ts', drill, { DATA_DIR: dataDirectory, TMPDIR }, tracer)
  expect(ended).toEqual({ stdout: '', stderr: '', exitCode: 1 })
  expect(await readdir(TMPDIR)).toEqual([])
})
