import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { bytesIn } from '../../tests/support/bytes-in.ts'
import { MANY, receiveCanaries, tracesOf } from '../../tests/support/canary-requests.ts'
import { runHere } from '../../tests/support/commands.ts'
import { postAppointment } from '../../tests/support/post-appointment.ts'
import { receiverIn } from '../../tests/support/receive.ts'
import { startServer } from '../../tests/support/server-process.ts'
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts'
import { openDatabase } from '../server/storage/database/open-database.ts'
import { REQUESTS } from './requests.ts'

const requests = (DATA_DIR: string, ...args: string[]) => runHere(REQUESTS, args, { DATA_DIR })

test('Beside a running server a person is erased to the last byte, and the server continues', async () => {
  const { address, dataDirectory: DATA_DIR } = await startServer({ LOG_LEVEL: 'silent' })
  // Few among many, so that SQLite keeps the pages and the old data in their gaps.
  const canaries = await receiveCanaries(DATA_DIR, 800, 10)
  const gone = canaries.filter(({ person }) => person % 10 === 0)
  const others = canaries.filter(({ person }) => person % 10 !== 0)
  expect(tracesOf(gone, bytesIn(DATA_DIR))).toHaveLength(3 * 80)

  const erased = await requests(DATA_DIR, 'erase', '--email', ` ${MANY.toUpperCase()} `)
  expect(erased).toEqual({
    stdout: "Erased 80 requests. Mailboxes and the webhook's receiver keep what they received.\n",
    stderr: '',
    exitCode: 0,
  })
  expect(tracesOf(gone, bytesIn(DATA_DIR))).toEqual([])
  expect(bytesIn(DATA_DIR)).not.toContain(MANY)
  expect(tracesOf(others, bytesIn(DATA_DIR))).toHaveLength(3 * 720)
  const list = join(DATA_DIR, 'erasures.list')
  expect(await readFile(list, 'utf8')).toMatch(/^(?:[0-9a-f]{64}\n){80}$/)
  expect((await stat(list)).mode & 0o777).toBe(0o600)
  const database = await openDatabase(DATA_DIR)
  const messages = await database.selectFrom('outbox_messages').select('id').execute()
  const events = await database.selectFrom('audit_events').selectAll().where('kind', '=', 'erased').execute()
  await database.destroy()
  expect(messages).toHaveLength(720)
  expect(events).toMatchObject([{ by: null, client: null, subject: null, detail: '{"count":80,"how":"command"}' }])
  expect((await postAppointment(address)).status).toBe(201)

  // Finding nobody is not an error, and the output does not repeat the search.
  const stdout = 'No such request was found: nothing was erased.\n'
  expect(await requests(DATA_DIR, 'erase', '--email', MANY)).toEqual({ stdout, stderr: '', exitCode: 0 })
})

test('When another program prevents overwriting, the command says so and the next one does it', async () => {
  const DATA_DIR = await temporaryDirectory()
  const canaries = await receiveCanaries(DATA_DIR, 300)
  const reader = new SqliteFile(join(DATA_DIR, 'requests.sqlite'))
  onTestFinished(() => void reader.close())
  reader.exec('begin; select count(*) from callback_requests')
  expect(await requests(DATA_DIR, 'erase', '--email', MANY)).toMatchObject({
    stdout: expect.stringMatching(/^Erased 150 requests.*\n.*may still be readable.*same command again\.\n$/),
    exitCode: 1,
  })
  reader.exec('commit')
  expect(await requests(DATA_DIR, 'erase', '--email', MANY)).toMatchObject({ exitCode: 0 })
  const gone = canaries.filter(({ person }) => person % 2 === 0)
  expect(tracesOf(gone, bytesIn(DATA_DIR))).toEqual([])
})

test('Erasing a number says first how many people have asked from it', async () => {
  const DATA_DIR = await temporaryDirectory()
  const database = await openDatabase(DATA_DIR)
  for (const name of ['Sunita Joshi', 'Rahul Joshi', 'S. Joshi'])
    await receiverIn(database)({ name, phone: '9876543210' })
  await database.destroy()
  const { stdout } = await requests(DATA_DIR, 'erase', '--phone', '98765 43210')
  expect(stdout).toMatch(/^2 people have asked from this number\.\nErased 3 requests\. /)
})

test('The purge erases what is older than RETENTION_DAYS and nothing else, and names a request that is dated in the future, as the check does', async () => {
  const DATA_DIR = await temporaryDirectory()
  const database = await openDatabase(DATA_DIR)
  const received = (daysAgo: number) => {
    const receivedAt = new Date(Date.now() - daysAgo * 86_400_000)
    return receiverIn(database)({ name: `canary ${daysAgo} days` }, { receivedAt, keptFrom: receivedAt })
  }
  for (const days of [31, 30.1, 29.9, 0]) await received(days)
  const future = await received(-400)
  await database.destroy()
  const purge = (RETENTION_DAYS: string) => runHere(REQUESTS, ['purge'], { DATA_DIR, RETENTION_DAYS })
  const erased = (count: number, days: number) => `Erased ${count} requests received more than ${days} days ago.\n`
  expect(await purge('365')).toMatchObject({ stdout: erased(0, 365), exitCode: 0 })
  const { stdout, stderr } = await purge('30')
  const namesFuture = expect.stringContaining(`${future} is dated in the future`)
  expect([stdout, stderr]).toEqual([erased(2, 30), namesFuture])
  expect(await runHere(REQUESTS, ['check', '--server', 'none'], { DATA_DIR })).toMatchObject({ stderr: namesFuture })
  const left = new Set(bytesIn(DATA_DIR).match(/canary [\d.-]+ days/g))
  // The last one is how the name is compared.
  expect(left).toEqual(new Set([29.9, 0, -400, 400].map((days) => `canary ${days} days`)))
})
