import { existsSync } from 'node:fs'
import { appendFile, copyFile, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bytesIn } from '../../../tests/support/bytes-in.ts'
import { Callers } from '../../../tests/support/callers.ts'
import { MANY, receiveCanaries, tracesOf } from '../../../tests/support/canary-requests.ts'
import { runHere } from '../../../tests/support/commands.ts'
import { storedIn } from '../../../tests/support/database/stored-in.ts'
import { startServer } from '../../../tests/support/server-process.ts'
import { temporaryDirectory } from '../../../tests/support/temporary-directory.ts'
import { openDatabase } from '../../server/storage/database/open-database.ts'
import { REQUESTS } from '../command-line.ts'

const requests = (DATA_DIR: string, ...args: string[]) => runHere(REQUESTS, args, { DATA_DIR })

/** A store that was backed up and then had a person erased. */
async function backedUp() {
  const DATA_DIR = await temporaryDirectory()
  const file = join(await temporaryDirectory(), 'monday.sqlite')
  const list = join(DATA_DIR, 'erasures.list')
  const canaries = await receiveCanaries(DATA_DIR, 300)
  const before = await storedIn(DATA_DIR)
  expect(await requests(DATA_DIR, 'backup', file)).toMatchObject({ exitCode: 0, stderr: '' })
  const emptyList = join(DATA_DIR, 'monday.list')
  await copyFile(list, emptyList)
  await requests(DATA_DIR, 'erase', '--email', MANY)
  return { DATA_DIR, file, list, emptyList, canaries, before, elsewhere: await temporaryDirectory() }
}

test('A backup beside a server under load is a consistent copy that only its owner can read', async () => {
  const { address, dataDirectory: DATA_DIR } = await startServer({ LOG_LEVEL: 'silent' })
  const callers = new Callers(8, [address])
  await callers.acknowledge(20)
  const acknowledgedBefore = [...callers.acknowledged.values()]
  const directory = await temporaryDirectory()
  const file = join(directory, 'monday.sqlite')
  const ended = await requests(DATA_DIR, 'backup', file)
  await callers.finish()

  const list = join(DATA_DIR, 'erasures.list')
  expect(ended).toEqual({
    stdout: `Backed up to ${file} and checked the copy. To restore it you also need the latest ${list}.\n`,
    stderr: '',
    exitCode: 0,
  })
  expect([...callers.statuses]).toEqual([201])
  expect(await readdir(directory)).toEqual(['monday.sqlite'])
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  const elsewhere = await temporaryDirectory()
  expect(await requests(elsewhere, 'restore', file, '--erasures', list)).toMatchObject({ exitCode: 0 })
  const restored = await storedIn(elsewhere)
  expect(restored.map(({ reference }) => reference)).toEqual(expect.arrayContaining(acknowledgedBefore))
  const all = await storedIn(DATA_DIR)
  expect(all).toEqual(expect.arrayContaining(restored))
})

test('A restored store has everything of the backup except the requests erased since, to the last byte', async () => {
  const { file, list, canaries, before, elsewhere } = await backedUp()
  const gone = canaries.filter(({ person }) => person % 2 === 0)
  expect(tracesOf(gone, bytesIn(join(file, '..')))).not.toEqual([])

  expect(await requests(elsewhere, 'restore', file, '--erasures', list)).toEqual({
    stdout: 'Requests restored: 150. Erased again because they are on the erasure list: 150.\n',
    stderr: '',
    exitCode: 0,
  })
  expect(tracesOf(gone, bytesIn(elsewhere))).toEqual([])
  const erased = new Set(gone.map(({ reference }) => reference))
  expect(await storedIn(elsewhere)).toEqual(before.filter(({ reference }) => !erased.has(reference)))
  const restored = await openDatabase(elsewhere)
  for (const table of ['callbacks', 'notes'] as const) {
    expect(await restored.selectFrom(table).select('id').execute()).toHaveLength(150)
  }
  expect(await restored.selectFrom('desk_state').selectAll().execute()).toHaveLength(1)
  await restored.destroy()
  expect(await readFile(join(elsewhere, 'erasures.list'), 'utf8')).toBe(await readFile(list, 'utf8'))
  expect((await readdir(elsewhere)).sort()).toEqual(['erasures.list', 'requests.sqlite'])
  expect((await stat(join(elsewhere, 'requests.sqlite'))).mode & 0o777).toBe(0o600)

  const { address } = await startServer({ DATA_DIR: elsewhere, LOG_LEVEL: 'silent' })
  expect((await fetch(new URL('/readyz', address))).status).toBe(200)
})

