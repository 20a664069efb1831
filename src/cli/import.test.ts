import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runHere } from '../../tests/support/commands.ts'
import { storedIn } from '../../tests/support/database/stored-in.ts'
import { APPOINTMENT, DETAILS, SUBMISSION } from '../../tests/support/samples.ts'
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts'
import { loadConfig } from '../server/config/config.ts'
import { queueMails } from '../server/storage/callbacks/overdue-callbacks.ts'
import { type Database, openDatabase } from '../server/storage/database/open-database.ts'
import { erasureListIn } from '../server/storage/erasure/erasure-list.ts'
import { Erasures } from '../server/storage/erasure/erasures.ts'
import { OutboxMessages } from '../server/storage/outbox/outbox-messages.ts'
import { CallbackRequests } from '../server/storage/requests/callback-requests.ts'
import { storeTime } from '../server/storage/requests/store-clock.ts'
import { importFrom } from './import.ts'
import { outboxAsJson } from './outbox-commands.ts'
import { REQUESTS } from './requests.ts'

const CAMPAIGN = { source: 'news', medium: null, campaign: 'autumn', term: null, content: null }
const CONTACT = { ...DETAILS, form: 'contact', service: null, message: 'a\nb', timeSlot: 'Anytime' } as const

async function opened(directory: string): Promise<Database> {
  const database = await openDatabase(directory)
  onTestFinished(() => database.destroy())
  return database
}

/** Receives a request so many minutes after the sample, and returns its reference. */
function receiverIn(database: Database) {
  const requests = new CallbackRequests(database, { channels: ['staff-mail'] })
  return async (minutes: number, details: Parameters<typeof requests.receive>[0] = DETAILS, suspected = false) => {
    const receivedAt = new Date(SUBMISSION.receivedAt.getTime() + minutes * 60_000)
    const result = await requests.receive(details, { ...SUBMISSION, receivedAt, campaign: CAMPAIGN, suspected })
    return result.ok ? result.reference : ''
  }
}

/** The newer store's requests and undelivered messages, as the two commands write them. */
async function exported(directory: string, database: Database) {
  const files = { requests: join(directory, 'requests.json'), outbox: join(directory, 'outbox.json') }
  const { stdout } = await runHere(REQUESTS, ['export', '--format', 'json'], { DATA_DIR: directory })
  await writeFile(files.requests, stdout)
  await writeFile(files.outbox, (await outboxAsJson(database)).text ?? '')
  return files
}

function importInto(database: Database, DATA_DIR: string, file: string, outbox?: string) {
  const config = loadConfig({ DATA_DIR })
  if (!config.ok) throw new Error(config.problems.join())
  return importFrom(file, outbox, database, config.value)
}

async function deliverOne(database: Database, now: Date): Promise<string | undefined> {
  const outbox = new OutboxMessages(database)
  const [message] = await outbox.claim('staff-mail', { now, expiredLeases: [], limit: 1 })
  if (message) await outbox.recordResult(message, { status: 'delivered', settledAt: now })
  return message?.request.reference
}

const messagesIn = (database: Database) =>
  database.selectFrom('outbox_messages').select(['id', 'reference', 'status']).orderBy('id').execute()

test('An earlier store gets the requests since, but no erased one, no message twice, and no mail about a past window', async () => {
  const newer = await temporaryDirectory()
  const store = await opened(newer)
  const receive = receiverIn(store)
  await receive(0)
  const waiting = await receive(1, CONTACT, true)
  const backup = join(await temporaryDirectory(), 'backup.sqlite')
  expect(await runHere(REQUESTS, ['backup', backup], { DATA_DIR: newer })).toMatchObject({ exitCode: 0 })

  const since = await receive(60, { ...DETAILS, phone: '9876500000' })
  const erased = await receive(61, { ...DETAILS, phone: '9876511111' })
  await queueMails(store, new Date('2026-11-21T07:00:00.000Z'))
  await deliverOne(store, new Date('2026-11-21T07:00:00.000Z'))
  const { requests, outbox } = await exported(newer, store)
  await new Erasures(store, erasureListIn(newer)).erase({ reference: erased })

  const earlier = await temporaryDirectory()
  await copyFile(erasureListIn(newer).path, erasureListIn(earlier).path)
  const restore = ['restore', backup, '--erasures', erasureListIn(newer).path]
  expect(await runHere(REQUESTS, restore, { DATA_DIR: earlier })).toMatchObject({ exitCode: 0 })
  const restored = await opened(earlier)
  const text = 'Requests imported: 1. Already here: 2. Erased before: 1.'
  expect(await importInto(restored, earlier, requests, outbox)).toEqual({ text })
  expect(await storedIn(earlier)).toEqual(await storedIn(newer))
  expect(await messagesIn(restored)).toEqual(await messagesIn(store))
  expect((await messagesIn(restored)).filter(({ status }) => status === 'waiting')).toMatchObject([
    { reference: waiting },
    { reference: since },
    {},
    {},
  ])
  expect(await queueMails(restored, new Date())).toBe(0)

  // Its retention period began when it was received.
  const { kept_from } = await restored
    .selectFrom('callback_requests')
    .select('kept_from')
    .where('reference', '=', since)
    .executeTakeFirstOrThrow()
  const age = Date.parse(await storeTime(restored)) - Date.parse(kept_from ?? '')
  expect(Math.abs(Date.now() - SUBMISSION.receivedAt.getTime() - 60 * 60_000 - age)).toBeLessThan(60_000)

  const again = await importInto(restored, earlier, requests)
  expect(again).toEqual({ text: 'Requests imported: 0. Already here: 3. Erased before: 1.' })
})

test('A store of another department gets the requests of an export without any message; bad lines are named', async () => {
  const directory = await temporaryDirectory()
  const database = await opened(directory)
  const file = join(directory, 'export.json')
  const called = { ...APPOINTMENT, reference: '7K3M-9RXX', status: 'reached' }
  const taken = { ...APPOINTMENT, received_at: '2026-11-21T09:30:00.000Z' }
  const write = (...requests: object[]) =>
    writeFile(file, `[\n${requests.map((request) => JSON.stringify(request)).join(',\n')}\n]\n`)
  await write(APPOINTMENT)
  await importInto(database, directory, file)
  await write(called, { ...APPOINTMENT, time_slot: 'whenever' }, taken)
  expect(await importInto(database, directory, file)).toEqual({
    text: 'Requests imported: 1. Already here: 0. Erased before: 0.\nNot as far as in the file: 7K3M-9RXX reached.',
    warning: `Line 3 of ${file} is not a request of "export --format json".\n7K3M-9RXD is another request in this store.`,
    exitCode: 1,
  })
  expect(await storedIn(directory)).toMatchObject([APPOINTMENT, { ...called, status: 'new' }])
  expect(await messagesIn(database)).toEqual([])
})
