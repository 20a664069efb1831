import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { DETAILS, SUBMISSION } from '../../../../tests/support/samples.ts'
import { temporaryDirectory } from '../../../../tests/support/temporary-directory.ts'
import { OutboxMessages } from '../outbox/outbox-messages.ts'
import { CallbackRequests } from '../requests/callback-requests.ts'
import { GroupCommit } from './group-commit.ts'
import { openDatabase } from './open-database.ts'

/** A table of letters, of which those about something need that to be there by the end of the transaction. */
interface Notes {
  letters: { id: string; about: string | null }
}

async function open() {
  const dataDirectory = await temporaryDirectory()
  const database = await openDatabase(dataDirectory)
  onTestFinished(() => database.destroy())
  await sql`create table letters (
    id text primary key,
    about text references letters (id) deferrable initially deferred
  )`.execute(database)
  const groupCommit = new GroupCommit(database)
  const write = (id: string, about: string | null = null) =>
    groupCommit.run(async (transaction) => {
      await (transaction as unknown as Kysely<Notes>).insertInto('letters').values({ id, about }).execute()
      return id
    })
  const letters = async () => {
    const rows = await (database as unknown as Kysely<Notes>).selectFrom('letters').select('id').orderBy('id').execute()
    return rows.map(({ id }) => id)
  }
  return { dataDirectory, database, groupCommit, write, letters }
}

/** How often something was committed to the write-ahead log: https://www.sqlite.org/fileformat2.html#the_write_ahead_log */
async function commitCount(dataDirectory: string): Promise<number> {
  const log = await readFile(join(dataDirectory, 'requests.sqlite-wal'))
  const salt = log.subarray(16, 24)
  let commits = 0
  for (let frame = 32; frame < log.length; frame += 24 + log.readUInt32BE(8)) {
    const isCommit = log.readUInt32BE(frame + 4) > 0
    if (isCommit && log.subarray(frame + 8, frame + 16).equals(salt)) commits++
  }
  return commits
}

test('Receiving, claiming and recording a result in one turn share a commit', async () => {
  const { dataDirectory, database } = await open()
  const requests = new CallbackRequests(database, { channels: ['webhook', 'staff-mail'] })
  const outbox = new OutboxMessages(database)
  const claim = { now: SUBMISSION.receivedAt, expiredLeases: [], limit: 1 }
  await requests.receive(DETAILS, SUBMISSION)
  const [message] = await outbox.claim('webhook', claim)
  if (!message) throw new Error('There should have been a message.')
  const before = await commitCount(dataDirectory)

  const [, , claimed] = await Promise.all([
    requests.receive(DETAILS, SUBMISSION),
    outbox.recordResult(message, { status: 'delivered', settledAt: SUBMISSION.receivedAt }),
    outbox.claim('staff-mail', claim),
  ])
  expect(claimed).toHaveLength(1)
  expect((await commitCount(dataDirectory)) - before).toBe(1)
})

test('Steps of one turn of the event loop share a commit, and later ones have their own', async () => {
  const { dataDirectory, database } = await open()
  const requests = new CallbackRequests(database)
  const before = await commitCount(dataDirectory)

  await Promise.all(Array.from({ length: 50 }, () => requests.receive(DETAILS, SUBMISSION)))
  expect(await commitCount(dataDirectory)).toBe(before + 1)
  expect(await Array.fromAsync(requests.all())).toHaveLength(50)

  for (let count = 0; count < 3; count++) await requests.receive(DETAILS, SUBMISSION)
  expect(await commitCount(dataDirectory)).toBe(before + 4)
})

test('A step that fails is undone alone, and each caller gets its own result', async () => {
  const { groupCommit, write, letters } = await open()
  const halfway = groupCommit.run(async (transaction) => {
    await sql`insert into letters values ('half', null)`.execute(transaction)
    throw new Error('halfway')
  })
  const results = await Promise.allSettled([write('a'), write('a'), halfway, write('b')])

  expect(results).toEqual([
    { status: 'fulfilled', value: 'a' },
    { status: 'rejected', reason: expect.objectContaining({ code: 'SQLITE_CONSTRAINT_PRIMARYKEY' }) },
    { status: 'rejected', reason: new Error('halfway') },
    { status: 'fulfilled', value: 'b' },
  ])
  expect(await letters()).toEqual(['a', 'b'])
})

test('When the commit fails, all fail and nothing is stored; the next group is unaffected', async () => {
  const { write, letters } = await open()
  const results = await Promise.allSettled([write('a'), write('b', 'nothing'), write('c')])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await letters()).toEqual([])

  expect(await write('d')).toBe('d')
  expect(await letters()).toEqual(['d'])
})

test('When the store is full, all fail and nothing is stored', async () => {
  const { database } = await open()
  const requests = new CallbackRequests(database)
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database)
  await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count)}`.execute(database)
  const long = { ...DETAILS, form: 'contact', service: null, message: 'x'.repeat(50_000) } as const

  const results = await Promise.allSettled(
    [DETAILS, long, DETAILS].map((details) => requests.receive(details, SUBMISSION)),
  )
  for (const result of results) {
    expect(result).toMatchObject({ status: 'rejected', reason: { name: 'StoreUnavailable' } })
  }
  expect(await Array.fromAsync(requests.all())).toEqual([])
})

test('A reader sees nothing of a group that is not committed', async () => {
  const { groupCommit, write, letters } = await open()
  let seen: Promise<string[]> | undefined
  const reading = groupCommit.run(async (transaction) => {
    await sql`insert into letters values ('a', null)`.execute(transaction)
    seen = letters()
  })
  const results = await Promise.allSettled([reading, write('b', 'nothing')])

  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await seen).toEqual([])
})
