import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { expect, onTestFinished } from 'vitest'
import { bytesIn } from '../support/bytes-in.ts'
import { Callers } from '../support/callers.ts'
import { MANY, receiveCanaries, tracesOf } from '../support/canary-requests.ts'
import { storedIn } from '../support/database/stored-in.ts'
import { run, startServer } from '../support/server-process.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { testRequiring } from '../support/test-requirements.ts'

const CONFIGURATION = join(import.meta.dirname, '../../deploy/backup/litestream.yml')
const needs = { litestream: spawnSync('litestream', ['version']).status === 0 }
const requests = (DATA_DIR: string, ...args: string[]) => run('src/cli/requests.ts', args, { DATA_DIR })

/** Starts Litestream with the configuration that we deploy, to a directory instead of another machine. */
async function replicate(dataDirectory: string) {
  const directory = await temporaryDirectory()
  const replica = join(directory, 'replica')
  await mkdir(replica)
  const ours = (await readFile(CONFIGURATION, 'utf8'))
    .replace('/var/lib/clinic', dataDirectory)
    .replace(/url: sftp:.+\n\s+key-path: .+/, `path: ${replica}`)
  const file = join(directory, 'litestream.yml')
  await writeFile(file, ours)
  const start = () => {
    const child = spawn('litestream', ['replicate', '-config', file], { stdio: 'ignore' })
    onTestFinished(() => void child.kill('SIGKILL'))
    return child
  }
  /** What the replica has now, as a file. */
  const restore = async () => {
    const restored = join(await temporaryDirectory(), 'restored.sqlite')
    const { status } = spawnSync('litestream', [
      'restore',
      '-config',
      file,
      '-o',
      restored,
      join(dataDirectory, 'requests.sqlite'),
    ])
    return status === 0 ? restored : undefined
  }
  return { start, restore }
}

testRequiring(
  needs,
  'After the loss of the disk, Litestream has the requests, and those erased stay erased',
  {},
  async () => {
    const { child, exited, address, dataDirectory: DATA_DIR } = await startServer({ LOG_LEVEL: 'silent' })
    const canaries = await receiveCanaries(DATA_DIR, 40)
    const { start, restore } = await replicate(DATA_DIR)
    const litestream = start()
    const callers = new Callers(8, [address])
    await callers.acknowledge(200)
    await callers.finish()
    const list = join(await temporaryDirectory(), 'erasures.list')
    const restoredStore = async () => {
      const file = await restore()
      if (file === undefined) return undefined
      const elsewhere = await temporaryDirectory()
      const ended = await requests(elsewhere, 'restore', file, '--erasures', list)
      return { ended, elsewhere }
    }
    await writeFile(list, '')
    const all = callers.acknowledged.size + canaries.length
    const restored = (count: number) => `Requests restored: ${count}.`
    // It copies each second.
    await expect.poll(async () => (await restoredStore())?.ended.stdout, { timeout: 30_000 }).toContain(restored(all))
    child.kill('SIGKILL')
    litestream.kill('SIGKILL')
    await exited

    // The replica is from before this erasure.
    await requests(DATA_DIR, 'erase', '--email', MANY)
    await writeFile(list, await readFile(join(DATA_DIR, 'erasures.list')))
    const result = await restoredStore()
    expect(result?.ended).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(restored(all - 20)) })
    const elsewhere = result?.elsewhere ?? ''
    const gone = canaries.filter(({ person }) => person % 2 === 0)
    expect(tracesOf(gone, bytesIn(elsewhere))).toEqual([])
    const stored = new Set((await storedIn(elsewhere)).map(({ reference }) => reference))
    expect([...callers.acknowledged.values()].filter((reference) => !stored.has(reference))).toEqual([])
  },
)

testRequiring(
  needs,
  'While Litestream runs, an erasure says that bytes may be left, and none is after the manual',
  {},
  async () => {
    const { dataDirectory: DATA_DIR } = await startServer({ LOG_LEVEL: 'silent' })
    const canaries = await receiveCanaries(DATA_DIR, 40)
    const { start, restore } = await replicate(DATA_DIR)
    const litestream = start()
    await expect.poll(restore, { timeout: 30_000 }).toBeDefined()
    const erased = await requests(DATA_DIR, 'erase', '--email', MANY)
    expect(erased).toMatchObject({ exitCode: 1, stdout: expect.stringContaining('Another program kept the file busy') })

    const ended = once(litestream, 'exit')
    litestream.kill('SIGTERM')
    await ended
    spawnSync('rm', ['-rf', join(DATA_DIR, '.requests.sqlite-litestream')])
    expect(await requests(DATA_DIR, 'purge')).toMatchObject({ exitCode: 0 })
    const gone = canaries.filter(({ person }) => person % 2 === 0)
    expect(tracesOf(gone, bytesIn(DATA_DIR))).toEqual([])
    start()
    const file = async () => {
      const restored = await restore()
      return restored && new SqliteFile(restored).prepare('select count(*) from callback_requests').pluck().get()
    }
    await expect.poll(file, { timeout: 30_000 }).toBe(20)
  },
)
