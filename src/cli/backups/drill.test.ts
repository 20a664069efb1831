import { spawnSync } from 'node:child_process'
import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { MANY, receiveCanaries, tracesOf } from '../../../tests/support/canary-requests.ts'
import { runHere } from '../../../tests/support/commands.ts'
import { DETAILS, SUBMISSION } from '../../../tests/support/samples.ts'
import { run } from '../../../tests/support/server-process.ts'
import { temporaryDirectory } from '../../../tests/support/temporary-directory.ts'
import { testRequiring } from '../../../tests/support/test-requirements.ts'
import { openDatabase } from '../../server/storage/database/open-database.ts'
import { ErasureList } from '../../server/storage/erasure/erasure-list.ts'
import { Erasures } from '../../server/storage/erasure/erasures.ts'
import { vacuumErased } from '../../server/storage/erasure/vacuum-erased.ts'
import { CallbackRequests } from '../../server/storage/requests/callback-requests.ts'
import { REQUESTS } from '../requests.ts'
import { backUpInto } from './backup-directory.ts'

const hasStrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0

/** A store of 60 requests from 2026-11-20 that was backed up, and then had 30 of them erased and one more received. */
async function backedUp() {
  const dataDirectory = await temporaryDirectory()
  const directory = await temporaryDirectory()
  const canaries = await receiveCanaries(dataDirectory, 60)
  const database = await openDatabase(dataDirectory)
  onTestFinished(() => database.destroy())
  const now = new Date(SUBMISSION.receivedAt.getTime() + 2 * 60 * 60_000)
  const earlier = new Date(SUBMISSION.receivedAt.getTime() + 60 * 60_000)
  const { file: older } = await backUpInto(directory, { database, dataDirectory, keep: 2, now: earlier })
  const { file, list } = await backUpInto(directory, { database, dataDirectory, keep: 2, now })
  const earlierList = new ErasureList(join(directory, 'earlier.list'))
  await copyFile(list.path, earlierList.path)
  const latestList = new ErasureList(join(dataDirectory, 'erasures.list'))
  await new Erasures(database, latestList).erase({ email: MANY })
  await vacuumErased(database)
  const receivedAt = new Date(now.getTime() + 60_000)
  await new CallbackRequests(database).receive(DETAILS, { ...SUBMISSION, receivedAt })
  const refusal = async (path = directory, drilled = latestList) =>
    (await runHere(REQUESTS, ['drill', path, '--erasures', drilled.path], { DATA_DIR: dataDirectory })).stderr
  /** Changes the newest backup. */
  const change = (statement: string) => {
    const backup = new SqliteFile(file)
    backup.exec(statement)
    backup.close()
  }
  return { dataDirectory, directory, canaries, older, file, earlierList, latestList, refusal, change }
}

test('A drill of the newest backup says what it restored and proved, without personal data, and leaves nothing behind', async () => {
  const { dataDirectory, directory, canaries, file, latestList } = await backedUp()
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
  const { directory, canaries, older, file, earlierList, refusal, change } = await backedUp()
  const outdated = `30 erased requests come back: ${earlierList.path} is not the latest erasure list.\n`
  expect(await refusal(directory, earlierList)).toBe(outdated)
  const kept = canaries.filter(({ person }) => person % 2 === 1)
  const other = await backedUp()
  expect(await other.refusal(file, other.latestList)).toBe("The backup is another store's.\n")

  change(`pragma foreign_keys = on; delete from callback_requests where reference = '${kept[0]?.reference}'`)
  expect(await refusal()).toMatch(/^The backup lacks 1 requests that the store has from before 20\S+Z\.\n$/)

  const bytes = await readFile(file)
  await writeFile(file, bytes.fill(0x55, 8_192, 20_480))
  expect(await refusal()).toContain(`${file} is not a valid backup: `)
  for (const path of [older, file]) await rm(path)
  expect(await refusal()).toBe(`${directory} has no backup that "backup ${directory} --keep N" has made.\n`)
  expect(await refusal(file)).toMatch(/^ENOENT[^\n]+\n$/)
})

testRequiring({ strace: hasStrace }, 'A drill that gets a signal deletes what it has restored', {}, async () => {
  const { dataDirectory, directory, latestList } = await backedUp()
  const TMPDIR = await temporaryDirectory()
  const drill = ['drill', directory, '--erasures', latestList.path]
  const inject = 'inject=copy_file_range,sendfile:signal=TERM:when=1'
  const tracer = ['strace', '-f', '-o', '/dev/null', '-e', inject]
  const ended = await run('src/cli/requests.ts', drill, { DATA_DIR: dataDirectory, TMPDIR }, tracer)
  expect(ended).toEqual({ stdout: '', stderr: '', exitCode: 1 })
  expect(await readdir(TMPDIR)).toEqual([])
})
