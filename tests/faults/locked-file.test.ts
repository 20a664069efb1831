import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { storedIn } from '../support/database/stored-in.ts'
import { postAppointment } from '../support/post-appointment.ts'
import { startServer } from '../support/server-process.ts'

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
