import { spawnSync } from 'node:child_process'
import { readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { openDatabase } from '../../src/server/storage/database/open-database.ts'
import { erasureListIn } from '../../src/server/storage/erasure/erasure-list.ts'
import { Erasures } from '../../src/server/storage/erasure/erasures.ts'
import { CallbackRequests } from '../../src/server/storage/requests/callback-requests.ts'
import { MANY, receiveCanaries } from '../support/canary-requests.ts'
import { canMount, smallDisk } from '../support/database/small-disk.ts'
import { postAppointment } from '../support/post-appointment.ts'
import { run, startServer } from '../support/server-process.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { testRequiring } from '../support/test-requirements.ts'

const TRACER = ['strace', '-D', '-f', '-y', '-s', '64', '-e', 'trace=read,write,writev,fsync,fdatasync', '-o']
const hasStrace =
  spawnSync('strace', ['-D', '-o', '/dev/null', process.execPath, '--version'], { env: {} }).status === 0

testRequiring({ strace: hasStrace }, 'A request is on disk before it is acknowledged', {}, async () => {
  const trace = join(await temporaryDirectory(), 'trace')
  const { child, exited, address } = await startServer({}, [...TRACER, trace])
  const response = await postAppointment(address)
  expect(response.status).toBe(201)
  child.kill('SIGTERM')
  await exited
  await expect.poll(() => readFile(trace, 'utf8')).toMatch(/exited with 0/)

  const calls = (await readFile(trace, 'utf8')).split('\n')
  const received = calls.findIndex((call) => call.includes('POST /api/appointment'))
  const answered = calls.findIndex((call) => call.includes('HTTP/1.1 201'))
  expect(received).toBeGreaterThan(0)
  const between = calls.slice(received, answered)
  expect(between.filter((call) => /f(data)?sync\(\d+<.*requests\.sqlite-wal>\) += 0$/.test(call))).toHaveLength(1)
})

testRequiring({ strace: hasStrace }, 'The names of a backup and of a restored store are also on disk', {}, async () => {
  const DATA_DIR = await temporaryDirectory()
  await receiveCanaries(DATA_DIR, 2)
  const elsewhere = await temporaryDirectory()
  const restored = await temporaryDirectory()
  const backup = join(elsewhere, 'backup.sqlite')
  const list = erasureListIn(DATA_DIR).path
  /** The system calls after a file has got its name. */
  const callsAfter = async (name: string, command: string[], dataDirectory: string) => {
    const trace = join(await temporaryDirectory(), 'trace')
    const tracer = ['strace', '-f', '-y', '-e', 'trace=/^(rename|link),fsync,fdatasync', '-o', trace]
    const ended = await run('src/cli/requests.ts', command, { DATA_DIR: dataDirectory }, tracer)
    expect(ended).toMatchObject({ stderr: '', exitCode: 0 })
    const calls = (await readFile(trace, 'utf8')).split('\n')
    const named = calls.findLastIndex((call) => /(?:rename|link)\w*\(/.test(call) && call.includes(`"${name}"`))
    expect(named).toBeGreaterThan(0)
    return calls.slice(named + 1).join('\n')
  }

  expect(await callsAfter(backup, ['backup', backup], DATA_DIR)).toMatch(
    new RegExp(`sync\\(\\d+<${elsewhere}>\\) += 0`),
  )
  const restoring = ['restore', backup, '--erasures', list]
  const afterLink = await callsAfter(join(restored, 'requests.sqlite'), restoring, restored)
  expect(afterLink).toMatch(new RegExp(`sync\\(\\d+<${restored}>\\) += 0`))
})

testRequiring(
  { 'tmpfs as root': canMount() },
  'Without room for the whole list nothing is erased, and with room again everything is listed',
  {},
  async () => {
    const DATA_DIR = await smallDisk('size=4m')
    await receiveCanaries(DATA_DIR, 200, 1)
    const backup = join(await temporaryDirectory(), 'backup.sqlite')
    expect(await run('src/cli/requests.ts', ['backup', backup], { DATA_DIR })).toMatchObject({ exitCode: 0 })
    // An open write-ahead log is written from its start again after a checkpoint, and takes no more room.
    const database = await openDatabase(DATA_DIR)
    for (const notice_version of ['2026-11-02', '2026-11-03', '2026-11-04']) {
      await database.updateTable('callback_requests').set({ notice_version }).execute()
    }
    await sql`pragma wal_checkpoint(restart)`.execute(database)
    const ballast = join(DATA_DIR, 'ballast')
    await expect(writeFile(ballast, Buffer.alloc(8 * 1_024 * 1_024))).rejects.toThrow('ENOSPC')
    const twoPages = 8_192
    await truncate(ballast, (await stat(ballast)).size - twoPages)

    const list = erasureListIn(DATA_DIR)
    const erasures = new Erasures(database, list)
    await expect(erasures.erase({ email: MANY })).rejects.toMatchObject({ cause: { code: 'ENOSPC' } })
    const { size } = await stat(list.path)
    expect(size).toBe(twoPages)
    expect(size % 65).toBeGreaterThan(0)
    expect(await Array.fromAsync(new CallbackRequests(database).all())).toHaveLength(200)

    await rm(ballast)
    expect(await erasures.erase({ email: MANY })).toBe(200)
    await database.destroy()
    const restored = await temporaryDirectory()
    expect(
      await run('src/cli/requests.ts', ['restore', backup, '--erasures', list.path], { DATA_DIR: restored }),
    ).toMatchObject({
      stdout: 'Requests restored: 0. Erased again because they are on the erasure list: 200.\n',
      exitCode: 0,
    })
  },
)
