import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { storedIn } from '../support/database/stored-in.ts'
import { postAppointment } from '../support/post-appointment.ts'
import { startServer } from '../support/server-process.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { testRequiring } from '../support/test-requirements.ts'

const TRACER = ['strace', '-D', '-f', '-y', '-s', '64', '-e', 'trace=read,write,writev,fsync,fdatasync', '-o']
const hasStrace =
  spawnSync('strace', ['-D', '-o', '/dev/null', process.execPath, '--version'], { env: {} }).status === 0

testRequiring({ strace: hasStrace }, 'A request is on disk before it is acknowledged', async () => {
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

test('While another process has locked the file, pages are answered, and posts wait: some seconds, then they get a 503 and are not stored', async () => {
  const { address, dataDirectory } = await startServer({ LOG_LEVEL: 'silent' })
  const other = new SqliteFile(join(dataDirectory, 'requests.sqlite'))
  onTestFinished(() => void other.close())
  const statusOf = async (path: string) => (await fetch(new URL(path, address))).status
  const stored = async () => (await storedIn(dataDirectory)).map(({ reference }) => reference)

  // As a backup tool may.
  other.exec('begin exclusive')
  const answered: number[] = []
  const posts = Array.from({ length: 3 }, async () => {
    const { status } = await postAppointment(address)
    answered.push(status)
  })
  const ready = statusOf('/readyz')
  // For a second, however fast the machine: a post waits for 2.5 s at most.
  const begin = performance.now()
  while (performance.now() - begin < 1_000) {
    for (const path of ['/healthz', '/']) expect(await statusOf(path)).toBe(200)
  }
  expect(answered).toEqual([])
  other.exec('rollback')
  await Promise.all(posts)
  expect(answered).toEqual([201, 201, 201])
  expect(await ready).toBe(200)
  const before = await stored()
  expect(before).toHaveLength(3)

  other.exec('begin exclusive')
  const refused = async () => {
    const startedAt = performance.now()
    const { status, headers } = await postAppointment(address)
    expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
    // For any number of waiting posts: the page gives up after 15 s.
    expect(performance.now() - startedAt).toBeLessThan(6_000)
  }
  await Promise.all(Array.from({ length: 20 }, refused))
  expect(await statusOf('/readyz')).toBe(503)
  other.exec('rollback')
  expect((await postAppointment(address)).status).toBe(201)
  expect(await stored()).toHaveLength(before.length + 1)
})
