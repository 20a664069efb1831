import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/server/storage/database/open-database.ts'
import { CallbackRequests } from '../../src/server/storage/requests/callback-requests.ts'
import { postAppointment } from '../support/post-appointment.ts'
import { startServer } from '../support/server-process.ts'

/** A server whose file another process has locked, as a backup tool may. */
async function lockedServer() {
  const { address, dataDirectory } = await startServer({ LOG_LEVEL: 'silent' })
  const other = new SqliteFile(join(dataDirectory, 'requests.sqlite'))
  onTestFinished(() => void other.close())
  other.exec('begin exclusive')
  return {
    post: () => postAppointment(address),
    statusOf: async (path: string) => (await fetch(new URL(path, address))).status,
    unlock: () => other.exec('rollback'),
    stored: async () => {
      const database = await openDatabase(dataDirectory)
      const requests = await Array.fromAsync(new CallbackRequests(database).all())
      await database.destroy()
      return requests.map(({ reference }) => reference)
    },
  }
}

test('While another process has locked the file, pages and health are answered; a post waits and is stored', async () => {
  const { post, statusOf, unlock, stored } = await lockedServer()
  const answered: string[] = []
  const posts = Array.from({ length: 3 }, async () => {
    const { status } = await post()
    answered.push(`post ${status}`)
  })
  const ready = statusOf('/readyz')
  // For a second, however fast the machine: a post waits for 2.5 s at most.
  const begin = performance.now()
  while (performance.now() - begin < 1_000) {
    for (const path of ['/healthz', '/']) expect(await statusOf(path)).toBe(200)
  }
  expect(answered).toEqual([])
  unlock()
  await Promise.all(posts)
  expect(answered).toEqual(['post 201', 'post 201', 'post 201'])
  expect(await ready).toBe(200)
  expect(await stored()).toHaveLength(3)
})

test('Posts that find the file locked for too long are answered 503 within seconds, and not stored', async () => {
  const { post, statusOf, unlock, stored } = await lockedServer()
  const refused = async () => {
    const startedAt = performance.now()
    const { status, headers } = await post()
    expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
    // For any number of waiting posts: the page gives up after 15 s.
    expect(performance.now() - startedAt).toBeLessThan(6_000)
  }
  const early = Array.from({ length: 20 }, refused)
  // These come when others already wait, and wait no longer than those.
  const late = Array.from({ length: 20 }, async () => {
    await statusOf('/healthz')
    await refused()
  })
  await Promise.all([...early, ...late])
  expect(await statusOf('/readyz')).toBe(503)

  unlock()
  const answer = await post()
  const { reference } = (await answer.json()) as { reference?: string }
  expect(answer.status).toBe(201)
  expect(await stored()).toEqual([reference])
})