test('The erasure list of the directory itself counts too', async () => {
  const { DATA_DIR, file, list, emptyList, elsewhere } = await backedUp()
  await copyFile(list, join(elsewhere, 'erasures.list'))
  expect(await requests(elsewhere, 'restore', file, '--erasures', emptyList)).toMatchObject({
    stdout: expect.stringContaining('Erased again because they are on the erasure list: 150.'),
  })
  expect(existsSync(join(DATA_DIR, 'requests.sqlite'))).toBe(true)
})

test('Restoring refuses a missing list, a damaged file and a directory with a store', async () => {
  const { DATA_DIR, file, list, emptyList, elsewhere } = await backedUp()
  const damaged = join(elsewhere, 'damaged')
  const bytes = await readFile(file)
  await writeFile(damaged, bytes.fill(0x55, 8_192, 20_480))
  const text = join(elsewhere, 'text')
  await writeFile(text, 'a letter\n'.repeat(2_000))
  const later = join(elsewhere, 'later.sqlite')
  await requests(DATA_DIR, 'backup', later)

  const refusals: [string[], RegExp][] = [
    [[file], /^Usage: /],
    [[file, '--erasures', join(elsewhere, 'nowhere')], /^ENOENT: /],
    [[file, '--erasures', text], /text is not an erasure list: line 1 is not a hash\.$/],
    [[later, '--erasures', emptyList], /monday\.list lacks 150 erasures that the backup knows of/],
    [[damaged, '--erasures', list], /is not a valid backup: /],
    [[text, '--erasures', list], /is not a valid backup: file is not a database/],
    [[join(elsewhere, 'nowhere'), '--erasures', list], /^ENOENT: /],
  ]
  for (const [args, line] of refusals) {
    const target = await temporaryDirectory()
    const { stdout, stderr, exitCode } = await requests(target, 'restore', ...args)
    expect({ stdout, isRefused: exitCode !== 0 }).toEqual({ stdout: '', isRefused: true })
    expect(stderr.trimEnd()).toMatch(line)
    expect(await readdir(target)).toEqual([])
  }
  const before = await storedIn(DATA_DIR)
  expect(await requests(DATA_DIR, 'restore', file, '--erasures', list)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/^DATA_DIR \(.+\) has a store: stop the server/),
  })
  expect(await storedIn(DATA_DIR)).toEqual(before)
})

test('A backup replaces no file and leaves no partial one', async () => {
  const { DATA_DIR, file } = await backedUp()
  const bytes = await readFile(file)
  expect(await requests(DATA_DIR, 'backup', file)).toMatchObject({
    exitCode: 1,
    stderr: `${file} already exists: choose another name.\n`,
  })
  expect((await readFile(file)).equals(bytes)).toBe(true)
  const nowhere = await requests(DATA_DIR, 'backup', join(file, 'below'))
  expect(nowhere).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/^ENOTDIR: [^\n]+\n$/) })
  expect(await requests(await temporaryDirectory(), 'backup', `${file}2`)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/^DATA_DIR \(.+\) has no store: [^\n]+\n$/),
  })
})

test('A partial last line of the list is ignored, and later lines are added after it', async () => {
  const { DATA_DIR, file, list, elsewhere } = await backedUp()
  await appendFile(list, '0123abc')
  await requests(DATA_DIR, 'erase', '--phone', '7123400001')
  expect(await requests(elsewhere, 'restore', file, '--erasures', list)).toMatchObject({
    stdout: 'Requests restored: 149. Erased again because they are on the erasure list: 151.\n',
  })
})

test('On PostgreSQL the commands for backups say in one line to use its own tools', async () => {
  const environment = { DATABASE_URL: 'postgres://clinic@127.0.0.1:1/clinic' }
  for (const args of [
    ['backup', 'file'],
    ['restore', 'file', '--erasures', 'list'],
    ['drill', 'file', '--erasures', 'list'],
  ]) {
    expect(await runHere(REQUESTS, args, environment)).toMatchObject({
      stdout: '',
      exitCode: 1,
      stderr: expect.stringMatching(/^On PostgreSQL use its own tools, pg_dump and pg_restore[^\n]*\n$/),
    })
  }
})
